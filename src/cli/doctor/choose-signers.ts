import { STRICT } from "../../decision/profile.js";
import { approverEntries } from "../../policy/approver-entries.js";
import type { Policy, ToolRule } from "../../policy/policy.js";
import { requirementsFor } from "../../policy/requirements.js";
import { breaksGlass } from "../../trust/authority.js";
import { isListed } from "../../trust/is-listed.js";
import { outOfScope } from "../../trust/key-scope.js";
import { keyState } from "../../trust/key-state.js";
import type { KeyEntry, Keyring } from "../../trust/keyring.js";

/** A key of the keyring, and the provenance entry that it is to vouch for. */
export interface Vouching {
  readonly entry: string;
  readonly role: string | null;
  readonly key: KeyEntry;
}

export interface SignerQuestion {
  readonly policy: Policy;
  readonly keyring: Keyring;
  readonly tool: string;
  readonly audience: string;
  /** Who asks, and may not approve where the policy keeps the two apart. */
  readonly principal: string;
  /** Epoch nanoseconds. */
  readonly now: bigint;
}

/**
 * Keys in force with which all that the policy asks of a tool's approvers can be met, each owner once as far as that goes; null where
 * there are none, so that every call of the tool blocks. Empty for a tool that needs no signature.
 */
export function chooseSigners(question: SignerQuestion): readonly Vouching[] | null {
  const { policy, keyring, tool } = question;
  const rule = policy.tools.get(tool);
  if (rule === undefined) return null;
  const able = [...keyring.keys.values()].filter((key) => mayRaise(key, rule, question));
  const places = approverEntries(policy, tool).map(({ id, role = null }) => ({
    entry: id,
    role,
    keys: able.filter((key) => rule.approvals.length === 0 || counts(key, role)),
  }));
  const chosen = assign(places);
  if (chosen === null) return null;
  const enough = rule.approvals.every(({ count, role }) => ownersOf(chosen, role) >= count);
  return enough ? chosen : null;
}

function mayRaise(
  key: KeyEntry,
  { impact, separation }: ToolRule,
  { policy, keyring, tool, audience, principal, now }: SignerQuestion,
): boolean {
  const requirements = requirementsFor(policy, tool, impact, STRICT);
  if (breaksGlass(key) || keyState(key, keyring, key.id, now) !== "ok") return false;
  if (outOfScope(key, requirements, audience, now) !== null) return false;
  return separation === null || (key.owner !== null && key.owner !== principal);
}

/** spec trust#approvers: whose approval counts towards a quorum. */
function counts({ purpose, purposeWritten, owner, roles }: KeyEntry, role: string | null): boolean {
  const approves = purposeWritten && isListed("approve", purpose) && !isListed("agent", purpose) && !isListed("break_glass", purpose);
  return approves && owner !== null && (role === null || isListed(role, roles));
}

interface Place {
  readonly entry: string;
  readonly role: string | null;
  readonly keys: readonly KeyEntry[];
}

/** Gives as many places as can be an owner of their own (augmenting paths), and the others one that has a place already. */
function assign(places: readonly Place[]): readonly Vouching[] | null {
  const placeOf = new Map<string, Place>();
  const settle = (place: Place, asked: Set<string>): boolean => {
    for (const owner of new Set(place.keys.map(holder))) {
      if (asked.has(owner)) continue;
      asked.add(owner);
      const held = placeOf.get(owner);
      if (held === undefined || settle(held, asked)) {
        placeOf.set(owner, place);
        return true;
      }
    }
    return false;
  };
  for (const place of places) settle(place, new Set());
  const settled = new Map([...placeOf].map(([owner, place]) => [place, owner]));
  const chosen: Vouching[] = [];
  for (const place of places) {
    const owner = settled.get(place);
    const key = place.keys.find((each) => owner === undefined || holder(each) === owner);
    if (key === undefined) return null;
    chosen.push({ entry: place.entry, role: place.role, key });
  }
  return chosen;
}

/** Keys whose holder is not said count each as one's own. */
function holder({ owner, id }: KeyEntry): string {
  return owner === null ? `key ${id}` : `owner ${owner}`;
}

function ownersOf(chosen: readonly Vouching[], role: string | null): number {
  return new Set(chosen.filter(({ key }) => role === null || isListed(role, key.roles)).map(({ key }) => key.owner)).size;
}
