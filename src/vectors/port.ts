import type { Answer } from "../contract/answer.js";
import type { ResultDecision } from "../contract/result-decision.js";
import type { Decision } from "../decision/decision.js";
import type { Failure } from "../decision/issue.js";
import type { Limits } from "../decision/limits.js";
import type { InteropOptions, ProfileName } from "../decision/profile.js";
import type { Artifacts } from "../trust/artifacts.js";
import type { VectorRequest } from "./vector-file.js";

/** A decision case made ready: header and overrides merged, bytes decoded, names as the library's options have them. */
export interface DecisionRequest {
  readonly id: string;
  /** Undefined where the call brought no proposal. */
  readonly input: Uint8Array | undefined;
  /** The keyring file's JSON. */
  readonly keyring: object;
  /** The policy file's JSON. */
  readonly policy: object;
  readonly now: string | number;
  readonly call: { readonly tool: string; readonly args?: unknown } | "proposal-only";
  readonly profile: ProfileName | InteropOptions;
  readonly limits: Partial<Limits>;
  readonly artifacts: Artifacts;
  readonly audience?: string;
  readonly audienceRequired?: boolean;
  readonly context?: object;
  readonly checks?: ReadonlyMap<string, boolean>;
}

/** A result case made ready. */
export interface ResultQuestion {
  readonly id: string;
  readonly answer: Answer;
  readonly checks: ReadonlyMap<string, boolean>;
  /** The contract file's JSON. */
  readonly contract: object;
  readonly request: VectorRequest;
  /** The keyring file's JSON, where the contract wants its upstream's signature. */
  readonly keyring?: object;
  readonly now: string | number;
}

/** The operator's side was refused; `place` as the configuration error names it. */
export interface ConfigurationAnswer {
  readonly error: "configuration";
  readonly place: string | null;
}

export type ParseAnswer = { readonly ok: true } | Failure;
export type CanonicalAnswer = { readonly ok: true; readonly bytes: Uint8Array } | Failure;

/**
 * What is under test: a library, a command, a server. A port leaves out the questions it cannot be asked; cases of that kind
 * are counted as out of reach, never as passed. Anything thrown fails the case.
 */
export interface VectorPort {
  parse?(input: Uint8Array, limits: Partial<Limits>): ParseAnswer | Promise<ParseAnswer>;
  /** Reads with the host's own JSON parser, then serialises: which number tokens are refused is the strict parser's matter. */
  canonicalize?(input: Uint8Array, limits: Partial<Limits>): CanonicalAnswer | Promise<CanonicalAnswer>;
  decide?(request: DecisionRequest): Decision | ConfigurationAnswer | Promise<Decision | ConfigurationAnswer>;
  result?(question: ResultQuestion): ResultDecision | ConfigurationAnswer | Promise<ResultDecision | ConfigurationAnswer>;
}
