import { randomBytes } from "node:crypto";
import type { Reason } from "../../../decision/catalogue.js";
import type { CallContext } from "../../../gate/ports.js";
import type { JsonObject } from "../../../json/value.js";
import { generateKey, signerFromPem } from "../../../node/sign.js";
import { attest } from "../../../sign/attest.js";
import type { Signer } from "../../../sign/sign-attestation.js";
import type { ProposalData } from "../../../wire/proposal.js";
import type { StandInKeys } from "../../policy-cases/stand-in-keys.js";
import type { Draft } from "../draft-action.js";
import type { GateNeed, ProbeGates } from "./probe-gates.js";

/** Longest life of a trial's signatures, in seconds. */
const LIFETIME_SECONDS = 300;

export interface Call {
  readonly proposal: ProposalData;
  readonly tool: string;
  readonly args: JsonObject;
  readonly context: CallContext;
}

/** One thing to try, and what a sound gate says to it. */
export interface Trial {
  readonly probe: string;
  /** Null: allowed. Else the reasons of a block that show what was to be shown; none: any block does. */
  readonly blocks: readonly Reason[] | null;
  /** The operator's rule that must be the one that blocks. */
  readonly rule?: string;
  readonly gate: (gates: ProbeGates) => Promise<GateNeed>;
  readonly call: () => Promise<Call>;
}

/** How a call is signed otherwise than it should be. */
export interface Twist {
  /** The first signature is by a key that the keyring does not hold. */
  readonly forged?: true;
  readonly audience?: string;
  readonly unsigned?: true;
  /** What is proposed in place of the draft's. */
  readonly tool?: string;
  readonly args?: JsonObject;
}

export interface SigningSetting {
  readonly keys: StandInKeys;
  /** Epoch milliseconds of the gates' clock. */
  readonly clock: () => number;
}

/** The draft's call, proposed and signed as it should be but for one twist; each is an action of its own. */
export async function signedCall(draft: Draft, args: JsonObject, { keys, clock }: SigningSetting, twist: Twist = {}): Promise<Call> {
  const { tool, rule, context, audience } = draft;
  let proposal = draft.propose(twist.tool ?? tool, twist.args ?? args);
  const nonce = `doctor-${randomBytes(12).toString("hex")}`;
  for (const [at, { entry, key }] of (twist.unsigned ? [] : (draft.signers ?? [])).entries()) {
    const signer = twist.forged && at === 0 ? strangerFor(key.id) : keys.signerFor(key.id);
    proposal = await attest(proposal, signer, {
      id: entry,
      issuedAt: clock(),
      lifetimeSeconds: Math.min(LIFETIME_SECONDS, rule.maxAttestationLifetime),
      audience: twist.audience ?? audience,
      // Two signatures of one proposal share the first one's.
      ...(at === 0 && { nonce }),
    });
  }
  return { proposal, tool, args, context };
}

/** A key of nobody's, under the name of one that is trusted. */
function strangerFor(id: string): Signer {
  return signerFromPem(generateKey({ id }).privateKeyPem, { keyId: id });
}
