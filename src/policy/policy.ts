import type { Impact } from "../decision/impact.js";
import type { JsonPointer } from "../decision/issue.js";
import type { JsonValue } from "../json/value.js";

/** What a compiled `args` schema says. */
export interface ArgsVerdict {
  readonly fits: boolean;
  /** Pointers of what does not fit, relative to the arguments. Told, never counted: `fits` decides. */
  readonly places: readonly JsonPointer[];
}

/** A compiled `args` schema. */
export type ArgsCheck = (args: JsonValue) => ArgsVerdict;

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
  readonly [loaded]: true;
}
