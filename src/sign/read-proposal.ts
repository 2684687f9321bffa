import { CATALOGUE } from "../decision/catalogue.js";
import type { Issue } from "../decision/issue.js";
import { DEFAULT_LIMITS } from "../decision/limits.js";
import { STRICT } from "../decision/profile.js";
import { freezePlain } from "../json/freeze-plain.js";
import { isBytes } from "../json/is-bytes.js";
import { readInput } from "../json/read-input.js";
import { resolveProvenance } from "../provenance/resolve-provenance.js";
import { checkProposal } from "../wire/check-proposal.js";
import type { Proposal } from "../wire/proposal.js";
import { locateOddity } from "./locate-oddity.js";

/**
 * Reads a proposal that is to be sent or signed, by the checks that a strict gate will make: limits, strict JSON, shape, unique
 * ids; and every reference must resolve, whatever the impact. The result is a frozen copy. TypeError says what is wrong.
 */
export function readProposal(input: unknown): Proposal {
  const value = readInput(input, DEFAULT_LIMITS);
  if (!value.ok) throw unreadable(input, value.issues[0]);
  const proposal = checkProposal(value.value, DEFAULT_LIMITS);
  if (!proposal.ok) throw invalid(proposal.issues[0]);
  const resolved = resolveProvenance(proposal.value, STRICT);
  if (!resolved.ok) throw invalid(resolved.issues[0]);
  const [dangling] = resolved.value.dangling;
  if (dangling !== undefined) throw new TypeError(`the proposal is not valid: ${dangling} names no provenance entry`);
  return freezePlain(proposal.value);
}

/** Live data belongs to the caller, so the member that could not be read may be named. */
function unreadable(input: unknown, issue: Issue): TypeError {
  if (typeof input !== "object" || input === null || isBytes(input) || !issue.reason.startsWith("json.")) return invalid(issue);
  const { path, found } = locateOddity(input, issue.reason, DEFAULT_LIMITS);
  const told = invalid({ reason: issue.reason, path });
  return found === "" ? told : new TypeError(`${told.message} There is ${found}.`);
}

function invalid({ reason, path }: Issue): TypeError {
  const means = CATALOGUE.find((row) => row.reason === reason)?.means ?? "";
  return new TypeError(`the proposal is not valid at ${path === "" ? "its root" : path}: ${reason}. ${means}`);
}
