import type { Limits } from "../decision/limits.js";
import type { Profile } from "../decision/profile.js";
import type { Settings } from "../verify-settings.js";
import type { ApprovalQuota } from "./approval-quota.js";
import type { ApprovalStore } from "./approval-store.js";
import type { Ledger } from "./ledger.js";
import type { ArtifactSource, Audit, CallContext, Clock, ConfigSource, Generation, OperatorCheck } from "./ports.js";

/** What the gate is made of; every port has been checked. */
export interface GateParts {
  readonly clock: Clock;
  readonly config: ConfigSource;
  /** Null: no evidence root, so every file is unavailable. */
  readonly artifacts: ArtifactSource | null;
  /** Null: the operator said "none". */
  readonly ledger: Ledger | null;
  readonly audit: Audit | null;
  /** Null: nothing is ever pending. */
  readonly approvals: ApprovalStore | null;
  readonly approvalQuota: ApprovalQuota;
  readonly approvalLifetimeSeconds: number;
  /** By the id of the policy's rule. */
  readonly checks: ReadonlyMap<string, OperatorCheck>;
  /** Null: the operator said "none". */
  readonly audience: string | null;
  readonly profile: Profile;
  readonly limits: Limits;
  readonly deadlineMs: number;
  /** What the pure pipeline is told of a call at `now`, epoch milliseconds. */
  readonly settingsFor: (generation: Generation, now: number, call: Pick<LiveCall, "tool" | "args" | "context">) => Settings;
  /** Unpredictable printable ASCII, for approval requests. */
  readonly newNonce: () => string;
}

/** A tool call about to run, as the host states it. */
export interface LiveCall {
  readonly requestId: string;
  readonly proposal: unknown;
  readonly tool: string;
  readonly args: unknown;
  readonly context: CallContext;
}

/** The gate that a permit is tied to. */
export interface Issuer {
  readonly closed: boolean;
}
