import { APPROVER_FLAGS, readApprover, signRequest } from "../approval/sign-request.js";
import { findStored, LEDGER_FLAG, readStoredApproval, withStore } from "../approval/stored-approvals.js";
import { defineCommand } from "../command.js";
import { EXIT } from "../exits.js";
import type { Reply } from "../reply.js";

export const command = defineCommand({
  name: "approvals approve",
  summary: "Shows a request of a ledger at the terminal and, on a clear yes, keeps the signature with it.",
  operand: { name: "NONCE|CODE" },
  flags: { ...LEDGER_FLAG, ...APPROVER_FLAGS },
  notes: [
    "Needs a terminal, and a key of purpose approve in the keyring. There is no flag that says yes.",
    "Exits 1 where nothing was signed; the request stands. The agent's next call of the same kind takes the signature.",
  ],
  async run(flags, word, shell) {
    const approver = await readApprover(flags, shell);
    // Not held open while a person reads.
    const stored = await withStore(flags.ledger, shell, (store) => findStored(store, word as string));
    const { request } = readStoredApproval(stored);
    if (stored.state === "denied") return refused("somebody denied it; it is not asked for until it ends");
    const outcome = await signRequest(request, approver, flags, shell);
    if (!outcome.signed) return refused(outcome.why);
    const kept = await withStore(flags.ledger, shell, (store) => store.sign(stored.nonce, outcome.evidence));
    if (kept === null) return refused("it ended, was denied or was signed for that source meanwhile; the signature was not kept");
    return { exit: EXIT.done, stdout: `signed ${request.code}\n` };
  },
});

function refused(why: string): Reply {
  return { exit: EXIT.finding, stdout: "", stderr: `countersign: ${why}\n` };
}
