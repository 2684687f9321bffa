import type { ApprovalStore, StoredApproval } from "../../src/gate/approval-store.js";

/** An approval store for tests, by the port's words; its time is what the test says. */
export function memoryApprovals(now: () => number): ApprovalStore {
  const rows = new Map<string, StoredApproval>();
  const live = (): StoredApproval[] => {
    for (const [nonce, row] of rows) if (row.expiresAt <= now()) rows.delete(nonce);
    return [...rows.values()];
  };
  const change = (nonce: string, next: (row: StoredApproval) => StoredApproval | null): StoredApproval | null => {
    const row = live().find((one) => one.nonce === nonce);
    const changed = row === undefined ? null : next(row);
    if (changed !== null) rows.set(nonce, changed);
    return changed;
  };
  return {
    open: async (approval) => {
      const standing = live().find(({ action }) => action === approval.action);
      if (standing !== undefined) return standing;
      if (rows.has(approval.nonce)) throw new Error("the nonce is another action's");
      const row: StoredApproval = { ...approval, state: "pending", evidence: [] };
      rows.set(row.nonce, row);
      return row;
    },
    find: async (action) => live().find((row) => row.action === action) ?? null,
    get: async (nonce) => live().find((row) => row.nonce === nonce) ?? null,
    list: async (limit) => live().slice(0, limit),
    sign: async (nonce, entry) =>
      change(nonce, (row) =>
        row.state === "denied" || row.evidence.some(({ id }) => id === entry.id) ? null : { ...row, evidence: [...row.evidence, entry] },
      ),
    deny: async (nonce) => change(nonce, (row) => ({ ...row, state: "denied" })),
    settle: async (nonce) => void rows.delete(nonce),
  };
}
