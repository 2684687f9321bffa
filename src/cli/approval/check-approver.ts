import { CATALOGUE, type Reason } from "../../decision/catalogue.js";
import { isHighImpact } from "../../decision/impact.js";
import { STRICT } from "../../decision/profile.js";
import type { Requirements } from "../../decision/requirements.js";
import type { Policy } from "../../policy/policy.js";
import { requirementsFor } from "../../policy/requirements.js";
import type { ApprovalRequest } from "../../sign/approval-request.js";
import { outOfScope } from "../../trust/key-scope.js";
import { keyState } from "../../trust/key-state.js";
import type { KeyEntry, Keyring } from "../../trust/keyring.js";
import { parseTimestamp } from "../../trust/timestamp.js";

const STATE_REASON = {
  missing: "trust.key_missing",
  revoked: "trust.key_revoked",
  not_yet_valid: "trust.key_not_yet_valid",
  expired: "trust.key_expired",
} as const satisfies Record<string, Reason>;

/** How far a gate lets a signer's clock be ahead, in nanoseconds. */
const ISSUED_AHEAD = 60_000_000_000n;

/** Why a gate would refuse what is about to be signed, in words; null where it has no reason to. Asked before anything is shown. */
export function refusalOf(
  request: ApprovalRequest,
  {
    keyring,
    keyId,
    policy,
    now,
  }: { readonly keyring: Keyring; readonly keyId: string; readonly policy: Policy | null; readonly now: bigint },
): string | null {
  const entry = keyring.keys.get(keyId);
  const state = keyState(entry, keyring, keyId, now);
  if (state !== "ok") return wordsOf(STATE_REASON[state]);
  const key = entry as KeyEntry;
  return (
    purposeRefusal(key) ?? scopeRefusal(key, request, policy, now) ?? separationRefusal(key, request, policy) ?? timeRefusal(request, now)
  );
}

/** spec/approvals.md#keys: what a person approves with is for approving, and no agent has it. */
function purposeRefusal({ purpose }: KeyEntry): string | null {
  if (!purpose.includes("approve")) return `the key's purpose is ${purpose.join(", ")}: only a key of purpose approve approves`;
  if (purpose.includes("agent")) return "the key's purposes have agent: what an agent can sign with approves nothing";
  return purpose.includes("break_glass") ? "the key's purposes have break_glass: it breaks glass, and counts for no approval" : null;
}

function scopeRefusal(entry: KeyEntry, request: ApprovalRequest, policy: Policy | null, now: bigint): string | null {
  const { audience } = request.attestation;
  const reason = outOfScope(entry, requirementsOf(request, policy), typeof audience === "string" ? audience : null, now);
  return reason === null ? null : wordsOf(reason);
}

/** Such a signature would block the call it is for, whoever signs beside it. */
function separationRefusal({ owner }: KeyEntry, { proposal, principal }: ApprovalRequest, policy: Policy | null): string | null {
  const separation = policy?.tools.get(proposal.action.tool)?.separation ?? null;
  return separation !== null && owner !== null && owner === principal ? wordsOf("policy.separation") : null;
}

function requirementsOf({ proposal, impact }: ApprovalRequest, policy: Policy | null): Requirements {
  const { tool } = proposal.action;
  if (policy !== null) return requirementsFor(policy, tool, impact, STRICT);
  return {
    tool,
    toolKnown: true,
    impact,
    declaredImpact: impact,
    evidenceRequired: true,
    trustedChainRequired: isHighImpact(impact),
    maxAttestationLifetime: Number.MAX_SAFE_INTEGER,
    breakGlass: null,
    scopedKeysRequired: false,
  };
}

/** What a request says of its time, judged at the moment of signing. */
export function timeRefusal({ attestation }: ApprovalRequest, now: bigint): string | null {
  if (now >= (parseTimestamp(attestation.expires_at) as bigint)) return "the request has ended; have it asked for again";
  const issued = parseTimestamp(attestation.issued_at) as bigint;
  return issued - ISSUED_AHEAD > now ? "the request was made in the future; check the clocks" : null;
}

function wordsOf(reason: Reason): string {
  const row = CATALOGUE.find((one) => one.reason === reason);
  return `${reason}. ${row?.means} ${row?.next}`;
}
