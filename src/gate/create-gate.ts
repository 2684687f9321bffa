import { type AgentView, agentView } from "../decision/agent-view.js";
import type { ConfigurationError } from "../decision/configuration-error.js";
import type { JsonObject } from "../json/value.js";
import type { ProposalInput } from "../verify-action.js";
import { createApprovalQuota } from "./approval-quota.js";
import { assertCovered } from "./assert-covered.js";
import { BlockedError } from "./blocked-error.js";
import { createCallSettings } from "./call-settings.js";
import { splitCarriedProposal } from "./carried-proposal.js";
import { decideAction } from "./decide-action.js";
import { type GateDecision, gateDecision } from "./gate-decision.js";
import type { GateParts, LiveCall } from "./gate-parts.js";
import { type Permit, PermitError, redeemAt, stillHolds } from "./permit.js";
import type { CallContext } from "./ports.js";
import { type GateRequest, readContext, readRequest } from "./read-request.js";
import { createOutcomes, OutcomeUnknownError } from "./record-outcomes.js";
import { createRequestIds } from "./request-ids.js";
import { type ToolNeeds, toolNeeds } from "./tool-needs.js";
import { LATE, startDeadline } from "./within.js";

/** Told of every decision after it was made; what it returns or throws changes nothing. */
export type DecisionObserver = (decision: GateDecision, event: DecisionEvent) => unknown;

export interface DecisionEvent {
  readonly tool: string;
  readonly context: CallContext;
  /** Why policy or keyring could not be reloaded, or null. */
  readonly configurationError: ConfigurationError | null;
}

export interface GatePorts extends Omit<GateParts, "approvalQuota" | "settingsFor"> {
  /** Unpredictable text of `[A-Za-z0-9_.]`. */
  readonly newRequestId: () => string;
  readonly onDecision: DecisionObserver | null;
}

export interface GateStatus {
  readonly closed: boolean;
  /** SHA-256 of the policy and keyring that decide now. */
  readonly digests: { readonly policy: string; readonly keyring: string };
  /** Why the last reload failed, or null. */
  readonly configurationError: ConfigurationError | null;
  /** Milliseconds since policy and keyring were last seen good; 0 unless the last look failed. */
  readonly staleFor: number;
  /** Times that `onDecision` threw or rejected. */
  readonly observerErrors: number;
  /** Outcomes of actions that could not be recorded. */
  readonly auditErrors: number;
}

/** What a guarded call brings beside its arguments. */
export interface GuardedCall {
  /** Absent where the arguments carry it as `__pic`. */
  readonly proposal?: ProposalInput;
  readonly context: CallContext;
}

/**
 * A tool's own function. It gets the verified arguments, frozen. `A` is what the host says they look like: the gate compares them
 * with the proposal, and it is the `args` schema of a version 1 policy that makes such a type true.
 */
export type ToolFunction<A extends object = JsonObject, T = unknown> = (
  args: A,
  run: { readonly tool: string; readonly request_id: string; readonly idempotency_key: string },
) => T | Promise<T>;

/** The live gate (spec/gate.md). */
export interface Gate {
  /** The decision for one call. Rejects with TypeError for a host's misuse only; everything else is a decision. */
  decide(request: GateRequest): Promise<GateDecision>;
  /** The permit of an allowed call. Rejects with BlockedError on block. */
  enforce(request: GateRequest): Promise<Permit>;
  /**
   * Looks at policy and keyring again if that is due, redeems a permit of this gate and runs `fn` with its arguments. Rejects with
   * PermitError, and does not call `fn`, otherwise.
   */
  run<A extends object = JsonObject, T = unknown>(permit: Permit, fn: ToolFunction<A, T>): Promise<T>;
  /**
   * Whether the action of a permit that was run may be tried again under it: looks at policy and keyring again if that is due, and
   * asks for everything that a permit ends with but its one use (spec/results.md#retries).
   */
  holds(permit: Permit): Promise<boolean>;
  /**
   * A function that runs `fn` only when the call is allowed, with the arguments that were verified. The gate is asked when that
   * function is called, so a closed gate still makes one, and every call of it rejects with BlockedError.
   */
  guard<A extends object = JsonObject, T = unknown>(tool: string, fn: ToolFunction<A, T>): (args: unknown, call: GuardedCall) => Promise<T>;
  /** What the policy asks of a tool's calls now; null for a tool that it does not name. Decides nothing. */
  needs(tool: string): ToolNeeds | null;
  /**
   * The tools of a host that no `guard` of this gate wraps, and so are called on a path that never asks it (spec/gate.md#coverage). In
   * strict there must be none: ConfigurationError that lists them. Called once, when the host has its tools together.
   *
   * @param tools Every tool that the agent can call.
   */
  assertCovered(tools: Iterable<string>): readonly string[];
  /** What the model may see of a decision. */
  agentView(decision: GateDecision): AgentView;
  /** Reads policy and keyring again now. Rejects with ConfigurationError where they are bad; the last good ones stay. */
  reload(): Promise<void>;
  status(): GateStatus;
  /** Ends the gate: later calls block, permits end, the ledger is closed. */
  close(): Promise<void>;
}

/** Wires the pure pipeline to its ports. `countersign/node` has the function that makes the ports from options. */
export function createGateOver(ports: GatePorts): Gate {
  const { config, clock, ledger, deadlineMs, onDecision } = ports;
  // `"":0,` is the shortest member.
  const maxMembers = ports.limits.maxBytes / 5;
  const issuer = { closed: false };
  const requestIds = createRequestIds(ports.newRequestId);
  const parts: GateParts = { ...ports, approvalQuota: createApprovalQuota(), settingsFor: createCallSettings(ports) };
  const outcomes = createOutcomes(ports.audit, clock, deadlineMs);
  const guardedTools = new Set<string>();
  let observerErrors = 0;
  let closing: Promise<void> | null = null;

  async function decideCall(call: Omit<LiveCall, "requestId">): Promise<GateDecision> {
    const started = elapsed(0);
    const requestId = requestIds();
    const { proposal, tool, args, context } = call;
    const decided = await decideAction({ requestId, proposal, tool, args, context }, parts, issuer, () => elapsed(started));
    const result = gateDecision(requestId, elapsed(started), decided);
    observe(result, call);
    return result;
  }

  /** Milliseconds since `since`. A clock that throws must not turn a decision into a throw. */
  function elapsed(since: number): number {
    try {
      return clock.monotonic() - since;
    } catch {
      return 0;
    }
  }

  function observe(decision: GateDecision, { tool, context }: Omit<LiveCall, "requestId">): void {
    if (onDecision === null) return;
    const failed = () => {
      observerErrors += 1;
    };
    try {
      const answer = onDecision(decision, Object.freeze({ tool, context, configurationError: config.error() }));
      Promise.resolve(answer).catch(failed);
    } catch {
      failed();
    }
  }

  function permitOf(decision: GateDecision): Permit {
    if (decision.verdict !== "allow") throw new BlockedError(decision);
    return decision.permit;
  }

  /** Whether policy and keyring were looked at in time where that was due (spec/gate.md#permit); a fault of a port is a no. */
  async function sawConfiguration(): Promise<boolean> {
    try {
      const deadline = startDeadline(clock, deadlineMs);
      const refresh = config.refresh();
      return refresh === null || (await deadline.within(refresh)) !== LATE;
    } catch {
      return false;
    }
  }

  async function runAction<A extends object, T>(permit: Permit, fn: ToolFunction<A, T>): Promise<T> {
    const { tool, args, recordRequired } = redeemAt(issuer, permit, (await sawConfiguration()) ? null : "configuration_unseen");
    const { request_id, idempotency_key } = permit;
    const end = await outcomes.begin(request_id, tool);
    if (end === null && recordRequired) throw new PermitError("unrecorded");
    try {
      // The host's word for what the arguments look like; nothing more is known here than that they are what was verified.
      const result = await fn(args as object as A, Object.freeze({ tool, request_id, idempotency_key }));
      await end?.("succeeded");
      return result;
    } catch (error) {
      await end?.(error instanceof OutcomeUnknownError ? "unknown" : "failed");
      throw error;
    }
  }

  async function guarded<A extends object, T>(tool: string, fn: ToolFunction<A, T>, args: unknown, call: GuardedCall): Promise<T> {
    const { proposal, context } = readGuardedCall(call);
    const parts = proposal === undefined ? splitCarriedProposal(args, maxMembers) : { proposal, args };
    return runAction(permitOf(await decideCall({ ...parts, tool, context })), fn);
  }

  /** Each is closed, whatever became of the others; the first fault is told. */
  async function closePorts(): Promise<void> {
    await outcomes.abandon();
    const closed = await Promise.allSettled([ledger, ports.audit].map(async (port) => port?.close?.()));
    for (const end of closed) if (end.status === "rejected") throw end.reason;
  }

  return Object.freeze({
    decide: async (request: GateRequest) => await decideCall(readRequest(request)),
    enforce: async (request: GateRequest) => permitOf(await decideCall(readRequest(request))),
    run: async <A extends object, T>(permit: Permit, fn: ToolFunction<A, T>) => {
      if (typeof fn !== "function") throw new TypeError("run needs the tool's function");
      return runAction(permit, fn);
    },
    holds: async (permit: Permit) => (await sawConfiguration()) && stillHolds(issuer, permit),
    guard: <A extends object, T>(tool: string, fn: ToolFunction<A, T>) => {
      if (typeof tool !== "string" || tool === "") throw new TypeError("guard needs the tool's name");
      if (typeof fn !== "function") throw new TypeError("guard needs the tool's function");
      guardedTools.add(tool);
      return async (args: unknown, call: GuardedCall) => guarded(tool, fn, args, call);
    },
    needs: (tool: string) => toolNeeds(config.generation().policy, tool, ports.profile),
    assertCovered: (tools: Iterable<string>) => assertCovered(tools, guardedTools, ports.profile),
    agentView: (decision: GateDecision) => agentView(decision, decision.request_id),
    reload: () => config.reload(),
    status: () => {
      const { policy, keyring } = config.generation();
      const digests = Object.freeze({ policy: policy.digest, keyring: keyring.digest });
      const state = { closed: issuer.closed, digests, configurationError: config.error(), staleFor: config.staleFor(), observerErrors };
      return Object.freeze({ ...state, auditErrors: outcomes.errors() });
    },
    close: () => {
      issuer.closed = true;
      closing ??= closePorts();
      return closing;
    },
  });
}

function readGuardedCall(call: GuardedCall): GuardedCall {
  if (typeof call !== "object" || call === null) throw new TypeError("a guarded call needs { proposal?, context }");
  for (const name of Object.keys(call))
    if (name !== "proposal" && name !== "context") throw new TypeError(`unknown member of the call: ${name}`);
  const proposal = Object.hasOwn(call, "proposal") ? call.proposal : undefined;
  return { proposal, context: readContext(Object.hasOwn(call, "context") ? call.context : undefined) };
}
