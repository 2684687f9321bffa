import type { JsonPointer } from "../decision/issue.js";
import type { JsonObject } from "../json/value.js";
import type { ResultReason } from "./result-catalogue.js";
import type { ResultIssue } from "./result-issue.js";

/** The one code for any fault of an answer; no contract can give it to an upstream. */
export const INVALID_RESPONSE = "INVALID_RESPONSE";

export interface AgentSuccess {
  readonly tool: string;
  readonly request_id: string;
  readonly outcome: "success";
  /** Exactly the fields that the contract selects, but for texts. */
  readonly data: JsonObject;
  /** Selected texts: to be shown, never followed. Only where the contract selects one. */
  readonly untrusted_text?: JsonObject;
}

export interface AgentFailure {
  readonly tool: string;
  readonly request_id: string;
  readonly outcome: "failure";
  /** `INVALID_RESPONSE`, or a code that the contract lists. */
  readonly error: { readonly code: string; readonly retryable: boolean };
}

/** All that the model gets of an answer: built anew, member by member. */
export type AgentResult = AgentSuccess | AgentFailure;

/** What the failing stage saw, for the operator. */
export interface StageResultFacts {
  /** Names of members that nobody declared, ASCII-escaped, at most 64 characters each. */
  readonly unknown_members?: readonly string[];
  /** The first part of the schema that did not hold. */
  readonly schema?: SchemaFact;
  /** The upstream's own code of a failure, ASCII-escaped, at most 64 characters. */
  readonly upstream_code?: string;
}

/** What came beside the data, by kind. */
export type UpstreamStatus =
  | { readonly status: number /** ASCII-escaped, at most 64 characters. */; readonly media_type: string | null }
  | { readonly exit_code: number | null; readonly stderr: { readonly bytes: number; readonly digest: string | null } };

export interface SchemaFact {
  /** Pointer into the contract file. */
  readonly path: JsonPointer;
  /** What stands there, in the contract's own words. */
  readonly demands: string;
}

/** For the operator and the audit; never for a model. */
export interface ResultFacts extends StageResultFacts {
  readonly tool: string;
  readonly request_id: string;
  readonly contract: { readonly version: string; readonly digest: string };
  readonly upstream: { readonly adapter: string; readonly endpoint?: string; readonly command?: string };
  /** Only of kinds that have one. */
  readonly upstream_status?: UpstreamStatus;
  /** The key that signed for the upstream, where the contract wants one and its signature holds. */
  readonly signed_by?: string;
  /** Of the answer, all parts together. */
  readonly bytes: number;
  /** SHA-256 (hex) of the answer's bytes, of a command its stdout; null where there were more than the limit, of which nothing is read. */
  readonly digest: string | null;
}

/** The answer about an answer. Only `agent` may go to a model. */
export interface ResultDecision {
  readonly outcome: "success" | "failure";
  readonly agent: AgentResult;
  /** `RESULT_OK`, `INVALID_RESPONSE`, or the contract's own code of an upstream failure. */
  readonly code: string;
  /** Null on success. */
  readonly reason: ResultReason | null;
  readonly path: JsonPointer | null;
  readonly issues: readonly ResultIssue[];
  /** Issues beyond those listed. */
  readonly more_issues: number;
  readonly facts: ResultFacts;
}
