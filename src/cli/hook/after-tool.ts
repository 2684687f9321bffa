import { INVALID_RESPONSE } from "../../contract/result-decision.js";
import { canonicalText } from "../../json/canonical-text.js";
import type { JsonObject } from "../../json/value.js";
import { verifyResult } from "../../verify-result.js";
import { asciiJson } from "../escape.js";
import type { Reply } from "../reply.js";
import { answerOf } from "./answer-of.js";
import { contractsByTool } from "./contracts-by-tool.js";
import { HOOK_BLOCKS, newHookRequestId } from "./hook-reply.js";
import type { HookSettings } from "./hook-settings.js";
import type { AfterTool } from "./read-event.js";
import { recordAnswer } from "./record-answer.js";
import { readToolAnswer } from "./tool-answer.js";

/**
 * PostToolUse: the tool has run, and its answer is held against its contract before the model reads it (spec/hook.md#after). What the
 * model gets is put in the answer's place. A tool without a contract has no results.
 */
export async function afterTool(event: AfterTool, settings: HookSettings, now: number): Promise<Reply> {
  const contract = (await contractsByTool(settings.contracts)).get(event.tool);
  if (contract === undefined) return answerRefused(event);
  const { tool, args, session } = event;
  const id = newHookRequestId();
  const context = { principal: settings.principal, ...(session !== null && { session }) };
  const decision = verifyResult(answerOf(event, contract, id), { contract, request: { id, tool, args, context }, now });
  // An answer that nobody could look up again is none.
  const kept =
    settings.audit === null || (await recordAnswer(settings.audit, { args, context, contract, decision, at: now }, settings.deadlineMs));
  if (!kept || decision.code === INVALID_RESPONSE) return answerRefused(event, id);
  return answered(event, decision.agent as unknown as JsonObject);
}

/** What the model reads of an answer that was refused, or of which nothing can be said. Fixed words. */
export function answerRefused(event: AfterTool, requestId = newHookRequestId()): Reply {
  const { tool } = event;
  const said = `countersign refused the answer of this tool: nothing is known of it. Code ${INVALID_RESPONSE}, request ${requestId}.`;
  const shown = { tool, request_id: requestId, outcome: "failure", error: { code: INVALID_RESPONSE, retryable: false } };
  return replacing(event, shown, { decision: "block", reason: said }) ?? { exit: HOOK_BLOCKS, stdout: "", stderr: `${said}\n` };
}

/** What the contract selects, in place of the answer. Where the host takes no replacement the model has read more than that. */
function answered(event: AfterTool, agent: JsonObject): Reply {
  return replacing(event, agent, { suppressOutput: true }) ?? answerRefused(event);
}

function replacing({ response }: AfterTool, shown: JsonObject, beside: JsonObject): Reply | null {
  const { replacedBy } = readToolAnswer(response);
  if (replacedBy === null) return null;
  const updatedToolOutput = replacedBy(canonicalText(shown));
  const output = { ...beside, hookSpecificOutput: { hookEventName: "PostToolUse", updatedToolOutput } };
  return { exit: 0, stdout: `${asciiJson(output)}\n` };
}
