import type { RecordKind } from "../../src/audit/format.js";
import { NO_HASH } from "../../src/audit/format.js";
import { writeLine } from "../../src/audit/write-line.js";

export const LOG = "00112233445566778899aabbccddeeff";
export const HEADER = '{"format":"countersign-audit/1","version":"0.1.0"}';

export interface ChainedLine {
  /** With its newline. */
  readonly text: string;
  readonly hash: string;
  readonly seq: number;
}

/** A log of these records after its first one. */
export function chainOf(records: readonly (readonly [kind: RecordKind, body: string])[], log = LOG): readonly ChainedLine[] {
  const lines: ChainedLine[] = [];
  for (const [kind, body] of [["log", HEADER] as const, ...records]) {
    const seq = lines.length;
    lines.push({ ...writeLine(kind, "2026-10-01T12:00:00Z", body, log, seq, lines.at(-1)?.hash ?? NO_HASH), seq });
  }
  return lines;
}

export function textOf(lines: readonly ChainedLine[]): string {
  return lines.map(({ text }) => text).join("");
}
