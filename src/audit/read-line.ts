import { sha256 } from "#crypto";
import { type AuditEntry, type Envelope, MAX_LINE_BYTES, RECORD_KINDS, type RecordKind } from "./format.js";

/** `,"hash":"`, 64 digits and `"}`. */
const HASH_BYTES = 75;
/** More than the members after the body can take. */
const ENVELOPE_BYTES = 320;
const AFTER_BODY =
  /,"kind":"([a-z]{3,10})","log":"([0-9a-f]{32})","prev":"([0-9a-f]{64})","seq":(0|[1-9][0-9]{0,15}),"hash":"([0-9a-f]{64})"\}$/;
const MEMBERS = ["at", "body", "kind", "log", "prev", "seq", "hash"];

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const parse = JSON.parse as (text: string) => unknown;

/** A line taken apart. */
export interface ReadLine {
  readonly envelope: Envelope;
  /** The hash of the bytes that are there; equal to `envelope.hash` unless somebody changed the line. */
  readonly ownHash: string;
  readonly text: string;
}

/**
 * Reads the envelope from a line without its newline; null for what is no record. Members stand in one order and the hash at the
 * end, so nothing before them needs to be parsed, and nothing in a string can pass for them: a quote in a string is escaped.
 */
export function readLine(line: Uint8Array): ReadLine | null {
  if (line.length >= MAX_LINE_BYTES || line.length <= HASH_BYTES) return null;
  const text = asciiOf(line);
  const match = text === null ? null : AFTER_BODY.exec(text.slice(-ENVELOPE_BYTES));
  if (text === null || match === null) return null;
  const [, kind, log, prev, digits, hash] = match as unknown as readonly [string, string, string, string, string, string];
  const seq = Number(digits);
  if (!isKind(kind) || !Number.isSafeInteger(seq)) return null;
  return { envelope: { kind, log, prev, seq, hash }, ownHash: sha256(`${text.slice(0, -HASH_BYTES)}}`), text };
}

/** The whole record, where its hash is that of its bytes; null where it is none. */
export function readEntry(line: Uint8Array): AuditEntry | null {
  const read = readLine(line);
  return read === null ? null : entryOf(read);
}

/** The same for a line that was taken apart already. */
export function entryOf(read: ReadLine): AuditEntry | null {
  return read.ownHash === read.envelope.hash ? claimedEntry(read) : null;
}

/** What a line says it is, whatever its hash. */
export function claimedEntry({ envelope, text }: ReadLine): AuditEntry | null {
  let record: unknown;
  try {
    record = parse(text);
  } catch {
    return null;
  }
  if (typeof record !== "object" || record === null) return null;
  const names = Object.keys(record);
  if (names.length !== MEMBERS.length || names.some((name, at) => name !== MEMBERS[at])) return null;
  const { at, body } = record as { readonly at: unknown; readonly body: unknown };
  if (typeof at !== "string" || typeof body !== "object" || body === null || Array.isArray(body)) return null;
  return { ...envelope, at, body: body as AuditEntry["body"] };
}

function isKind(kind: string): kind is RecordKind {
  return (RECORD_KINDS as readonly string[]).includes(kind);
}

/** Null where any byte is beyond ASCII: then the text is shorter than the bytes, or there is none. */
function asciiOf(line: Uint8Array): string | null {
  try {
    const text = decoder.decode(line);
    return text.length === line.length ? text : null;
  } catch {
    return null;
  }
}
