import { DEFAULT_LIMITS } from "../../../src/decision/limits.js";
import type { JsonValue } from "../../../src/json/value.js";
import { checkProposal } from "../../../src/wire/check-proposal.js";
import type { Proposal } from "../../../src/wire/proposal.js";

/** A low-impact proposal, parsed anew on each call. */
export function baseProposal(): { [name: string]: JsonValue } {
  return JSON.parse(
    '{"protocol":"PIC/1.0","intent":"Find the travel policy","impact":"read","provenance":[{"id":"chat","trust":"untrusted"}],' +
      '"claims":[{"text":"The user asks for it","evidence":["chat"]}],"action":{"tool":"docs.search","args":{"q":"travel"}}}',
  );
}

/** The base with members replaced, through the stage that makes proposals. */
export function checkedProposal(members: { [name: string]: JsonValue } = {}): Proposal {
  const outcome = checkProposal({ ...baseProposal(), ...members }, DEFAULT_LIMITS);
  if (!outcome.ok) throw new Error(`not a proposal: ${JSON.stringify(outcome.issues)}`);
  return outcome.value;
}
