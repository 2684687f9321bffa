import type { JsonObject, JsonValue } from "../../json/value.js";
import type { CarriedReceipt } from "../../trust/receipt.js";
import type { FactRule, ToolRule } from "../policy.js";
import type { Question } from "../question.js";
import { type Finding, NO_FINDINGS } from "./finding.js";

export interface Facts {
  /** By contract. */
  readonly facts: JsonObject;
  readonly findings: readonly Finding[];
  /** Epoch milliseconds when the first of them is no longer good, rounded down; null where there is none. */
  readonly end: number | null;
}

const NO_FACTS: Facts = Object.freeze({ facts: Object.freeze({}), findings: NO_FINDINGS, end: null });
const MILLISECOND = 1_000_000n;

/**
 * The facts that a tool's conditions may read (spec/policy.md#facts): of contracts that the policy names, in a version that it takes,
 * young enough, fetched after the last approval where it says so. A fact that fails is not there.
 */
export function judgeFacts({ facts: rules }: ToolRule, { receipts, raisedAt, now }: Question): Facts {
  if (rules.length === 0) return NO_FACTS;
  const facts: Record<string, JsonValue> = Object.create(null);
  const findings: Finding[] = [];
  let end: number | null = null;
  for (const rule of rules) {
    const receipt = receipts.find(({ contract }) => contract === rule.contract);
    if (receipt === undefined) {
      if (!rule.optional) findings.push({ reason: "policy.fact_missing", path: "/evidence", id: rule.id });
      continue;
    }
    const faults = faultsOf(receipt, rule, raisedAt, now);
    for (const reason of faults) findings.push({ reason, path: `/evidence/${receipt.index}/payload`, id: rule.id });
    if (faults.length > 0) continue;
    facts[rule.contract] = factOf(receipt);
    const until = Number(earlier(receipt.expiresAt, receipt.issuedAt + rule.maxAge) / MILLISECOND);
    if (end === null || until < end) end = until;
  }
  return { facts: Object.freeze(facts), findings, end };
}

function faultsOf(receipt: CarriedReceipt, rule: FactRule, raisedAt: bigint | null, now: bigint): readonly Finding["reason"][] {
  const { versions, maxAge, refetch } = rule;
  const faults: Finding["reason"][] = [];
  if (versions !== null && !versions.includes(receipt.contractVersion)) faults.push("policy.fact_version");
  const early = refetch && raisedAt !== null && receipt.issuedAt < raisedAt;
  if (now - receipt.issuedAt > maxAge || early) faults.push("policy.fact_stale");
  return faults;
}

function factOf({ tool, contractVersion, requestId, requestDigest, resultDigest, bound, result, issued }: CarriedReceipt): JsonObject {
  return Object.freeze({
    result,
    bound,
    tool,
    contract_version: contractVersion,
    request_id: requestId,
    request_digest: requestDigest,
    result_digest: resultDigest,
    issued_at: issued,
  });
}

function earlier(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
