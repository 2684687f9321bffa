import type { ResultReason } from "../../contract/result-catalogue.js";
import type { ResultCheck, ResultRequest } from "../../contract/result-options.js";
import type { Keyring } from "../../trust/keyring.js";
import { verifyResult } from "../../verify-result.js";
import type { Clock } from "../ports.js";
import { LATE, startDeadline } from "../within.js";
import { askOnce } from "./ask-once.js";
import type { Execute, ToolCall } from "./live-answer.js";
import { type LiveDecision, type LiveReason, withoutAnswer } from "./live-result.js";
import { type OpenAnswer, openAnswer, type RawPart } from "./open-answer.js";
import type { CallIdentity } from "./record-result.js";

export interface AttemptTerms {
  readonly execute: Execute;
  readonly call: Omit<ToolCall, "timeout_ms" | "signal">;
  readonly request: ResultRequest;
  readonly checks: Readonly<Record<string, ResultCheck>>;
  readonly keyring: Keyring | null;
  readonly identity: CallIdentity;
  readonly clock: Clock;
  readonly timeoutMs: number;
  /** Most bytes of a protected copy. */
  readonly keep: number;
  /** Told of an answer that nobody waits for. `parts` ends its streams and gives what of it is there, which is nothing unless it is to be kept. */
  readonly extra: (event: "second" | "late", parts: (keep: boolean) => readonly RawPart[]) => void;
}

/** What one attempt came to. */
export interface Attempted {
  readonly decision: LiveDecision;
  /** What was read. */
  readonly parts: readonly RawPart[];
  /** Epoch milliseconds that the answer was judged at. */
  readonly at: number;
  /** What the tool's function, or its stream, threw; for the host alone. */
  readonly cause: unknown;
}

/** Asks the tool once, reads its answer up to the limit within the time, and verifies it afresh. */
export async function attemptCall(terms: AttemptTerms): Promise<Attempted> {
  const { clock, call, identity } = terms;
  const { contract, requestId } = identity;
  const deadline = startDeadline(clock, terms.timeoutMs);
  const unwanted = new AbortController();
  const bounds = { limit: contract.limits.maxBytes, keep: terms.keep, late: () => deadline.passed() };
  let open: OpenAnswer | null = null;
  let whole = false;

  const fault = (reason: ResultReason | LiveReason, cause?: unknown): Attempted => {
    const parts = open?.parts() ?? [];
    const bytes = parts.reduce((sum, part) => sum + part.bytes.length, 0);
    return { decision: withoutAnswer(reason, contract, requestId, bytes), parts, at: now(clock), cause };
  };

  const asking = askOnce(
    terms.execute,
    toolCall(call, terms.timeoutMs, unwanted.signal),
    (given) => openAnswer(given, bounds),
    (given, event) =>
      terms.extra(event, (keep) => {
        // What streams is not read: it is told to stop, and what was given whole is there.
        const one = openAnswer(given, keep ? bounds : { ...bounds, limit: 0, keep: 0 });
        one?.stop();
        return keep ? (one?.parts() ?? []) : [];
      }),
  );
  try {
    const first = await deadline.within(asking.first);
    if (first === LATE) return fault("result.late");
    if (first.given === undefined) return fault("result.transport", first.cause);
    open = first.given;
    if (open === null) return fault("result.no_answer");
    const read = await deadline.within(open.read());
    if (read === LATE) return fault("result.late");
    if ("fault" in read) return fault(read.fault, read.cause);
    whole = true;
    const at = now(clock);
    return {
      decision: verifyResult(read.answer, {
        contract,
        request: terms.request,
        now: at,
        checks: terms.checks,
        ...(terms.keyring !== null && { keyring: terms.keyring }),
      }),
      parts: open.parts(),
      at,
      cause: undefined,
    };
  } catch (cause) {
    // What verifyResult takes for a host's mistake is here the adapter's: it gave what is no answer, or none for this contract.
    return fault("result.no_answer", cause);
  } finally {
    asking.stop();
    open?.stop();
    // Nothing is under way after a whole answer, and an abort costs more than all the rest of the call.
    if (!whole) unwanted.abort();
  }
}

/** Each by its name: a spread costs many times more. */
function toolCall(call: AttemptTerms["call"], timeout_ms: number, signal: ToolCall["signal"]): ToolCall {
  const { tool, args, context, request_id, idempotency_key, attempt } = call;
  return Object.freeze({ tool, args, context, request_id, idempotency_key, attempt, timeout_ms, signal });
}

/** Whole milliseconds. A clock that throws ends the call, and that is told as a fault of ours. */
function now(clock: Clock): number {
  return Math.floor(clock.now());
}
