/** The format that a log's first record names (spec/audit.md#format). */
export const AUDIT_FORMAT = "countersign-audit/1";

export const RECORD_KINDS = ["log", "opened", "recovered", "decision", "outcome", "result", "checkpoint", "closed"] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/** Most bytes of a line with its newline: whoever reads a log never holds more than this of one record. */
export const MAX_LINE_BYTES = 65_536;

/** What the first record says of the record before it. */
export const NO_HASH = "0".repeat(64);

/** What a record says beside its body. */
export interface Envelope {
  readonly kind: RecordKind;
  /** 32 hex digits, the same in every record of a log. */
  readonly log: string;
  /** SHA-256 (hex) of the record before. */
  readonly prev: string;
  /** From 0, without a gap. */
  readonly seq: number;
  /** SHA-256 (hex) of this record. */
  readonly hash: string;
}

/** A record of a log as it was read back; its hash is the hash of its bytes. */
export interface AuditEntry extends Envelope {
  /** RFC 3339: when it was written, by the writer's clock. */
  readonly at: string;
  readonly body: { readonly [name: string]: unknown };
}
