import { sha256 } from "#crypto";
import { byteLength } from "../json/parse-json.js";
import { printableName } from "../wire/printable-name.js";
import { type Answer, type CommandAnswer, type HttpAnswer, mainBytes } from "./answer.js";
import type { Contract } from "./contract.js";
import type { Reading } from "./reading.js";
import type { ResultReason } from "./result-catalogue.js";
import {
  type AgentFailure,
  INVALID_RESPONSE,
  type ResultDecision,
  type ResultFacts,
  type StageResultFacts,
  type UpstreamStatus,
} from "./result-decision.js";
import type { Refusal, ResultIssue } from "./result-issue.js";
import type { Selected } from "./select-fields.js";

const RESULT_OK = "RESULT_OK";
type Failed = Extract<Reading, { readonly outcome: "failure" }>;
const NO_ISSUES: readonly never[] = Object.freeze([]);

/** What a decision says whichever way it falls. `size` is that of the answer as it came. */
export function resultFacts(answer: Answer, size: number, contract: Contract, requestId: string): ResultFacts {
  const { tool, version, digest, upstream } = contract;
  const whole = size <= contract.limits.maxBytes;
  const facts = {
    tool,
    request_id: requestId,
    contract: { version, digest },
    upstream,
    bytes: size,
    digest: whole ? sha256(mainBytes(answer)) : null,
  };
  return answer.kind === "json" || answer.kind === "mcp" ? facts : { ...facts, upstream_status: statusOf(answer, whole) };
}

function statusOf(answer: HttpAnswer | CommandAnswer, whole: boolean): UpstreamStatus {
  if (answer.kind === "http") {
    const { status, mediaType } = answer;
    return Object.freeze({ status, media_type: mediaType === null ? null : printableName(mediaType) });
  }
  const { exitCode, stderr } = answer;
  return Object.freeze({
    exit_code: exitCode,
    stderr: Object.freeze({ bytes: byteLength(stderr), digest: whole ? sha256(stderr) : null }),
  });
}

export function accept({ data, text }: Selected, facts: ResultFacts): ResultDecision {
  const { tool, request_id } = facts;
  return Object.freeze({
    outcome: "success",
    agent: Object.freeze(
      text === null ? { tool, request_id, outcome: "success", data } : { tool, request_id, outcome: "success", data, untrusted_text: text },
    ),
    code: RESULT_OK,
    reason: null,
    path: null,
    issues: NO_ISSUES,
    more_issues: 0,
    facts: Object.freeze(facts),
  });
}

/** Any fault of the answer: the same object for the agent, whatever the fault was (spec/results.md#invalid). */
export function refuseAnswer({ issues, more, facts: seen }: Refusal, facts: ResultFacts): ResultDecision {
  const [{ reason, path }] = issues;
  return failure(failureFor(facts, INVALID_RESPONSE, false), reason, path, Object.freeze(issues), more, { ...facts, ...seen });
}

/** A failure that the upstream reported and the contract lists. */
export function declareFailure({ code, path, said }: Failed, retryable: boolean, facts: ResultFacts): ResultDecision {
  const issues = Object.freeze([Object.freeze({ reason: "result.upstream_failure", path } as const)]);
  const told = said === null ? facts : { ...facts, upstream_code: printableName(`${said}`) };
  return failure(failureFor(facts, code, retryable), "result.upstream_failure", path, issues, 0, told);
}

const FAULT: readonly ResultIssue[] = Object.freeze([Object.freeze({ reason: "internal.error", path: "" } as const)]);

/** Where no decision could even be put together. Asks nothing that could throw again. */
export function faultOfOurs({ tool, version, digest, upstream }: Contract, requestId: string): ResultDecision {
  const facts = { tool, request_id: requestId, contract: { version, digest }, upstream, bytes: 0, digest: null };
  return failure(failureFor(facts, INVALID_RESPONSE, false), "internal.error", "", FAULT, 0, facts);
}

function failureFor({ tool, request_id }: ResultFacts, code: string, retryable: boolean): AgentFailure {
  return Object.freeze({ tool, request_id, outcome: "failure", error: Object.freeze({ code, retryable }) });
}

function failure(
  agent: AgentFailure,
  reason: ResultReason,
  path: string,
  issues: readonly ResultIssue[],
  more: number,
  facts: ResultFacts & StageResultFacts,
): ResultDecision {
  const { code } = agent.error;
  return Object.freeze({ outcome: "failure", agent, code, reason, path, issues, more_issues: more, facts: Object.freeze(facts) });
}
