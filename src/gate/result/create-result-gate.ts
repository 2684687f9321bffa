import type { Contract } from "../../contract/contract.js";
import type { JsonObject } from "../../json/value.js";
import { carryAccepted } from "../../trust/accepted-result.js";
import type { Permit } from "../permit.js";
import { OutcomeUnknownError } from "../record-outcomes.js";
import { createRequestIds } from "../request-ids.js";
import { type CircuitState, createCircuits } from "./circuits.js";
import { classifyFailure } from "./classify-failure.js";
import { keepRaw } from "./keep-raw.js";
import type { Execute } from "./live-answer.js";
import { type LiveResult, withoutAnswer } from "./live-result.js";
import type { RawPart } from "./open-answer.js";
import { type CallOptions, type CallRequest, contractOf, type ReadCall, readCall, requestDigest } from "./read-call.js";
import { type CallIdentity, recordResult } from "./record-result.js";
import type { InvalidNotice, ResultPorts } from "./result-ports.js";
import { type CallEnd, type PreparedCall, runAttempts, type Shared, unrecorded } from "./run-attempts.js";

export interface ResultGateStatus {
  readonly closed: boolean;
  readonly circuits: readonly CircuitState[];
  /** Calls whose result is not there yet. */
  readonly outstanding: number;
  /** Answers that nobody waited for: second and late ones. */
  readonly extraAnswers: number;
  /** Records of those that could not be kept. A result that could not be recorded is told to its caller. */
  readonly auditErrors: number;
  /** Times that `onInvalid` threw or rejected. */
  readonly observerErrors: number;
}

/** Loaded contracts, several versions of a tool among them: a list, or a set of them. */
export type Contracts = readonly Contract[] | { readonly contracts: readonly Contract[] };

/** The live result gate (spec/results.md#live). */
export interface ResultGate {
  /**
   * Asks a tool and gives what its contract lets an agent have. Give `agent` to the model and nothing else. Rejects with TypeError for
   * a host's misuse and with PermitError for a permit that is not good; the tool was not asked then. Everything else is a result.
   */
  callTool(request: CallRequest, execute: Execute, options?: CallOptions): Promise<LiveResult>;
  /** Takes other contracts for later calls. A contract that changed begins with a closed circuit. */
  replaceContracts(contracts: Contracts): void;
  status(): ResultGateStatus;
  /** Refuses later calls and waits for what is under way. The audit is the host's to close. */
  close(): Promise<void>;
}

/** Second and late answers of one call that are recorded; further ones are counted. */
const MAX_EXTRA = 4;

/** A failure of an action whose end was seen, told to the action gate's audit. */
class ActionFailed extends Error {}

/** What a call is made under. */
interface Terms {
  readonly args: JsonObject;
  readonly requestId: string;
  readonly idempotencyKey: string;
  readonly mayGoOn: PreparedCall["mayGoOn"];
}

/** Wires the pure gate to its ports. `countersign/node` has the function that makes the ports from options. */
export function createResultGateOver(ports: ResultPorts, first: readonly Contract[]): ResultGate {
  const { clock, audit, rawCopies, recordTimeoutMs } = ports;
  const circuits = createCircuits();
  const requestIds = createRequestIds(ports.newRequestId);
  const underWay = new Set<Promise<unknown>>();
  const extras = new WeakMap<PreparedCall, number>();
  let contracts = first;
  let outstanding = 0;
  let extraAnswers = 0;
  let auditErrors = 0;
  let observerErrors = 0;
  let closed = false;

  function track<T>(work: Promise<T>): Promise<T> {
    const settled = work.then(
      () => void underWay.delete(settled),
      () => void underWay.delete(settled),
    );
    underWay.add(settled);
    return work;
  }

  function tell(notice: InvalidNotice): void {
    if (ports.onInvalid === null) return;
    const failed = () => {
      observerErrors += 1;
    };
    try {
      Promise.resolve(ports.onInvalid(notice)).catch(failed);
    } catch {
      failed();
    }
  }

  function extra(call: PreparedCall, attempt: number, event: "second" | "late", take: (keep: boolean) => readonly RawPart[]): void {
    extraAnswers += 1;
    const count = (extras.get(call) ?? 0) + 1;
    extras.set(call, count);
    const parts = take(count <= MAX_EXTRA);
    if (count > MAX_EXTRA) return;
    const recording = recordExtra(call.identity, attempt, event, count, parts).catch(() => false);
    void track(
      recording.then((kept) => {
        if (!kept) auditErrors += 1;
      }),
    );
  }

  async function recordExtra(identity: CallIdentity, attempt: number, event: "second" | "late", count: number, parts: readonly RawPart[]) {
    const { requestId, contract } = identity;
    const copies = await keepRaw(`${requestId}.${attempt}.${event}${count}`, parts, rawCopies, clock, recordTimeoutMs);
    const bytes = parts.reduce((sum, part) => sum + part.bytes.length, 0);
    const decision = withoutAnswer(event === "second" ? "result.second" : "result.late", contract, requestId, bytes);
    const judged = { event, attempt, decision, failure: classifyFailure(decision, contract), copies, at: Math.floor(clock.now()) };
    return recordResult(identity, judged, audit, clock, recordTimeoutMs);
  }

  const shared: Shared = { circuits, tell, extra };

  /** Total but for misuse: a fault of the gate's own is a refusal like any other, and recorded. */
  async function decide(call: PreparedCall): Promise<CallEnd> {
    try {
      return await runAttempts(call, ports, shared);
    } catch {
      const { identity } = call;
      const decision = withoutAnswer("internal.error", identity.contract, identity.requestId, 0);
      // A clock that throws may be what went wrong: nobody knows the time.
      const judged = { event: "result", attempt: 0, decision, failure: "ours", copies: [], at: null } as const;
      const kept = await recordResult(identity, judged, audit, clock, recordTimeoutMs);
      return kept ? { decision, failure: "ours", attempts: 0, copies: [] } : unrecorded(identity, 0, []);
    }
  }

  async function make(
    { tool, context, contract, execute }: Pick<ReadCall, "tool" | "context"> & { readonly contract: Contract; readonly execute: Execute },
    { args, requestId, idempotencyKey, mayGoOn }: Terms,
  ): Promise<LiveResult> {
    const started = elapsed(0);
    const identity = { requestId, contract, idempotencyKey, requestDigest: requestDigest(tool, args, context) };
    const { decision, failure, attempts, copies, cause } = await decide({ identity, execute, args, context, mayGoOn });
    const result = {
      ...decision,
      request_id: requestId,
      failure_class: failure,
      attempts,
      idempotency_key: idempotencyKey,
      elapsed_ms: Math.round(elapsed(started) * 1000) / 1000,
      raw_copies: copies,
      cause: null as unknown,
    };
    // Without a prototype: a `get` that a page put there would make it no descriptor, after the tool was asked.
    Object.defineProperty(result, "cause", { __proto__: null, value: cause, enumerable: false } as PropertyDescriptor);
    carryAccepted(decision, result);
    return Object.freeze(result);
  }

  /** Milliseconds since `since`. A clock that throws must not turn a result into a throw. */
  function elapsed(since: number): number {
    try {
      return clock.monotonic() - since;
    } catch {
      return 0;
    }
  }

  /** The action gate burns the permit, records the start and, from what became of the answer, the end. */
  async function makeUnder(permit: Permit, gate: NonNullable<ResultPorts["gate"]>, call: (terms: Terms) => Promise<LiveResult>) {
    let result: LiveResult | null = null;
    try {
      await gate.run(permit, async (args, { request_id: requestId, idempotency_key: idempotencyKey }) => {
        result = await call({ args, requestId, idempotencyKey, mayGoOn: () => gate.holds(permit) });
        const failure = result.failure_class;
        if (failure === "upstream" || failure === "unauthorised") throw new ActionFailed();
        // Nobody knows what a tool did whose answer does not hold.
        if (failure !== null) throw new OutcomeUnknownError();
      });
    } catch (error) {
      if (result === null) throw error;
    }
    return result as unknown as LiveResult;
  }

  async function callTool(request: CallRequest, execute: Execute, options: CallOptions = {}): Promise<LiveResult> {
    if (closed) throw new TypeError("the result gate is closed");
    if (typeof execute !== "function") throw new TypeError("callTool needs the function that asks the tool");
    const { tool, args, context, version, permit } = readCall(request, options);
    const contract = contractOf(tool, version, contracts, clock.now());
    const call = (terms: Terms) => make({ tool, context, contract, execute }, terms);
    if (args !== null) {
      const requestId = requestIds();
      return call({ args, requestId, idempotencyKey: requestId, mayGoOn: async () => true });
    }
    const { gate } = ports;
    if (gate === null) throw new TypeError("a permit is redeemed at its own gate: give that gate to the result gate");
    if (permit?.tool !== tool) throw new TypeError("the permit is for another tool");
    return makeUnder(permit, gate, call);
  }

  return Object.freeze({
    callTool: async (request: CallRequest, execute: Execute, options?: CallOptions) => {
      outstanding += 1;
      try {
        return await track(callTool(request, execute, options));
      } finally {
        outstanding -= 1;
      }
    },
    replaceContracts: (next: Contracts) => {
      contracts = "contracts" in next ? next.contracts : next;
      circuits.keepOnly(contracts);
    },
    status: () => Object.freeze({ closed, circuits: circuits.states(contracts), outstanding, extraAnswers, auditErrors, observerErrors }),
    close: async () => {
      closed = true;
      while (underWay.size > 0) await Promise.all(underWay);
    },
  });
}
