import { createGate } from "../../node/create-gate.js";
import type { Policy } from "../../policy/policy.js";
import type { Keyring } from "../../trust/keyring.js";
import type { Reply } from "../reply.js";
import { loadKeyringFor, loadPolicyAt } from "../verification.js";
import { HOOK_BLOCKS, refusal } from "./hook-reply.js";
import type { HookSettings } from "./hook-settings.js";
import { lazyLedger } from "./lazy-ledger.js";
import { openSharedLog } from "./open-shared-log.js";
import { proposeCall } from "./propose-call.js";
import type { BeforeTool } from "./read-event.js";

/** An allow that the host may show nobody: its own permission rules go on as if there were no hook. */
const ALLOWED: Reply = { exit: 0, stdout: '{"suppressOutput":true}\n' };

/** The operator's two files, loaded. */
export interface Operator {
  readonly policy: Policy;
  readonly keyring: Keyring;
}

export async function loadOperator({ policy, keys }: HookSettings): Promise<Operator> {
  return {
    policy: await loadPolicyAt({ path: policy, from: "flag" }),
    keyring: await loadKeyringFor({ path: keys, from: "flag" }, "strict"),
  };
}

/**
 * PreToolUse: a live gate decides on the call (spec/hook.md#before). The host runs what it showed us, so the arguments that were
 * verified are those that run.
 */
export async function beforeTool({ tool, args, session }: BeforeTool, settings: HookSettings): Promise<Reply> {
  const { policy, keyring } = await loadOperator(settings);
  const audit = settings.audit === null ? null : await openSharedLog(settings.audit);
  const gate = await createGate({
    policy,
    keyring,
    audience: settings.audience,
    ledger: settings.ledger === "none" ? "none" : lazyLedger(settings.ledger),
    // The rest is for start, files and the log.
    deadlineMs: Math.floor(settings.deadlineMs / 2),
    ...(audit !== null && { audit }),
  });
  try {
    const context = { principal: settings.principal, ...(session !== null && { session }) };
    const decision = await gate.decide({ proposal: proposeCall(policy, tool, args), tool, args, context });
    if (decision.verdict === "block") return refusal(decision.code, decision.request_id, decision.pending);
    // Burned here: what it stands for is handed to the host, once.
    return decision.permit.redeem().tool === tool ? ALLOWED : { exit: HOOK_BLOCKS, stdout: "" };
  } finally {
    // What was kept was kept; a close that fails changes nothing.
    await gate.close().catch(() => undefined);
  }
}
