import { sha256 } from "#crypto";
import type { RecordKind } from "./format.js";

/** A record that has its place in the chain. */
export interface Line {
  /** ASCII, with its newline. */
  readonly text: string;
  readonly hash: string;
}

/**
 * Writes a record (AUDIT-3): its members in canonical order, then the hash of exactly that text as the last member. Whoever
 * verifies takes the last 75 bytes off, puts `}` in their place and hashes; no JSON reader is needed for it.
 *
 * @param body ASCII canonical text of an object.
 * @param at RFC 3339.
 */
export function writeLine(kind: RecordKind, at: string, body: string, log: string, seq: number, prev: string): Line {
  const members = `{"at":"${at}","body":${body},"kind":"${kind}","log":"${log}","prev":"${prev}","seq":${seq}`;
  const hash = sha256(`${members}}`);
  return { text: `${members},"hash":"${hash}"}\n`, hash };
}
