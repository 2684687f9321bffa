import { sha256 } from "#crypto";
import type { Reason } from "../decision/catalogue.js";
import type { JsonPointer } from "../decision/issue.js";
import { canonicalText } from "../json/canonical-text.js";
import { valueAt } from "../json/pointer.js";
import { readObject } from "../json/read-input.js";
import type { JsonObject, JsonValue } from "../json/value.js";
import type { GateParts, LiveCall } from "./gate-parts.js";
import type { Audit, DecisionRecord } from "./ports.js";
import { blocked, type Standing } from "./standing.js";
import { type Deadline, LATE } from "./within.js";

/**
 * Records every decision (spec/gate.md#audit). An allow that was not recorded is no allow, except of an impact that the policy
 * lets go unrecorded; a block stays the block that it is.
 */
export function recordDecision(
  call: LiveCall,
  parts: GateParts,
  deadline: Deadline,
  elapsed: () => number,
  at: Standing,
): Standing | Promise<Standing> {
  const { audit } = parts;
  return audit === null ? at : record(audit, () => recordOf(call, parts, elapsed, at), deadline, at);
}

async function record(audit: Audit, decided: () => DecisionRecord, deadline: Deadline, at: Standing): Promise<Standing> {
  let reason: Reason;
  try {
    if ((await deadline.within(audit.append(decided()))) !== LATE) return { ...at, recorded: true };
    reason = "limit.deadline";
  } catch {
    reason = "internal.audit_unavailable";
  }
  return at.decision.verdict === "block" || mayGoUnrecorded(at) ? at : blocked({ ...at, wouldBlock: null }, reason);
}

/** Both impacts count, the operator's and the proposal's; glass is never broken without a record. */
export function mayGoUnrecorded({ decision, generation, requirements }: Pick<Standing, "decision" | "requirements"> & Judging): boolean {
  if (requirements === null || decision.facts.break_glass !== undefined) return false;
  const { auditBestEffort } = generation.policy;
  return auditBestEffort.has(requirements.impact) && auditBestEffort.has(requirements.declaredImpact);
}

/** What a record is made of; a command line has no more of a standing than this. */
type Recorded = Pick<Standing, "decision" | "verified" | "now" | "observedUntil" | "wouldBlock" | "idempotencyKey"> & Judging;

interface Judging {
  readonly generation: Pick<Standing["generation"], "policy">;
}

/** The record of a decision (spec/audit.md). */
export function recordOf(
  call: Omit<LiveCall, "proposal">,
  { limits }: Pick<GateParts, "limits">,
  elapsed: () => number,
  at: Recorded,
): DecisionRecord {
  const { requestId, tool, context } = call;
  const { decision, verified, generation } = at;
  const read = verified?.action === null || verified === null ? readObject(call.args, limits) : null;
  const args = verified?.action?.args ?? (read?.ok ? read.value : null);
  return Object.freeze({
    kind: "decision",
    request_id: requestId,
    at: at.now,
    tool,
    context,
    decision,
    args_digest: args === null ? null : (decision.facts.digests.args ?? sha256(canonicalText(args))),
    args: args === null ? {} : valuesAt(args, generation.policy.tools.get(tool)?.auditArgs ?? []),
    idempotency_key: at.idempotencyKey,
    observed: at.observedUntil !== null,
    would_block: at.wouldBlock,
    elapsed_ms: Math.round(elapsed() * 1000) / 1000,
  });
}

/** The values that the policy lets into the audit; a pointer that leads nowhere is left out. */
function valuesAt(args: JsonObject, pointers: readonly JsonPointer[]): Readonly<Record<JsonPointer, JsonValue>> {
  const values: Record<JsonPointer, JsonValue> = Object.create(null);
  for (const pointer of pointers) {
    const value = valueAt(args, pointer);
    if (value !== undefined) values[pointer] = value;
  }
  return values;
}
