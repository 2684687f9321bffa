import {
  type ApprovalRow,
  approvalOf,
  approvalRow,
  checkLimit,
  nonceTaken,
  signedRow,
  tooManyApprovals,
} from "../../gate/approval-record.js";
import type { ApprovalStore, StoredApproval } from "../../gate/approval-store.js";
import type { Connections } from "./connections.js";
import { codeOf } from "./errors.js";

interface StoredRow {
  readonly nonce: string;
  readonly action: string;
  readonly state: ApprovalRow["state"];
  readonly request: string;
  readonly evidence: string;
  /** A bigint, which the client gives as text. */
  readonly expires_at: string;
}

/** Signers that may come between reading an approval request and adding to it, before that is given up. */
const TRIES = 100;

/** Approval requests in the ledger's schema; every change is one statement. */
export function createPostgresApprovals({ run }: Connections, schema: string): ApprovalStore {
  const table = `"${schema}".approvals`;
  const stands = `expires_at > "${schema}".clock_ms()`;

  async function rows(text: string, values: readonly unknown[]): Promise<readonly ApprovalRow[]> {
    const found = await run((client) => client.query<StoredRow>(text, [...values]));
    return found.rows.map(({ expires_at, ...row }) => ({ ...row, expiresAt: Number(expires_at) }));
  }

  async function first(text: string, values: readonly unknown[]): Promise<StoredApproval | null> {
    const [row] = await rows(text, values);
    return row === undefined ? null : approvalOf(row);
  }

  return Object.freeze<ApprovalStore>({
    open: async (approval) => {
      const { nonce, action, request, expiresAt } = approvalRow(approval);
      const opened = await run(async (client) => {
        try {
          const found = await client.query<StoredRow>(`SELECT * FROM "${schema}".open_approval($1, $2, $3, $4)`, [
            nonce,
            action,
            request,
            expiresAt,
          ]);
          return found.rows[0];
        } catch (error) {
          return refusalOf(error);
        }
      });
      if (opened instanceof Error) throw opened;
      if (opened === undefined) throw new Error("the ledger's database gave no answer");
      return approvalOf({ ...opened, expiresAt: Number(opened.expires_at) });
    },
    find: async (action) => first(`SELECT * FROM ${table} WHERE action = $1 AND ${stands}`, [action]),
    get: async (nonce) => first(`SELECT * FROM ${table} WHERE nonce = $1 AND ${stands}`, [nonce]),
    list: async (limit) => {
      const found = await rows(`SELECT * FROM ${table} WHERE ${stands} ORDER BY id LIMIT $1`, [checkLimit(limit)]);
      return Object.freeze(found.map(approvalOf));
    },
    sign: async (nonce, evidence) => {
      for (let tries = 0; tries < TRIES; tries += 1) {
        const [row] = await rows(`SELECT * FROM ${table} WHERE nonce = $1 AND ${stands}`, [nonce]);
        const signed = row === undefined ? null : signedRow(row, evidence);
        if (row === undefined || signed === null) return null;
        const changed = await first(
          `UPDATE ${table} SET evidence = $2 WHERE nonce = $1 AND evidence = $3 AND state = 'pending' AND ${stands} RETURNING *`,
          [nonce, signed.evidence, row.evidence],
        );
        if (changed !== null) return changed;
      }
      throw new Error("too many sign the approval request at once");
    },
    deny: async (nonce) => first(`UPDATE ${table} SET state = 'denied' WHERE nonce = $1 AND ${stands} RETURNING *`, [nonce]),
    settle: async (nonce) => {
      await rows(`DELETE FROM ${table} WHERE nonce = $1`, [nonce]);
    },
  });
}

/** What `open_approval` says in codes of its own. */
function refusalOf(error: unknown): Error {
  switch (codeOf(error)) {
    case "CSL02":
      return new RangeError("the approval request has ended");
    case "CSL03":
      return nonceTaken();
    case "CSL04":
      return tooManyApprovals();
    default:
      throw error;
  }
}
