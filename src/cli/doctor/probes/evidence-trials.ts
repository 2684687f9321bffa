import type { JsonObject } from "../../../json/value.js";
import type { Draft } from "../draft-action.js";
import { type SigningSetting, signedCall, type Trial } from "./trial.js";

const OTHER_TOOL = "countersign-doctor.other";
const OTHER_GATE = "countersign-doctor.other-gate";

/** What a sound gate blocks whatever its policy says of the tool, as far as the tool is signed for. */
export function evidenceTrials(draft: Draft, args: JsonObject, setting: SigningSetting): readonly Trial[] {
  const { audience, otherArgs } = draft;
  const standing = async () => ({ audience });
  const trial = (probe: string, blocks: Trial["blocks"], call: Trial["call"], gate: Trial["gate"] = standing): Trial => ({
    probe,
    blocks,
    call,
    gate,
  });
  const signed = () => signedCall(draft, args, setting);
  const bound = [
    trial("other arguments than proposed", ["binding.args_mismatch"], async () => ({ ...(await signed()), args: otherArgs })),
    trial("proposed for another tool", ["binding.tool_mismatch"], () => signedCall(draft, args, setting, { tool: OTHER_TOOL })),
  ];
  if ((draft.signers ?? []).length === 0) return bound;
  return [
    trial("signed by nobody", ["evidence.required", "trust.no_trusted_chain"], () => signedCall(draft, args, setting, { unsigned: true })),
    trial("forged signature", ["trust.signature_invalid"], () => signedCall(draft, args, setting, { forged: true })),
    trial("argument altered after signing", ["trust.args_digest_differs"], async () => {
      const call = await signed();
      return { ...call, proposal: { ...call.proposal, action: { tool: draft.tool, args: otherArgs } }, args: otherArgs };
    }),
    ...bound,
    trial("signed for another gate", ["trust.audience_differs"], () => signedCall(draft, args, setting, { audience: OTHER_GATE })),
    trial("expired key", ["trust.key_expired"], signed, async () => ({ audience, keyring: "expired" })),
    trial("revoked key", ["trust.key_revoked"], signed, async () => ({ audience, keyring: "revoked" })),
  ];
}
