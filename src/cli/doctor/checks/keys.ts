import type { KeyEntry, Keyring } from "../../../trust/keyring.js";
import { standingOf, standingWords, timeText } from "../../key-words.js";
import { strayRevocations } from "../../stray-revocations.js";
import { finding, note, type Remark } from "../report.js";

/** Keys that end soon, are of no use any more, or may sign more than was written. `now` is in epoch nanoseconds. */
export function checkKeys(keyring: Keyring, unscopedAllowed: boolean, now: bigint): readonly Remark[] {
  const entries = [...keyring.keys.values()];
  const inForce = entries.filter((entry) => standingOf(entry, keyring, now).state === "ok");
  return [
    ...(inForce.length === 0 ? [finding(null, "no key is in force: whatever needs a signature is blocked")] : []),
    ...entries.flatMap((entry) => remarksOn(entry, keyring, unscopedAllowed, now)),
    ...strayRevocations(keyring).map(({ id, note: says }) => note(id, says)),
  ];
}

function remarksOn(entry: KeyEntry, keyring: Keyring, unscopedAllowed: boolean, now: bigint): readonly Remark[] {
  const standing = standingOf(entry, keyring, now);
  if (standing.state !== "ok") return [note(entry.id, standingWords(standing))];
  const remarks: Remark[] = [];
  if (standing.endsInDays !== null && entry.expiresAt !== null)
    remarks.push(finding(entry.id, `${standingWords(standing)} (${timeText(entry.expiresAt)}): have its holder make the next one`));
  const signs = entry.purpose.some((one) => one === "approve" || one === "attest" || one === "receipt");
  const unwritten = [...(entry.tools === null ? ["tools"] : []), ...(entry.impacts === null ? ["impacts"] : [])];
  if (signs && unwritten.length > 0 && !unscopedAllowed)
    remarks.push(
      finding(entry.id, `${unwritten.join(" and ")} not written: scope it (countersign keys scope), since for high impacts it is refused`),
    );
  if (signs && unwritten.length > 0 && unscopedAllowed)
    remarks.push(finding(entry.id, `${unwritten.join(" and ")} not written, and the policy takes such keys: it may sign for everything`));
  if (entry.purposeWritten && entry.purpose.includes("approve") && entry.owner === null)
    remarks.push(note(entry.id, "owner not written: counts for no approvals rule"));
  return remarks;
}
