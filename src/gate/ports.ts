import type { ConfigurationError } from "../decision/configuration-error.js";
import type { Decision } from "../decision/decision.js";
import type { ProvenanceFact } from "../decision/facts.js";
import type { Impact } from "../decision/impact.js";
import type { JsonPointer } from "../decision/issue.js";
import type { JsonObject, JsonValue } from "../json/value.js";
import type { Policy } from "../policy/policy.js";
import type { Artifact } from "../trust/artifacts.js";
import type { Keyring } from "../trust/keyring.js";
import type { AuditHead } from "./ledger.js";
import type { FailureClass, LiveDecision } from "./result/live-result.js";
import type { RawCopy } from "./result/result-ports.js";

/** Time as the gate sees it. */
export interface Clock {
  /** Epoch milliseconds; judged against what is signed. */
  now(): number;
  /** Milliseconds that never run backwards; the gate's own deadlines and ages. */
  monotonic(): number;
  /** Calls `done` once after `ms`, unless the returned function is called first. */
  timeout(ms: number, done: () => void): () => void;
}

/** Evidence files; `proceed()` turns false when the answer is no longer wanted. A ref that is left out was not read. */
export interface ArtifactSource {
  read(refs: readonly string[], proceed: () => boolean): Promise<ReadonlyMap<string, Artifact>>;
}

/** Policy and keyring that belong together. A change of either is another object. */
export interface Generation {
  readonly policy: Policy;
  readonly keyring: Keyring;
}

export interface ConfigSource {
  /** Looks for a change if one is due, else null. Never rejects for a bad file: the last good generation stays. */
  refresh(): Promise<void> | null;
  /** Looks for a change now. ConfigurationError where the files are bad. */
  reload(): Promise<void>;
  generation(): Generation;
  /** Why the last look failed, or null. */
  error(): ConfigurationError | null;
  /** Milliseconds since the generation was last seen good; 0 unless the last look failed. */
  staleFor(): number;
}

/** Who asks, as the host knows it; never taken from the model. */
export interface CallContext {
  readonly principal: string;
  readonly session?: string;
  readonly tenant?: string;
}

/** A block that was not carried out, because the operator only observes (spec/gate.md#observation). */
export type WouldBlock = Pick<Decision, "code" | "reason" | "path" | "issues" | "more_issues">;

/** One decision. */
export interface DecisionRecord {
  readonly kind: "decision";
  readonly request_id: string;
  /** Epoch milliseconds of the gate's clock that the proposal was judged at; null where it was not. */
  readonly at: number | null;
  /** The live tool, as called. */
  readonly tool: string;
  readonly context: CallContext;
  readonly decision: Decision;
  /** SHA-256 (hex) of the canonical arguments; null where they could not be read. */
  readonly args_digest: string | null;
  /** Argument values at the pointers that the policy names, and no others. */
  readonly args: Readonly<Record<JsonPointer, JsonValue>>;
  readonly idempotency_key: string | null;
  /** The operator only observes the tool at this time. */
  readonly observed: boolean;
  /** The block that was not carried out for that reason. */
  readonly would_block: WouldBlock | null;
  /** From call to record, in milliseconds. */
  readonly elapsed_ms: number;
}

/** What became of an allowed action that `guard` or `run` ran. `unknown`: it was started, and its end was not seen. */
export interface OutcomeRecord {
  readonly kind: "outcome";
  readonly request_id: string;
  readonly tool: string;
  readonly state: "started" | "succeeded" | "failed" | "unknown";
}

/**
 * One answer of a tool as the result gate judged it. `result` is what the caller is given, one for each call; `attempt` is an answer
 * after which the tool was asked again; `second` and `late` are answers that nobody was waiting for.
 */
export interface ResultRecord {
  readonly kind: "result";
  readonly request_id: string;
  readonly tool: string;
  readonly event: "result" | "attempt" | "second" | "late";
  /** From 1; 0 where the tool was not asked. */
  readonly attempt: number;
  /** Epoch milliseconds of the gate's clock that the answer was judged at; null where a fault of the gate's own came before. */
  readonly at: number | null;
  readonly decision: LiveDecision;
  /** Null on success. */
  readonly failure_class: FailureClass | null;
  /** SHA-256 (hex) of the canonical form of `{args, context, tool}`. */
  readonly request_digest: string;
  readonly idempotency_key: string;
  readonly raw_copies: readonly RawCopy[];
}

export type AuditRecord = DecisionRecord | OutcomeRecord | ResultRecord;

/** Where decisions are recorded. An append that settles has kept the record; one that rejects has not. */
export interface Audit {
  append(record: AuditRecord): Promise<void>;
  /** The last record kept, for the ledger; null before the first, or where the audit keeps no chain. */
  head?(): AuditHead | null;
  close?(): Promise<void>;
}

/** An AbortSignal, where the types of the runtime have one; what of it is there everywhere, where they have not. */
export type CheckSignal = typeof globalThis extends { AbortSignal: { prototype: infer Signal } }
  ? Signal
  : { readonly aborted: boolean; addEventListener(type: "abort", listener: () => void): void };

/** An operator's decision point. It can only refuse: anything but exactly `{ allow: true }` within its deadline blocks. */
export type OperatorCheck = (question: CheckQuestion, signal: CheckSignal) => unknown;

/** What a check is told: what was verified, frozen. */
export interface CheckQuestion {
  readonly rule: string;
  readonly request_id: string;
  readonly tool: string;
  readonly impact: Impact;
  readonly args: JsonObject;
  readonly context: CallContext;
  readonly provenance: readonly ProvenanceFact[];
}
