import type { CheckpointFault } from "./checkpoint.js";

/** What can be wrong with a log (spec/audit.md#findings). */
export type FindingReason =
  | "not_a_log"
  | "not_a_record"
  | "altered"
  | "replaced"
  | "missing"
  | "out_of_order"
  | "other_log"
  | "torn_tail"
  | "cut"
  | "head_differs"
  | "checkpoint_differs"
  | "no_checkpoint"
  | `checkpoint_${CheckpointFault}`;

export interface Finding {
  readonly reason: FindingReason;
  /** From 1; null where it is about the log as a whole. */
  readonly line: number | null;
  /** Byte offset of the line. */
  readonly offset: number | null;
  /** The place that the record claims, or that was looked for. */
  readonly seq: number | null;
}

/** Most findings that are listed; further ones are counted. */
export const MAX_FINDINGS = 32;

/** One sentence for each, for people. */
export const FINDING_TEXT: Readonly<Record<FindingReason, string>> = Object.freeze({
  not_a_log: "the file does not begin with the first record of an audit log",
  not_a_record: "this line is no record",
  altered: "this record was altered: its hash is not that of its bytes",
  replaced: "this record does not follow the one before it: that one was altered and hashed anew, or this one was put in its place",
  missing: "records before this one are missing",
  out_of_order: "this record was inserted, repeated or moved here",
  other_log: "this record belongs to another log",
  torn_tail: "the last line has no end: writing it was cut short, and opening the log sets it aside",
  cut: "the log ends before this record, which it is known to have had",
  head_differs: "this record is not the one that the log is known to have had here",
  checkpoint_differs: "this checkpoint covers another record than the one that is there",
  checkpoint_key_missing: "the keyring does not have the key of this checkpoint",
  checkpoint_key_revoked: "the key of this checkpoint is revoked",
  checkpoint_key_purpose: "the key of this checkpoint is not of purpose checkpoint",
  checkpoint_key_not_in_force: "the key of this checkpoint was not in force when it signed",
  checkpoint_signature_invalid: "the signature of this checkpoint does not hold",
  no_checkpoint: "the keyring has a key for checkpoints, and no checkpoint of this log holds under it",
});
