import { sha256 } from "#crypto";
import type { Verified } from "../verify-action.js";
import { concludeConsumption, consumptionOf, NO_ANSWER } from "./conclude-consumption.js";
import type { GateParts, LiveCall } from "./gate-parts.js";
import type { ConsumeRequest, Ledger } from "./ledger.js";
import { blocked, type Standing } from "./standing.js";
import { type Deadline, LATE } from "./within.js";

/** Uses up attestations, nonce and budgets. What may have been used counts as used: a late answer never allows. */
export function consumeUse({ ledger, audit }: GateParts, deadline: Deadline, at: Standing): Standing | Promise<Standing> {
  const { now, verified } = at;
  if (verified === null || ledger === null || now === null) return at;
  const request = consumptionOf(verified, now, audit?.head?.() ?? null);
  return request === null ? at : consume(ledger, request, deadline, at, verified);
}

async function consume(ledger: Ledger, request: ConsumeRequest, deadline: Deadline, at: Standing, verified: Verified): Promise<Standing> {
  let answer: unknown;
  try {
    answer = await deadline.within(ledger.consume(request));
  } catch {
    answer = NO_ANSWER;
  }
  if (answer === LATE) return blocked(at, "limit.deadline");
  const decision = conclude(at, request, answer);
  return { ...at, decision, verified: decision.verdict === "allow" ? verified : null };
}

function conclude(at: Standing, request: ConsumeRequest, answer: unknown): Standing["decision"] {
  try {
    return concludeConsumption(at.decision, request, answer);
  } catch {
    // An answer that throws when it is looked at.
    return concludeConsumption(at.decision, request, NO_ANSWER);
  }
}

const KEY_DIGITS = 40;

/**
 * What the tool may hand to its own backend so that one action is carried out once: the same for one use of one approval, and
 * another for every other action (spec/gate.md#idempotency-key).
 */
export function idempotencyKey(requestId: string, { trusted, action }: Verified): string {
  const { nonce, attestations } = trusted ?? { nonce: null, attestations: [] };
  // Nothing was used: the call itself is what is done once.
  if (nonce === null && attestations.length === 0) return requestId;
  const parts = nonce === null ? ["uses", ...attestations.map(({ id }) => id)] : ["nonce", nonce];
  return `ik_${sha256(JSON.stringify([action?.tool ?? null, ...parts])).slice(0, KEY_DIGITS)}`;
}

/** An allow with its key: made once, told by decision, record and permit. */
export function withIdempotencyKey({ requestId }: LiveCall, at: Standing): Standing {
  return at.verified === null || at.decision.verdict === "block" ? at : { ...at, idempotencyKey: idempotencyKey(requestId, at.verified) };
}
