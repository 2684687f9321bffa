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
} from "../../gate/approval-record.js";
import type { ApprovalStore } from "../../gate/approval-store.js";
import type { Database } from "./driver.js";

const ROW = "nonce, action, state, request, evidence, expires_at AS expiresAt";

/** Approval requests in the ledger's file. `transact` runs its work in one transaction and rejects where that cannot be had. */
export function createSqliteApprovals(database: Database, now: () => number, transact: <T>(work: () => T) => Promise<T>): ApprovalStore {
  const byAction = database.prepare<[string, number], ApprovalRow>(`SELECT ${ROW} FROM approvals WHERE action = ? AND expires_at > ?`);
  const byNonce = database.prepare<[string, number], ApprovalRow>(`SELECT ${ROW} FROM approvals WHERE nonce = ? AND expires_at > ?`);
  const oldest = database.prepare<[number, number], ApprovalRow>(`SELECT ${ROW} FROM approvals WHERE expires_at > ? ORDER BY id LIMIT ?`);
  const count = database.prepare<[], number>("SELECT count(*) FROM approvals").pluck();
  const dropEnded = database.prepare<[number]>("DELETE FROM approvals WHERE expires_at <= ?");
  const insert = database.prepare<[string, string, string, string, string, number]>(
    "INSERT INTO approvals (nonce, action, state, request, evidence, expires_at) VALUES (?, ?, ?, ?, ?, ?)",
  );
  const update = database.prepare<[string, string, string]>("UPDATE approvals SET state = ?, evidence = ? WHERE nonce = ?");
  const remove = database.prepare<[string]>("DELETE FROM approvals WHERE nonce = ?");

  const get = (row: ApprovalRow | undefined) => (row === undefined ? null : approvalOf(row));
  const change = (nonce: string, next: (row: ApprovalRow) => ApprovalRow | null) =>
    transact(() => {
      const row = byNonce.get(nonce, now());
      const changed = row === undefined ? null : next(row);
      if (changed === null) return null;
      update.run(changed.state, changed.evidence, nonce);
      return approvalOf(changed);
    });

  return Object.freeze<ApprovalStore>({
    open: async (approval) => {
      const row = approvalRow(approval);
      return transact(() => {
        const time = now();
        refuseEnded(row.expiresAt, time);
        // What has ended makes room for the same action, or the same nonce, again. There are few.
        dropEnded.run(time);
        const found = byAction.get(row.action, time);
        if (found !== undefined) return approvalOf(found);
        if (byNonce.get(row.nonce, time) !== undefined) throw nonceTaken();
        if ((count.get() as number) >= MAX_STANDING_APPROVALS) throw tooManyApprovals();
        insert.run(row.nonce, row.action, row.state, row.request, row.evidence, row.expiresAt);
        return approvalOf(row);
      });
    },
    find: async (action) => get(byAction.get(action, now())),
    get: async (nonce) => get(byNonce.get(nonce, now())),
    list: async (limit) => Object.freeze(oldest.all(now(), checkLimit(limit)).map(approvalOf)),
    sign: (nonce, evidence) => change(nonce, (row) => signedRow(row, evidence)),
    deny: (nonce) => change(nonce, (row) => ({ ...row, state: "denied" })),
    settle: (nonce) =>
      transact(() => {
        remove.run(nonce);
      }),
  });
}
