import type { Draft } from "../draft-action.js";
import { evidenceTrials } from "./evidence-trials.js";
import { ruleTrials } from "./rule-trials.js";
import { type Call, type SigningSetting, signedCall, type Trial } from "./trial.js";

/** What is tried with one tool, in the order that it is shown. */
export function toolTrials(draft: Draft, setting: SigningSetting): readonly Trial[] {
  const { rule, args, signers, audience, needsEvidence } = draft;
  const standing = async () => ({ audience });
  if (rule.deny !== null) return [{ probe: "denied tool", blocks: [], gate: standing, call: () => signedCall(draft, args ?? {}, setting) }];
  if (args === null || signers === null) {
    // Nothing that is signed for can be shown; that nothing passes unsigned can.
    return needsEvidence ? [unsigned(draft, setting)] : [];
  }
  const uses = signers.length > 0 || rule.limits.some(({ windowSeconds }) => windowSeconds !== null);
  return [
    ...goodOnes(draft, setting),
    ...evidenceTrials(draft, args, setting),
    ...ruleTrials(draft, args, setting),
    ...(uses ? [unreachable(draft, setting)] : []),
  ];
}

/** The same call twice: the approval is good once. */
function goodOnes(draft: Draft, setting: SigningSetting): readonly Trial[] {
  const { args, signers, audience } = draft;
  let first: Promise<Call> | null = null;
  const call = () => {
    first ??= signedCall(draft, args ?? {}, setting);
    return first;
  };
  const gate = async () => ({ audience });
  const good: Trial = { probe: signers?.length === 0 ? "good call" : "good call, approved", blocks: null, gate, call };
  return signers?.length === 0 ? [good] : [good, { probe: "second use", blocks: ["policy.already_used"], gate, call }];
}

function unsigned(draft: Draft, setting: SigningSetting): Trial {
  return {
    probe: "signed by nobody",
    blocks: ["evidence.required", "trust.no_trusted_chain"],
    gate: async () => ({ audience: draft.audience }),
    call: () => signedCall(draft, draft.args ?? {}, setting, { unsigned: true }),
  };
}

/** A ledger that cannot be had: closed, so that it fails as a lost connection does. */
function unreachable(draft: Draft, setting: SigningSetting): Trial {
  return {
    probe: "unreachable ledger",
    blocks: ["internal.ledger_unavailable"],
    gate: async (gates) => {
      const ledger = await gates.newLedger();
      await ledger.close();
      return { audience: draft.audience, ledger };
    },
    call: () => signedCall(draft, draft.args ?? {}, setting),
  };
}
