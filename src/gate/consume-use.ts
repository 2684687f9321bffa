import { sha256 } from "#crypto";
import type { GateParts } from "./gate-parts.js";
import type { AuditHead } from "./ledger.js";
import { blocked, type Standing } from "./standing.js";
import { type Deadline, LATE } from "./within.js";

/** Uses up attestations, nonce and budgets. What may have been used counts as used: a late answer never allows. */
export async function consumeUse({ ledger, audit }: GateParts, deadline: Deadline, at: Standing): Promise<Standing> {
  const { now, verified } = at;
  if (verified === null || ledger === null || now === null) return at;
  const { attestations, nonce } = verified.trusted ?? { attestations: [], nonce: null };
  const budgets = verified.judged?.budgets ?? [];
  if (attestations.length === 0 && nonce === null && budgets.length === 0) return at;
  const head: AuditHead | null = audit?.head?.() ?? null;
  try {
    const answer: unknown = await deadline.within(ledger.consume({ attestations, nonce, budgets, head, now }));
    return answer === LATE ? blocked(at, "limit.deadline") : concludeConsumption(at, answer);
  } catch {
    return blocked(at, "internal.ledger_unavailable");
  }
}

function concludeConsumption(at: Standing, answer: unknown): Standing {
  switch (ownMember(answer, "outcome")) {
    case "consumed":
      return { ...at, decision: Object.freeze({ ...at.decision, single_use: "consumed" }) };
    case "already_used":
      return blocked(at, "policy.already_used");
    case "over_budget": {
      const id = ownMember(answer, "rule");
      if (!at.verified?.judged?.budgets.some(({ rule }) => rule === id)) return blocked(at, "internal.ledger_unavailable");
      const rule = id as string;
      return blocked(at, "policy.limit", { rule, rules: [{ reason: "policy.limit", id: rule }] }, "/action/args");
    }
    case "clock_skew":
      return blocked(at, "internal.clock_skew");
    default:
      return blocked(at, "internal.ledger_unavailable");
  }
}

/** Its own member only: a polluted prototype must not answer for the ledger. */
function ownMember(answer: unknown, name: "outcome" | "rule"): unknown {
  if (typeof answer !== "object" || answer === null || !Object.hasOwn(answer, name)) return undefined;
  return (answer as Record<string, unknown>)[name];
}

const KEY_DIGITS = 40;

/**
 * What the tool may hand to its own backend so that one action is carried out once: the same for one use of one approval, and
 * another for every other action (spec/gate.md#idempotency-key).
 */
export function idempotencyKey(requestId: string, { verified }: Standing): string {
  const { nonce, attestations } = verified?.trusted ?? { nonce: null, attestations: [] };
  const parts =
    nonce !== null ? ["nonce", nonce] : attestations.length > 0 ? ["uses", ...attestations.map(({ id }) => id)] : ["call", requestId];
  return `ik_${sha256(JSON.stringify([verified?.action?.tool ?? null, ...parts])).slice(0, KEY_DIGITS)}`;
}
