import type { SignatureEvidence } from "../wire/proposal.js";
import {
  type ApprovalRow,
  approvalOf,
  approvalRow,
  checkLimit,
  MAX_STANDING_APPROVALS,
  nonceTaken,
  refuseEnded,
  signedRow,
  tooManyApprovals,
} from "./approval-record.js";
import type { ApprovalStore, StoredApproval } from "./approval-store.js";

/**
 * Approval requests for one process. `now` is asked at each call; whoever closes the store makes it throw.
 *
 * @example const approvals = createMemoryApprovalStore(() => clock.now());
 */
export function createMemoryApprovalStore(now: () => number): ApprovalStore {
  /** By nonce, oldest first. */
  const rows = new Map<string, ApprovalRow>();
  const nonceOf = new Map<string, string>();

  function drop({ nonce, action }: ApprovalRow): void {
    rows.delete(nonce);
    nonceOf.delete(action);
  }

  function standing(nonce: string | undefined, time: number): ApprovalRow | null {
    const row = nonce === undefined ? undefined : rows.get(nonce);
    if (row === undefined) return null;
    if (row.expiresAt > time) return row;
    drop(row);
    return null;
  }

  function open(approval: Omit<StoredApproval, "state" | "evidence">): StoredApproval {
    const time = now();
    const row = approvalRow(approval);
    refuseEnded(row.expiresAt, time);
    const found = standing(nonceOf.get(row.action), time);
    if (found !== null) return approvalOf(found);
    if (standing(row.nonce, time) !== null) throw nonceTaken();
    if (rows.size >= MAX_STANDING_APPROVALS) for (const each of rows.values()) standing(each.nonce, time);
    if (rows.size >= MAX_STANDING_APPROVALS) throw tooManyApprovals();
    rows.set(row.nonce, row);
    nonceOf.set(row.action, row.nonce);
    return approvalOf(row);
  }

  function change(nonce: string, next: (row: ApprovalRow) => ApprovalRow | null): StoredApproval | null {
    const row = standing(nonce, now());
    const changed = row === null ? null : next(row);
    if (changed === null) return null;
    rows.set(nonce, changed);
    return approvalOf(changed);
  }

  function list(limit: number): readonly StoredApproval[] {
    const time = now();
    const found: StoredApproval[] = [];
    const most = checkLimit(limit);
    for (const { nonce } of rows.values()) {
      if (found.length === most) break;
      const row = standing(nonce, time);
      if (row !== null) found.push(approvalOf(row));
    }
    return Object.freeze(found);
  }

  const get = (row: ApprovalRow | null) => (row === null ? null : approvalOf(row));
  return Object.freeze({
    open: async (approval: Omit<StoredApproval, "state" | "evidence">) => open(approval),
    find: async (action: string) => get(standing(nonceOf.get(action), now())),
    get: async (nonce: string) => get(standing(nonce, now())),
    list: async (limit: number) => list(limit),
    sign: async (nonce: string, evidence: SignatureEvidence) => change(nonce, (row) => signedRow(row, evidence)),
    deny: async (nonce: string) => change(nonce, (row) => ({ ...row, state: "denied" })),
    settle: async (nonce: string) => {
      const row = standing(nonce, now());
      if (row !== null) drop(row);
    },
  });
}
