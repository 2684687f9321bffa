import { FINDING_TEXT, type Finding } from "../../../audit/findings.js";
import { formatHead } from "../../../audit/parse-head.js";
import type { AuditHead } from "../../../gate/ledger.js";
import { readLines } from "../../../node/audit/read-lines.js";
import type { Keyring } from "../../../trust/keyring.js";
import { parseTimestamp } from "../../../trust/timestamp.js";
import { decisionOf, readShown, type ShownDecision } from "../../audit/decisions.js";
import { logId } from "../../audit/kept-head.js";
import { withLog } from "../../audit/open-log.js";
import { verifyLog } from "../../audit/verify-log.js";
import { UnreadableError } from "../../faults.js";
import { finding, note, type Remark } from "../report.js";

/** A use of broken glass is a finding for so long, in nanoseconds; later it is a note. */
const RECENT = 30n * 86_400_000_000_000n;
/** Uses that are told one by one; further ones are counted. */
const MOST_USES = 16;

export interface AuditQuestion {
  readonly file: string;
  readonly keyring: Keyring;
  /** Epoch nanoseconds. */
  readonly now: bigint;
  /** What the ledger keeps of a log; null where no ledger was given. */
  readonly headOf: ((log: string) => Promise<AuditHead | null>) | null;
}

/** Whether the log is whole, whether somebody vouches for its end, and what was done behind broken glass. */
export async function checkAudit({ file, keyring, now, headOf }: AuditQuestion): Promise<readonly Remark[]> {
  try {
    return await withLog(file, async (fd) => {
      const log = logId(fd);
      const kept = log === null || headOf === null ? undefined : await headOf(log);
      const expected = kept === null || kept === undefined ? [] : [kept];
      const { findings, more_findings, checkpoints, head } = await verifyLog(fd, { keyring, expected }, () => {});
      const remarks = findings.map((each) => finding(file, `${each.reason}${placeOf(each)}: ${FINDING_TEXT[each.reason]}`));
      if (more_findings > 0) remarks.push(finding(file, `and ${more_findings} more`));
      if (checkpoints.covered === null && !findings.some(({ reason }) => reason === "no_checkpoint"))
        remarks.push(note(file, "no checkpoint holds: nothing but --expect-head and the ledger shows an end that was cut off"));
      if (kept === null) remarks.push(note(file, "the ledger keeps no head of this log: no use was recorded in both"));
      if (head !== null) remarks.push(note(file, `head ${formatHead(head)}`));
      return [...remarks, ...glassUses(fd, file, now)];
    });
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    return [finding(file, error.message)];
  }
}

function placeOf({ line, seq }: Finding): string {
  return `${line === null ? "" : ` at line ${line}`}${seq === null ? "" : ` (record ${seq})`}`;
}

function glassUses(fd: number, file: string, now: bigint): readonly Remark[] {
  const remarks: Remark[] = [];
  let count = 0;
  for (const { bytes } of readLines(fd, Number.MAX_SAFE_INTEGER)) {
    const shown = readShown(bytes);
    if (shown === null || shown.entry.kind !== "decision") continue;
    const decision = decisionOf(shown.entry);
    if (!decision.breakGlass) continue;
    count += 1;
    if (remarks.length < MOST_USES) remarks.push(useOf(decision, file, now));
  }
  return count > remarks.length ? [...remarks, finding(file, `and ${count - remarks.length} more uses of broken glass`)] : remarks;
}

function useOf({ at, tool, principal, requestId, verdict }: ShownDecision, file: string, now: bigint): Remark {
  const time = parseTimestamp(at);
  const level = time !== null && now - time > RECENT ? note : finding;
  return level(file, `BROKEN GLASS at ${at}: ${tool} by ${principal}, ${verdict} (countersign audit show ${requestId})`);
}
