import { MAX_LINE_BYTES } from "../../audit/format.js";
import { readEntry } from "../../audit/read-line.js";
import type { AuditHead, Ledger } from "../../gate/ledger.js";
import { readLines } from "../../node/audit/read-lines.js";
import { UsageError } from "../faults.js";

/**
 * The head that a ledger keeps of an open log, or null; undefined where the file does not begin as a log, which the verifier tells. Asked before
 * the log is read: a record is written before the ledger hears of it, so the log holds every head that the ledger has now.
 */
export async function keptHead(fd: number, ledger: Pick<Ledger, "head">): Promise<AuditHead | null | undefined> {
  if (ledger.head === undefined) throw new UsageError("keeps no heads of audit logs", "--ledger");
  const log = logId(fd);
  return log === null ? undefined : ledger.head(log);
}

/** What an open log calls itself in its first record; null where that is no record of a log. */
export function logId(fd: number): string | null {
  for (const { bytes, whole } of readLines(fd, MAX_LINE_BYTES)) {
    const entry = whole ? readEntry(bytes) : null;
    return entry?.kind === "log" ? entry.log : null;
  }
  return null;
}
