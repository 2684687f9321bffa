import type { Bound } from "./binding/call.js";
import type { DecisionFrame } from "./decision/conclude-decision.js";
import type { DecisionFacts } from "./decision/facts.js";
import type { Requirements } from "./decision/requirements.js";
import type { JsonObject } from "./json/value.js";
import { observationEnd } from "./policy/observation-end.js";
import type { Policy } from "./policy/policy.js";
import type { Keyring } from "./trust/keyring.js";
import { formatTimestamp } from "./trust/timestamp.js";
import type { Trusted } from "./trust/trusted.js";
import type { Settings } from "./verify-settings.js";

/** Bound to the live call; `bound` is null for a call that the policy lets go without a proposal. */
export interface Ready {
  readonly bound: Bound | null;
  readonly tool: string;
  readonly args: JsonObject;
  readonly requirements: Requirements;
}

/** The parts of a decision that are known whichever way it falls. */
export function frameOf(settings: Settings, ready: Ready | null, trusted: Trusted | null): DecisionFrame {
  const { call, profile, audience } = settings;
  return {
    binding: call.level,
    single_use: "unchecked",
    audience: profile.checkAudience && audience !== null && (trusted?.audiencesSigned ?? true) ? "checked" : "unchecked",
    profile: profile.name,
    facts: factsOf(settings, ready, trusted),
  };
}

function factsOf({ policy, keyring, call, now }: Settings, ready: Ready | null, trusted: Trusted | null): DecisionFacts {
  const digests = digestsOf(policy, keyring, trusted);
  const tool = ready?.tool ?? call.tool;
  const until = observationEnd(policy, tool, now);
  const facts = factsSeen(policy, tool, digests, ready, trusted);
  return until === null ? facts : { ...facts, observe: { until: formatTimestamp(until) } };
}

/** Without evidence nothing of the action was digested. */
function digestsOf(policy: Policy, keyring: Keyring, trusted: Trusted | null): DecisionFacts["digests"] {
  const digests: { -readonly [Name in keyof DecisionFacts["digests"]]: string } = { policy: policy.digest, keyring: keyring.digest };
  if (trusted === null || trusted.evidence.length === 0) return digests;
  // One by one: a spread costs many times more.
  const { args, claims, intent } = trusted.digests;
  if (args !== undefined) digests.args = args;
  if (claims !== undefined) digests.claims = claims;
  if (intent !== undefined) digests.intent = intent;
  return digests;
}

function factsSeen(
  policy: Policy,
  tool: string | null,
  digests: DecisionFacts["digests"],
  ready: Ready | null,
  trusted: Trusted | null,
): DecisionFacts {
  if (tool === null) return { digests };
  const declared = ready?.bound?.resolved.proposal.impact ?? null;
  const impact = { declared, operator: policy.tools.get(tool)?.impact ?? null };
  if (trusted === null) return { tool, impact, digests };
  return { tool, impact, digests, provenance: trusted.provenance, evidence: trusted.evidence };
}
