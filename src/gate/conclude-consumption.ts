import type { Reason } from "../decision/catalogue.js";
import { block } from "../decision/conclude-decision.js";
import type { Decision } from "../decision/decision.js";
import type { StageFacts } from "../decision/facts.js";
import { fail } from "../decision/issue.js";
import type { Verified } from "../verify-action.js";
import type { AuditHead, ConsumeOutcome, ConsumeRequest } from "./ledger.js";

/** What an allowed action uses up; null where it uses nothing, so that no ledger is asked (spec/gate.md GATE-10). */
export function consumptionOf({ trusted, judged }: Verified, now: number, head: AuditHead | null): ConsumeRequest | null {
  const attestations = trusted?.attestations ?? [];
  const nonce = trusted?.nonce ?? null;
  const budgets = judged?.budgets ?? [];
  return attestations.length === 0 && nonce === null && budgets.length === 0 ? null : { attestations, nonce, budgets, head, now };
}

/** A ledger that threw, rejected or could not be reached. */
export const NO_ANSWER: unique symbol = Symbol("no answer");

/**
 * An allow, once the ledger has answered: the allow that is consumed, or the block that the answer means (spec/gate.md GATE-11).
 * Total: any answer but a known outcome, as an own member, is no answer.
 */
export function concludeConsumption(decision: Decision, { budgets }: ConsumeRequest, answer: unknown): Decision {
  const { outcome, rule } = ownAnswer(answer);
  switch (outcome) {
    case "consumed":
      return decision.verdict === "allow" ? Object.freeze({ ...decision, single_use: "consumed" }) : decision;
    case "already_used":
      return refuse(decision, "policy.already_used");
    case "clock_skew":
      return refuse(decision, "internal.clock_skew");
    case "over_budget": {
      const over = budgets.find((entry) => entry.rule === rule);
      if (over === undefined) return refuse(decision, "internal.ledger_unavailable");
      return refuse(decision, "policy.limit", { rule: over.rule, rules: [{ reason: "policy.limit", id: over.rule }] });
    }
    default:
      return refuse(decision, "internal.ledger_unavailable");
  }
}

/** Own members only: a polluted prototype must not answer for the ledger. */
function ownAnswer(answer: unknown): { readonly outcome?: ConsumeOutcome["outcome"]; readonly rule?: unknown } {
  if (typeof answer !== "object" || answer === null || !Object.hasOwn(answer, "outcome")) return Object.create(null);
  const { outcome, rule } = answer as { outcome: ConsumeOutcome["outcome"]; rule?: unknown };
  return { outcome, rule: Object.hasOwn(answer, "rule") ? rule : undefined };
}

function refuse(decision: Decision, reason: Reason, facts?: StageFacts): Decision {
  const failure = fail(reason);
  return block(facts === undefined ? failure : { ...failure, facts }, decision);
}
