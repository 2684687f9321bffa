import { canonicalize } from "../json/canonicalize.js";
import { freezeDeep } from "../json/freeze-deep.js";
import type { JsonObject, JsonValue } from "../json/value.js";
import { rememberAccepted } from "../trust/accepted-result.js";
import { fieldIn } from "./field.js";
import type { AgentResult, ResultDecision } from "./result-decision.js";
import type { ResultRequest, ResultSettings } from "./result-options.js";

/**
 * Keeps beside an accepted decision what a receipt of it would say (spec/receipts.md#issuing): the values tied to the request, as they
 * were judged, and what was asked. Only where the contract has receipts.
 */
export function keepForReceipt(decision: ResultDecision, data: JsonObject, { contract, request, now }: ResultSettings): ResultDecision {
  const { receipt, tool, version } = contract;
  if (receipt === null) return decision;
  const bound: Record<string, JsonValue> = Object.create(null);
  for (const { field, as } of receipt.bound) bound[as] = freezeDeep(fieldIn(data, field) as JsonValue);
  rememberAccepted(decision, {
    tool,
    name: receipt.name,
    version,
    requestId: request.id,
    request: canonicalRequest(request),
    bound: Object.freeze(bound),
    result: resultOf(decision.agent),
    at: now,
    lifetimeSeconds: receipt.lifetimeSeconds,
  });
  return decision;
}

/** Texts that somebody else wrote are no facts. */
function resultOf(agent: AgentResult): JsonObject {
  return agent.outcome === "success" ? agent.data : {};
}

/** Host data, which may change behind our back, so that it is written down now; null where the host gave something that is no plain data. */
function canonicalRequest({ id, tool, args, context }: ResultRequest): Uint8Array | null {
  try {
    const bytes = canonicalize({ args, context, request_id: id, tool });
    return bytes.ok ? bytes.value : null;
  } catch {
    return null;
  }
}
