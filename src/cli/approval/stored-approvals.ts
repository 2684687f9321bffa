import type { ApprovalStore, StoredApproval } from "../../gate/approval-store.js";
import type { ApprovalRequest } from "../../sign/approval-request.js";
import { attachApprovals } from "../../sign/approve.js";
import { readApprovalRequest } from "../../sign/read-approval-request.js";
import { escapeText } from "../escape.js";
import { UnreadableError, UsageError } from "../faults.js";
import type { Shell } from "../shell.js";
import { withLedger } from "../with-ledger.js";

export const LEDGER_FLAG = {
  ledger: { type: "text", required: true, value: "sqlite:FILE|postgresql://...", help: "the ledger that the gate keeps requests in" },
} as const;

/** As many as a store keeps. */
export const MOST_STORED = 1000;

/** A stored request that was read by the rules for any other, with what is signed so far in its proposal. */
export interface ReadApproval {
  readonly stored: StoredApproval;
  readonly request: ApprovalRequest;
}

/** Runs a command on the approval requests of a ledger that is there already. */
export async function withStore<T>(address: string | undefined, shell: Shell, use: (store: ApprovalStore) => Promise<T>): Promise<T> {
  if (address === undefined) throw new UsageError("is needed: sqlite:FILE or postgresql://USER@HOST/DATABASE", "--ledger");
  return withLedger(address, shell, "did not answer, so nothing was changed as far as is known", async ({ approvals }) => {
    if (approvals === undefined) throw new UsageError("keeps no approval requests", "--ledger");
    return use(approvals);
  });
}

/** Finds a stored request by its nonce, else by its short code as people read it out. UsageError where there is none, or are several. */
export async function findStored(store: ApprovalStore, word: string): Promise<StoredApproval> {
  const byNonce = await store.get(word);
  if (byNonce !== null) return byNonce;
  const code = spokenCode(word);
  const found = (await store.list(MOST_STORED)).filter(({ request }) => request?.code === code);
  const [one, ...more] = found;
  if (one === undefined) throw new UsageError("is the nonce or code of no request that stands here", escapeText(word, 128));
  if (more.length > 0) throw new UsageError(`is the code of ${found.length} requests; give the nonce`, escapeText(word, 128));
  return one;
}

/** Crockford's letters, whichever of their look-alikes was typed. */
function spokenCode(word: string): string {
  const letters = word.toUpperCase().replaceAll("-", "").replace(/O/g, "0").replace(/[IL]/g, "1");
  return `${letters.slice(0, 4)}-${letters.slice(4, 8)}-${letters.slice(8)}`;
}

/** Reads what a store hands out: it is shown to a person, and signed. UnreadableError where it does not hold together. */
export function readStoredApproval(stored: StoredApproval): ReadApproval {
  try {
    const request = readApprovalRequest(stored.request);
    if (request.attestation.x_nonce !== stored.nonce) throw new TypeError("the request is kept under another nonce than its own");
    const proposal = attachApprovals(request.proposal, stored.evidence);
    return { stored, request: Object.freeze({ ...request, proposal }) };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UnreadableError(`the stored request ${escapeText(String(stored.nonce), 128)} is damaged: ${error.message}`, null, "--ledger");
  }
}
