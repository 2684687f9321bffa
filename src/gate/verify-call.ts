import type { InteropOptions, Profile } from "../decision/profile.js";
import type { Artifacts } from "../trust/artifacts.js";
import { conclude, type Prepared, type ProposalInput, prepare } from "../verify-action.js";
import type { VerifyOptions } from "../verify-settings.js";
import type { GateParts, LiveCall } from "./gate-parts.js";
import { observedUntil } from "./observe-block.js";
import type { ArtifactSource, Generation } from "./ports.js";
import { blocked, type Standing, unjudged } from "./standing.js";
import { type Deadline, LATE } from "./within.js";

/** Looks at the configuration, fetches what the proposal refers to, and judges it: the pure pipeline with its files. */
export async function verifyCall(call: LiveCall, parts: GateParts, deadline: Deadline, start: Standing): Promise<Standing> {
  const refresh = parts.config.refresh();
  if (refresh !== null && (await deadline.within(refresh)) === LATE) return blocked(start, "limit.deadline");
  // Whole milliseconds: a clock may say more, and the ledger takes no parts of one.
  const now = Math.floor(parts.clock.now());
  const fresh = parts.config.generation() === start.generation ? start : unjudged(call, parts);
  // The generation of this instant; whatever is reloaded from here on is for later decisions.
  const at = { ...fresh, now, observedUntil: observedUntil(fresh.generation.policy, call.tool, now) };
  return verifyProposal(call, call.proposal, parts, deadline, at);
}

/** Judges one proposal for the call. */
export async function verifyProposal(
  call: LiveCall,
  proposal: unknown,
  parts: GateParts,
  deadline: Deadline,
  at: Standing & { readonly now: number },
): Promise<Standing> {
  const prepared = prepare(proposal as ProposalInput, verifyOptions(call, parts, at.generation, at.now));
  const artifacts = await fetchArtifacts(prepared, parts.artifacts, deadline);
  if (artifacts === LATE) return blocked(at, "limit.deadline");
  const verified = conclude(prepared, artifacts, "defer");
  if (deadline.passed()) return blocked(at, "limit.deadline");
  const { decision } = verified;
  const seen = { ...at, decision, requirements: prepared.requirements, prepared };
  if (decision.verdict === "block") return { ...seen, verified: null };
  // An allow that does not say what may run is a fault of our own.
  return verified.action?.tool === call.tool ? { ...seen, verified } : blocked(at, "internal.error");
}

function verifyOptions(call: LiveCall, parts: GateParts, generation: Generation, now: number): VerifyOptions {
  const { audience, limits, profile } = parts;
  const { tool, args, context } = call;
  return {
    ...generation,
    now,
    call: { tool, args },
    profile: profileOption(profile),
    limits,
    context,
    ...(audience !== null && { audience, audienceRequired: profile.checkAudience }),
  };
}

function profileOption({ name, strictTrust, verifyEvidence }: Profile): "strict" | InteropOptions {
  return name === "strict" ? name : { name, strictTrust, verifyEvidence };
}

const NONE: Artifacts = new Map();

async function fetchArtifacts(
  { artifactRefs }: Prepared,
  source: ArtifactSource | null,
  deadline: Deadline,
): Promise<Artifacts | typeof LATE> {
  if (artifactRefs.length === 0 || source === null) return NONE;
  return deadline.within(source.read(artifactRefs, () => !deadline.passed()));
}
