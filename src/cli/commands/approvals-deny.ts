import { findStored, LEDGER_FLAG, withStore } from "../approval/stored-approvals.js";
import { defineCommand } from "../command.js";
import { escapeText } from "../escape.js";
import { EXIT } from "../exits.js";

export const command = defineCommand({
  name: "approvals deny",
  summary: "Denies a request of a ledger: the call stays blocked and is not asked for again until the request ends.",
  operand: { name: "NONCE|CODE" },
  flags: LEDGER_FLAG,
  async run(flags, word, shell) {
    // A damaged request can be denied too.
    const denied = await withStore(flags.ledger, shell, async (store) => store.deny((await findStored(store, word as string)).nonce));
    if (denied === null) return { exit: EXIT.finding, stdout: "", stderr: "countersign: it ended meanwhile\n" };
    return { exit: EXIT.done, stdout: `denied ${escapeText(String(denied.request?.code ?? denied.nonce), 128)}\n` };
  },
});
