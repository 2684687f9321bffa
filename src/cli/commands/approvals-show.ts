import type { ApprovalRequest } from "../../sign/approval-request.js";
import { judgeNow, noPolicy, policyWord } from "../approval/policy-word.js";
import { renderApproval } from "../approval/render-approval.js";
import { findStored, LEDGER_FLAG, readStoredApproval, withStore } from "../approval/stored-approvals.js";
import { defineCommand } from "../command.js";
import { asciiJson } from "../escape.js";
import { EXIT } from "../exits.js";
import { findOperatorFile, lookForOperatorFile } from "../operator-files.js";
import type { Shell } from "../shell.js";
import { FORMAT_FLAGS, loadKeyringFor, loadPolicyAt, OPERATOR_FLAGS, readFormat } from "../verification.js";

/** Of a page that no terminal asks for. */
const COLUMNS = 120;

export const command = defineCommand({
  name: "approvals show",
  summary: "Shows one approval request of a ledger, as an approver will see it.",
  operand: { name: "NONCE|CODE" },
  flags: {
    ...LEDGER_FLAG,
    policy: OPERATOR_FLAGS.policy,
    keys: { ...OPERATOR_FLAGS.keys, help: "the operator's keyring, needed beside a policy; else PIC_KEYS_PATH" },
    ...FORMAT_FLAGS,
    format: { type: "text", value: "text|json", help: "output (text); json is a request that countersign approve takes" },
  },
  async run(flags, word, shell) {
    const format = readFormat(flags, ["text", "json"]);
    const frame = await frameOf(flags, shell);
    const { request, stored } = readStoredApproval(await withStore(flags.ledger, shell, (store) => findStored(store, word as string)));
    if (format === "json") return { exit: EXIT.done, stdout: `${asciiJson(request)}\n` };
    const state = stored.state === "denied" ? ["DENIED: it is not asked for until it ends", ""] : [];
    return { exit: EXIT.done, stdout: `${[...state, ...renderApproval(request, frame(request))].join("\n")}\n` };
  },
});

async function frameOf(flags: { readonly policy: string | undefined; readonly keys: string | undefined }, shell: Shell) {
  const policyFile = lookForOperatorFile("policy", flags.policy, "strict", shell);
  const policy = policyFile === null ? null : await loadPolicyAt(policyFile);
  // The policy's word hangs on whose keys have signed.
  const find = policy === null ? lookForOperatorFile : findOperatorFile;
  const keysFile = find("keys", flags.keys, "strict", shell);
  const keyring = keysFile === null ? null : await loadKeyringFor(keysFile, "strict");
  const judges = keyring === null ? null : { policy: policy ?? (await noPolicy()), keyring, now: shell.now };
  return (request: ApprovalRequest) => {
    const decision = judges === null ? null : judgeNow(request.proposal, request, judges);
    return {
      now: BigInt(shell.now) * 1_000_000n,
      columns: COLUMNS,
      policy: policy === null || judges === null || decision === null ? null : policyWord(request, judges, decision),
      evidence: decision?.facts.evidence ?? [],
      ownerOf: (id: string) => keyring?.keys.get(id)?.owner ?? null,
    };
  };
}
