import type { Reason } from "../decision/catalogue.js";
import { block, type DecisionFrame } from "../decision/conclude-decision.js";
import type { Decision } from "../decision/decision.js";
import type { StageFacts } from "../decision/facts.js";
import { type Failure, fail } from "../decision/issue.js";
import type { Requirements } from "../decision/requirements.js";
import { freezeDeep } from "../json/freeze-deep.js";
import type { ApprovalRequest } from "../sign/approval-request.js";
import type { Prepared, Verified } from "../verify-action.js";
import type { GateParts, LiveCall } from "./gate-parts.js";
import type { Generation, WouldBlock } from "./ports.js";

/** How things stand between two steps. It starts as a block, so that whatever is left out blocks. */
export interface Standing {
  readonly decision: Decision;
  readonly generation: Generation;
  /** Epoch milliseconds that the proposal was judged at. */
  readonly now: number | null;
  readonly requirements: Requirements | null;
  /** The call as it was judged last; null before. */
  readonly prepared: Prepared | null;
  /** Null on a block. */
  readonly verified: Verified | null;
  /** Epoch milliseconds until when the tool is under observation; null where it is not at `now`. */
  readonly observedUntil: number | null;
  readonly wouldBlock: WouldBlock | null;
  readonly approvalRequest: ApprovalRequest | null;
  readonly pending: boolean;
  /** The nonce of the stored request whose signatures were attached. */
  readonly attached: string | null;
  readonly recorded: boolean;
  /** Null until the call is allowed, and on a block. */
  readonly idempotencyKey: string | null;
}

const NOTHING_JUDGED: Failure = freezeDeep(fail("internal.error"));

/** Where a call starts. */
export function unjudged({ tool }: LiveCall, { config, audience, profile }: GateParts): Standing {
  const generation = config.generation();
  const { policy, keyring } = generation;
  const frame: DecisionFrame = {
    binding: "full",
    single_use: "unchecked",
    audience: profile.checkAudience && audience !== null ? "checked" : "unchecked",
    profile: profile.name,
    facts: {
      tool,
      impact: { declared: null, operator: policy.tools.get(tool)?.impact ?? null },
      digests: { policy: policy.digest, keyring: keyring.digest },
    },
  };
  return {
    decision: block(NOTHING_JUDGED, frame),
    generation,
    now: null,
    requirements: null,
    prepared: null,
    verified: null,
    observedUntil: null,
    wouldBlock: null,
    approvalRequest: null,
    pending: false,
    attached: null,
    recorded: false,
    idempotencyKey: null,
  };
}

/** The same call, blocked for one reason, which no signature lifts (APPROVE-23); `seen` joins the facts. */
export function blocked(at: Standing, reason: Reason, seen?: StageFacts, path = ""): Standing {
  const { binding, single_use, audience, profile, facts } = at.decision;
  return {
    ...at,
    verified: null,
    approvalRequest: null,
    pending: false,
    idempotencyKey: null,
    decision: block(
      { ...fail(reason, path), ...(seen !== undefined && { facts: seen }) },
      { binding, single_use, audience, profile, facts },
    ),
  };
}
