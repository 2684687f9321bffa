import { readOnlySet } from "../decision/read-only.js";
import type { Contract } from "./contract.js";
import type { RetryEntry } from "./contract-file.js";

/** What a contract says of time and of trying again. */
export function retryOf(entry: RetryEntry | undefined): Pick<Contract, "retry" | "budget" | "unauthorised"> {
  if (entry === undefined) return { retry: null, budget: null, unauthorised: readOnlySet(new Set()) };
  const { idempotent, budget_ms, attempt_ms = budget_ms, unauthorised = [] } = entry;
  const { attempts = 1, first_wait_ms = 0, max_wait_ms = 0, on = [], codes = [] } = entry;
  const retry = {
    attempts,
    firstWaitMs: first_wait_ms,
    maxWaitMs: max_wait_ms,
    on: readOnlySet(new Set(on)),
    codes: readOnlySet(new Set(codes)),
  };
  return {
    retry: idempotent ? Object.freeze(retry) : null,
    budget: Object.freeze({ totalMs: budget_ms, attemptMs: attempt_ms }),
    unauthorised: readOnlySet(new Set(unauthorised)),
  };
}
