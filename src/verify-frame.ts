import type { DecisionFrame } from "./decision/conclude-decision.js";
import type { StageFacts } from "./decision/facts.js";
import type { Trusted } from "./trust/trusted.js";
import type { Ready } from "./verify-action.js";
import type { Settings } from "./verify-settings.js";

/** The parts of a decision that are known whichever way it falls. */
export function frameOf(settings: Settings, ready: Ready | null, trusted: Trusted | null): DecisionFrame {
  const { policy, keyring, call, profile, audience } = settings;
  const tool = ready?.tool ?? (call === "proposal-only" ? undefined : call.tool);
  const { digests, ...seen } = seenBy(trusted);
  return {
    binding: call === "proposal-only" ? "none" : "args" in call ? "full" : "tool",
    single_use: "unchecked",
    audience: profile.checkAudience && audience !== null ? "checked" : "unchecked",
    profile: profile.name,
    facts: {
      ...(tool !== undefined && {
        tool,
        impact: {
          declared: ready?.bound?.resolved.proposal.impact ?? null,
          operator: policy.tools.get(tool)?.impact ?? null,
        },
      }),
      digests: { policy: policy.digest, keyring: keyring.digest, ...digests },
      ...seen,
    },
  };
}

/** What the evidence stage saw, for the facts. */
export function seenBy(trusted: Trusted | null): StageFacts {
  return trusted === null ? {} : { provenance: trusted.provenance, evidence: trusted.evidence, digests: trusted.digests };
}
