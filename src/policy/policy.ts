import type { ProvenanceFact } from "../decision/facts.js";
import type { Impact } from "../decision/impact.js";
import type { JsonPointer } from "../decision/issue.js";
import type { JsonObject, JsonValue } from "../json/value.js";

/** What a compiled `args` schema says. */
export interface ArgsVerdict {
  readonly fits: boolean;
  /** Pointers of what does not fit, relative to the arguments. Told, never counted: `fits` decides. */
  readonly places: readonly JsonPointer[];
}

/** A compiled `args` schema. */
export type ArgsCheck = (args: JsonValue) => ArgsVerdict;

/** Who may use a tool. */
interface PrincipalsRule {
  readonly id: string;
  readonly allow: ReadonlySet<string>;
}

/** What a condition can read; plain data, `now` in epoch milliseconds. */
export interface RuleVariables {
  readonly args: JsonObject;
  readonly impact: Impact;
  readonly tool: string;
  readonly provenance: readonly ProvenanceFact[];
  readonly claims: readonly { readonly text: string; readonly evidence: readonly string[] }[];
  /** By contract: what a receipt said, where the tool's `facts` name it and it holds. */
  readonly facts: JsonObject;
  readonly context: JsonObject;
  readonly now: number;
}

/** A fact that conditions read: of which contract, how old at most. */
export interface FactRule {
  readonly id: string;
  readonly contract: string;
  /** Nanoseconds. */
  readonly maxAge: bigint;
  /** Null takes any. */
  readonly versions: readonly string[] | null;
  /** Fetched no earlier than the last word that raised trust. */
  readonly refetch: boolean;
  /** It may be absent; what is there must hold all the same. */
  readonly optional: boolean;
}

/** A condition: true lets pass, anything else, a throw included, blocks. */
export interface WhenRule {
  readonly id: string;
  /** As written, for people. */
  readonly cel: string;
  readonly holds: (variables: RuleVariables) => unknown;
}

/** `count` distinct owners of approving keys, each in the role where one is named. */
export interface ApprovalsRule {
  readonly id: string;
  readonly count: number;
  readonly role: string | null;
}

/** A question for the operator's own function, by its id. */
export interface CheckRule {
  readonly id: string;
  /** Milliseconds. */
  readonly deadlineMs: number;
}

/** At most this much: in one call, or within a window that slides, for each group of values. */
export interface LimitRule {
  readonly id: string;
  /** Where the amount stands in the arguments; null counts calls. */
  readonly amount: JsonPointer | null;
  /** Digits after the point of a decimal string; 0 where amounts are whole numbers. */
  readonly scale: number;
  /** In the smallest unit. */
  readonly max: number;
  /** Null: judged by each call alone. */
  readonly windowSeconds: number | null;
  readonly by: readonly JsonPointer[];
}

/** Judged and recorded, not yet binding. */
export interface Observation {
  /** Epoch nanoseconds; from then on the rules bind. */
  readonly until: bigint;
}

/** Two keys of purpose `break_glass` set the rules of one tool aside for a while. */
interface BreakGlassRule {
  readonly id: string;
  /** Epoch nanoseconds; half open. */
  readonly until: bigint;
  /** Longest life of a break-glass attestation, in seconds. */
  readonly maxLifetime: number;
}

export interface ToolRule {
  readonly impact: Impact;
  readonly pic: "required" | "optional";
  /** Evidence is needed even where no impact asks for it. */
  readonly evidenceRequired: boolean;
  /** The operator's id of the rule that denies the tool outright. */
  readonly deny: string | null;
  readonly args: ArgsCheck | null;
  /** Seconds. */
  readonly maxAttestationLifetime: number;
  readonly allowUnscopedKeys: boolean;
  readonly principals: PrincipalsRule | null;
  readonly facts: readonly FactRule[];
  readonly when: readonly WhenRule[];
  readonly approvals: readonly ApprovalsRule[];
  /** The operator's id of the rule that keeps asking and approving apart. */
  readonly separation: string | null;
  readonly checks: readonly CheckRule[];
  readonly limits: readonly LimitRule[];
  readonly breakGlass: BreakGlassRule | null;
  readonly observe: Observation | null;
  /** There is a rule with an id to judge; a tool without one is spared the looking. */
  readonly hasRules: boolean;
  /** Pointers of the argument values that the audit may hold. */
  readonly auditArgs: readonly JsonPointer[];
}

declare const loaded: unique symbol;
/** A policy that loaded without a fault. Only build-policy.ts makes one. */
export interface Policy {
  readonly form: "reference" | "version-1";
  /** SHA-256 (hex) of the file's canonical form: names this generation. */
  readonly digest: string;
  readonly tools: ReadonlyMap<string, ToolRule>;
  /** Impacts that need evidence, whoever states them (S3). */
  readonly evidenceImpacts: ReadonlySet<Impact>;
  /** Seconds, for tools that the policy does not name. */
  readonly maxAttestationLifetime: number;
  readonly allowUnscopedKeys: boolean;
  readonly requireProfile: "strict" | null;
  /** For every tool, named or not. */
  readonly observe: Observation | null;
  /** Low impacts whose decisions stand though they could not be recorded; every other needs its record. */
  readonly auditBestEffort: ReadonlySet<Impact>;
  readonly [loaded]: true;
}
