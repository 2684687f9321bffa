import { sha256 } from "#crypto";
import { ConfigurationError } from "../decision/configuration-error.js";
import { HIGH_IMPACTS, type Impact, isHighImpact } from "../decision/impact.js";
import type { JsonPointer } from "../decision/issue.js";
import { readOnlyMap, readOnlySet } from "../decision/read-only.js";
import { canonicalText } from "../json/canonical-text.js";
import { joinPointer } from "../json/pointer.js";
import type { JsonObject, JsonValue } from "../json/value.js";
import { buildRules, type CompileWhen, NO_RULES, observation } from "./build-rules.js";
import { ownMembers } from "./own-members.js";
import type { ArgsCheck, Policy, ToolRule } from "./policy.js";
import { isVersion1, type PolicyFile, type ReferenceFile, type ToolEntry, type Version1File } from "./policy-file.js";

/** Turns a tool's `args` schema into a check; `place` is the schema's pointer in the file, `tool` the name it stands under. */
export type CompileArgs = (schema: JsonObject, place: JsonPointer, tool: string) => ArgsCheck;

/** What turns the parts of a policy that are written in a language of their own into functions. */
export interface Compilers {
  readonly args: CompileArgs;
  readonly when: CompileWhen;
}

/** Spec default, in seconds: a day. */
const DEFAULT_LIFETIME = 86_400;

/** A frozen object can still be a look-alike, so what this file made is remembered by identity. */
const MADE = new WeakSet<object>();

/** True only for what `buildPolicy` returned. */
export function isPolicy(value: unknown): value is Policy {
  return typeof value === "object" && value !== null && MADE.has(value);
}

/**
 * Builds a policy from a file whose shape holds. Portable: the engines come in as `compilers`.
 *
 * @throws ConfigurationError with the pointer of the entry whose members contradict each other (S15), and whatever the
 * compilers refuse.
 */
export function buildPolicy(file: PolicyFile, compilers: Compilers): Policy {
  const own = ownMembers(file as JsonValue) as PolicyFile;
  const digest = sha256(canonicalText(own as JsonValue));
  const policy = isVersion1(own) ? fromVersion1(own, digest, compilers) : fromReference(own, digest);
  MADE.add(policy);
  return policy;
}

function fromReference(file: ReferenceFile, digest: string): Policy {
  const named = Object.entries(file.impact_by_tool ?? {});
  const picImpacts = new Set(impactsOf(file.require_pic_for_impacts, named.length));
  const tools = new Map<string, ToolRule>();
  for (const [name, impact] of named) {
    tools.set(
      name,
      Object.freeze({
        impact,
        pic: picImpacts.has(impact) ? "required" : "optional",
        evidenceRequired: false,
        deny: null,
        args: null,
        maxAttestationLifetime: DEFAULT_LIFETIME,
        allowUnscopedKeys: true,
        ...NO_RULES,
        hasRules: false,
      }),
    );
  }
  return freeze({
    form: "reference",
    digest,
    tools: readOnlyMap(tools),
    evidenceImpacts: readOnlySet(new Set(impactsOf(file.require_evidence_for_impacts, named.length))),
    maxAttestationLifetime: DEFAULT_LIFETIME,
    allowUnscopedKeys: true,
    requireProfile: null,
    observe: null,
    auditBestEffort: readOnlySet(new Set<Impact>()),
  });
}

/**
 * POLICY-7. Operators wrote their empty lists for a loader that takes them as left out; "none" would open their gates. A
 * file that names no tool has none to open.
 */
function impactsOf(list: readonly Impact[] | undefined, toolsNamed: number): readonly Impact[] {
  return list === undefined || (list.length === 0 && toolsNamed > 0) ? HIGH_IMPACTS : list;
}

function fromVersion1(file: Version1File, digest: string, compilers: Compilers): Policy {
  const defaults = {
    maxAttestationLifetime: file.max_attestation_lifetime ?? DEFAULT_LIFETIME,
    allowUnscopedKeys: file.allow_unscoped_keys ?? false,
  };
  const tools = new Map<string, ToolRule>();
  for (const [name, entry] of Object.entries(file.tools ?? {})) {
    const place = joinPointer("/tools", name);
    checkPic(entry, place);
    tools.set(
      name,
      Object.freeze({
        impact: entry.impact,
        pic: entry.pic ?? "required",
        evidenceRequired: entry.evidence === "required",
        deny: entry.deny ?? null,
        args: entry.args === undefined ? null : compilers.args(entry.args, `${place}/args`, name),
        maxAttestationLifetime: entry.max_attestation_lifetime ?? defaults.maxAttestationLifetime,
        allowUnscopedKeys: entry.allow_unscoped_keys ?? defaults.allowUnscopedKeys,
        ...buildRules(entry, place, compilers.when),
        hasRules: Object.keys(entry).some((member) => !WITHOUT_ID.has(member)),
      }),
    );
  }
  return freeze({
    form: "version-1",
    digest,
    tools: readOnlyMap(tools),
    evidenceImpacts: readOnlySet(new Set(HIGH_IMPACTS)),
    ...defaults,
    requireProfile: file.require_profile ?? null,
    observe: observation(file.observe),
    auditBestEffort: readOnlySet(new Set(file.audit_best_effort ?? [])),
  });
}

/** Members of a tool that are no rule with an id; any other, one to come included, is taken for one. */
const WITHOUT_ID: ReadonlySet<string> = new Set<keyof ToolEntry>([
  "impact",
  "pic",
  "evidence",
  "args",
  "max_attestation_lifetime",
  "allow_unscoped_keys",
  "observe",
  "audit_args",
]);

/** S15: what needs evidence or carries a high impact cannot go without a proposal. */
function checkPic(entry: ToolEntry, place: JsonPointer): void {
  if (entry.pic !== "optional") return;
  const clash = isHighImpact(entry.impact)
    ? `on a tool of the high impact "${entry.impact}"`
    : entry.evidence === "required"
      ? 'beside "evidence": "required"'
      : null;
  if (clash === null) return;
  const at = `${place}/pic`;
  throw new ConfigurationError(`"optional" cannot stand ${clash}; write "required", or leave it out`, { place: at });
}

function freeze(policy: Omit<Policy, symbol>): Policy {
  return Object.freeze(policy) as Policy;
}
