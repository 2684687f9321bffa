import type { Reason } from "../decision/catalogue.js";
import type { Requirements } from "../decision/requirements.js";
import { breaksGlass } from "./authority.js";
import { isListed } from "./is-listed.js";
import type { KeyEntry } from "./keyring.js";

/**
 * Why a key may not speak for this action, or null (spec/trust.md#key-scope). Tested on the operator's impact, in the
 * catalogue's order.
 */
export function outOfScope(entry: KeyEntry, requirements: Requirements, audience: string | null, now: bigint): Reason | null {
  if (!mayRaise(entry, requirements, now)) return "trust.key_purpose";
  if (!covers(entry.tools, requirements.tool)) return "trust.key_tool";
  return uncovered(entry, requirements, audience);
}

function uncovered(entry: KeyEntry, requirements: Requirements, audience: string | null): Reason | null {
  if (!covers(entry.impacts, requirements.impact)) return "trust.key_impact";
  if (audience !== null && !covers(entry.audiences, audience)) return "trust.key_audience";
  const unscoped = entry.tools === null || entry.impacts === null;
  if (unscoped && requirements.scopedKeysRequired && requirements.trustedChainRequired) return "trust.key_unscoped";
  return null;
}

/**
 * Why a key may not sign a receipt of these names, or null (spec/receipts.md#key): the tool whose answer it is, and what policies call the
 * fact, or a key for one tool could speak for any. `impacts` are those of the actions that may rest on it. A key that the agent can use is
 * no gate's.
 */
export function receiptOutOfScope(
  entry: KeyEntry,
  { tool, contract }: { readonly tool: string | null; readonly contract: string | null },
  requirements: Requirements,
  audience: string | null,
): Reason | null {
  if (!isListed("receipt", entry.purpose) || isListed("agent", entry.purpose)) return "trust.key_purpose";
  if (tool !== null && !covers(entry.tools, tool)) return "trust.key_tool";
  if (contract !== null && !covers(entry.tools, contract)) return "trust.key_tool";
  return uncovered(entry, requirements, audience);
}

/** A break-glass key is for tools whose policy says so, while it says so. */
function mayRaise(entry: KeyEntry, { breakGlass }: Requirements, now: bigint): boolean {
  if (isListed("approve", entry.purpose) || isListed("attest", entry.purpose)) return true;
  return breaksGlass(entry) && breakGlass !== null && now < breakGlass.until;
}

/** Absent scope covers everything; that it may be absent is the policy's matter. */
function covers(scope: readonly string[] | null, name: string): boolean {
  return scope === null || isListed("*", scope) || isListed(name, scope);
}
