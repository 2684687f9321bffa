import type { Contract } from "../../contract/contract.js";
import type { JsonObject } from "../../json/value.js";
import { nowToNanos } from "../../trust/timestamp.js";
import { type Attempted, attemptCall } from "./attempt-call.js";
import type { Circuits } from "./circuits.js";
import { classifyFailure, isDrift } from "./classify-failure.js";
import { keepRaw } from "./keep-raw.js";
import type { Execute } from "./live-answer.js";
import { type FailureClass, type LiveDecision, withoutAnswer } from "./live-result.js";
import type { RawPart } from "./open-answer.js";
import { type CallIdentity, type Judged, recordResult } from "./record-result.js";
import type { InvalidNotice, RawCopy, ResultPorts } from "./result-ports.js";
import { waitAfter } from "./wait-after.js";

/** One call, ready to be made. */
export interface PreparedCall {
  readonly identity: CallIdentity;
  readonly execute: Execute;
  readonly args: JsonObject;
  readonly context: JsonObject;
  /** Whether the tool may be asked again, as far as the action gate goes. */
  readonly mayGoOn: () => Promise<boolean>;
}

/** What the gate keeps between calls, as far as attempts need it. */
export interface Shared {
  readonly circuits: Circuits;
  readonly tell: (notice: InvalidNotice) => void;
  /** Answers that nobody waited for: recorded beside the call. */
  readonly extra: (call: PreparedCall, attempt: number, event: "second" | "late", parts: (keep: boolean) => readonly RawPart[]) => void;
}

export interface CallEnd {
  readonly decision: LiveDecision;
  readonly failure: FailureClass | null;
  readonly attempts: number;
  readonly copies: readonly RawCopy[];
  /** What the tool's function, or its stream, threw in the last attempt. */
  readonly cause?: unknown;
}

/**
 * Makes the attempts of one call (spec/results.md#retries): each answer is verified afresh, recorded, and none of an earlier attempt
 * is ever given. The last record is of what is returned, and is kept before this returns.
 */
export async function runAttempts(call: PreparedCall, ports: ResultPorts, shared: Shared): Promise<CallEnd> {
  const { clock, recordTimeoutMs, audit } = ports;
  const { identity } = call;
  const { contract, requestId } = identity;
  const record = (judged: Judged) => recordResult(identity, judged, audit, clock, recordTimeoutMs);
  const unasked = refusedUnasked(contract, clock.now(), shared.circuits);
  if (unasked !== null) {
    const decision = withoutAnswer(unasked, contract, requestId, 0);
    const judged = { event: "result", attempt: 0, decision, failure: "ours", copies: [], at: Math.floor(clock.now()) } as const;
    return (await record(judged)) ? { decision, failure: "ours", attempts: 0, copies: [] } : unrecorded(identity, 0, []);
  }
  const { totalMs, attemptMs } = contract.budget ?? { totalMs: ports.timeoutMs, attemptMs: ports.timeoutMs };
  const end = clock.monotonic() + totalMs;

  for (let attempt = 1; ; attempt += 1) {
    const left = end - clock.monotonic();
    const attempted = await attemptOnce(call, ports, shared, attempt, Math.min(attemptMs, left));
    const { decision, parts, at, cause } = attempted;
    const failure = classifyFailure(decision, contract);
    const refused = failure !== null && failure !== "upstream" && failure !== "unauthorised";
    const copies = refused ? await keepRaw(`${requestId}.${attempt}`, parts, ports.rawCopies, clock, recordTimeoutMs) : [];
    const { inARow, opened } = shared.circuits.note(
      contract,
      failure === null ? "fits" : isDrift(decision, failure) ? "drifted" : "neither",
    );
    const wait = mayRetry(contract, failure, decision, attempt) ? waitAfter(attempt, contract.retry as never, ports.random) : null;
    const again = wait !== null && clock.monotonic() + wait < end && !shared.circuits.isOpen(contract);
    const judged: Judged = { event: again ? "attempt" : "result", attempt, decision, failure, copies, at };
    const kept = await record(judged);
    if (failure === "invalid" || failure === "mismatch") shared.tell(noticeOf(identity, judged, failure, inARow, opened));
    if (!kept) return unrecorded(identity, attempt, copies);
    const whole = { decision, failure, attempts: attempt, copies, cause };
    if (!again) return whole;
    await sleep(wait, clock);
    if (clock.monotonic() < end && !shared.circuits.isOpen(contract) && (await call.mayGoOn())) continue;
    // What the last attempt came to is what the caller gets, and so it is recorded as that.
    return (await record({ ...judged, event: "result" })) ? whole : unrecorded(identity, attempt, copies);
  }
}

/** Why the tool is not even asked, or null. */
function refusedUnasked(contract: Contract, now: number, circuits: Circuits): "result.contract_ended" | "result.circuit_open" | null {
  if (contract.ends !== null && nowToNanos(Math.floor(now)) >= contract.ends) return "result.contract_ended";
  return circuits.isOpen(contract) ? "result.circuit_open" : null;
}

function attemptOnce(call: PreparedCall, ports: ResultPorts, shared: Shared, attempt: number, timeoutMs: number): Promise<Attempted> {
  const { identity, execute, args, context } = call;
  const { requestId, idempotencyKey, contract } = identity;
  const { tool } = contract;
  return attemptCall({
    execute,
    call: { tool, args, context, request_id: requestId, idempotency_key: idempotencyKey, attempt },
    request: { id: requestId, tool, args, context },
    checks: ports.checks,
    keyring: ports.keyring,
    identity,
    clock: ports.clock,
    timeoutMs,
    keep: ports.rawCopies?.maxBytes ?? 0,
    extra: (event, parts) => shared.extra(call, attempt, event, parts),
  });
}

function mayRetry({ retry }: Contract, failure: FailureClass | null, { code }: LiveDecision, attempt: number): boolean {
  if (retry === null || attempt >= retry.attempts) return false;
  if (failure === "upstream") return retry.on.has(failure) && retry.codes.has(code);
  return (failure === "transport" || failure === "invalid") && retry.on.has(failure);
}

function noticeOf(
  { requestId, contract }: CallIdentity,
  { decision, copies }: Pick<Judged, "decision" | "copies">,
  failure: FailureClass,
  inARow: number,
  opened: boolean,
): InvalidNotice {
  const { owner, tool, version, digest } = contract;
  return Object.freeze({
    owner,
    tool,
    request_id: requestId,
    contract: Object.freeze({ version, digest }),
    failure_class: failure,
    reason: decision.reason as string,
    path: decision.path,
    facts: decision.facts,
    raw_copies: copies,
    in_a_row: inARow,
    circuit_open: opened,
  });
}

/** No record, no result: whatever the answer was, the agent gets a failure. */
export function unrecorded({ contract, requestId }: CallIdentity, attempts: number, copies: readonly RawCopy[]): CallEnd {
  return { decision: withoutAnswer("internal.audit_unavailable", contract, requestId, 0), failure: "ours", attempts, copies };
}

function sleep(ms: number, clock: ResultPorts["clock"]): Promise<void> {
  return new Promise((resolve) => void clock.timeout(ms, resolve));
}
