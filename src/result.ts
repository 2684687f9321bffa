export type { Answer, CommandAnswer, HttpAnswer, JsonAnswer, McpAnswer } from "./contract/answer.js";
export type { Contract } from "./contract/contract.js";
export { type ContractSet, contractSet } from "./contract/contract-set.js";
export { RESULT_REASONS, type ResultReason } from "./contract/result-catalogue.js";
export type { AgentFailure, AgentResult, AgentSuccess, ResultDecision, ResultFacts, UpstreamStatus } from "./contract/result-decision.js";
export type { ResultIssue } from "./contract/result-issue.js";
export type { ResultCheck, ResultOptions, ResultRequest } from "./contract/result-options.js";
export { verifyResult } from "./verify-result.js";
