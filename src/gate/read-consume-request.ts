import { sha256 } from "#crypto";
import type { BudgetEntry } from "../policy/budget.js";
import { type AuditHead, type ConsumeRequest, LEDGER_RETENTION_MS } from "./ledger.js";

/** A running limit with its times in milliseconds. */
export interface Spending extends BudgetEntry {
  readonly windowMs: number;
  /** How long past its instant a use of it is kept: the window, then the retention. */
  readonly keptMs: number;
}

/** What a request uses up, as every store keeps it. */
export interface Uses {
  /** Row name (64 hex digits) to the epoch milliseconds when it may be dropped, in the order of the names. */
  readonly rows: ReadonlyMap<string, number>;
  /** The first end among the attestations' own rows; Infinity where there are none. */
  readonly firstUntil: number;
  readonly spendings: readonly Spending[];
  readonly head: AuditHead | null;
  readonly now: number;
}

const DIGEST = /^[0-9a-f]{64}$/;
const LOG = /^[0-9a-f]{32}$/;

/**
 * Reads a request as a store may trust it; one that is odd in any way is no request (spec/ledger.md#request).
 *
 * @throws TypeError, which the store rejects with.
 */
export function readConsumeRequest({ attestations, nonce, budgets, head, ...request }: ConsumeRequest): Uses {
  // A host's clock may count parts of a millisecond.
  const now = Math.floor(request.now);
  if (!Number.isSafeInteger(now) || now < 0) throw new TypeError("now must be epoch milliseconds");
  const found: [string, number][] = [];
  let last = now;
  let firstUntil = Number.POSITIVE_INFINITY;
  for (const { id, expiresAt } of attestations) {
    if (typeof id !== "string" || !DIGEST.test(id)) throw new TypeError("an attestation's id must be 64 hex digits");
    const until = expiresAt + LEDGER_RETENTION_MS;
    if (!Number.isSafeInteger(until)) throw new TypeError("an attestation's end must be epoch milliseconds");
    found.push([id, until]);
    firstUntil = Math.min(firstUntil, until);
    last = Math.max(last, expiresAt);
  }
  if (nonce !== null) {
    if (typeof nonce !== "string") throw new TypeError("nonce must be a string or null");
    // Hashed, so that a row has one size however long the signed nonce is; no attestation's id is made of such bytes.
    found.push([sha256(`countersign-nonce:${nonce}`), last + LEDGER_RETENTION_MS]);
  }
  // In one order everywhere: two stores' sessions that want the same rows must not wait for each other.
  found.sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    rows: new Map(found),
    firstUntil,
    spendings: budgets.map((entry) => readSpending(entry, now)),
    head: head === null ? null : readHead(head),
    now,
  };
}

function readSpending({ rule, key, amount, max, windowSeconds }: BudgetEntry, now: number): Spending {
  if (typeof rule !== "string" || rule === "") throw new TypeError("a budget needs its rule");
  if (typeof key !== "string" || !DIGEST.test(key)) throw new TypeError("a budget's key must be 64 hex digits");
  for (const [name, value] of [
    ["amount", amount],
    ["max", max],
  ] as const) {
    if (!Number.isSafeInteger(value) || value < 0) throw new TypeError(`a budget's ${name} must be a safe integer, 0 or more`);
  }
  const windowMs = windowSeconds * 1000;
  const keptMs = windowMs + LEDGER_RETENTION_MS;
  if (!Number.isSafeInteger(windowSeconds) || windowSeconds < 1 || !Number.isSafeInteger(2 * (now + keptMs)))
    throw new TypeError("a budget's window must be a whole number of seconds");
  return { rule, key, amount, max, windowSeconds, windowMs, keptMs };
}

function readHead({ log, seq, hash }: AuditHead): AuditHead {
  if (typeof log !== "string" || !LOG.test(log) || typeof hash !== "string" || !DIGEST.test(hash) || !Number.isSafeInteger(seq) || seq < 0)
    throw new TypeError("a head needs log, seq and hash");
  return { log, seq, hash };
}
