export type { Answer, JsonAnswer } from "./contract/answer.js";
export type { Contract } from "./contract/contract.js";
export { RESULT_REASONS, type ResultReason } from "./contract/result-catalogue.js";
export type { AgentFailure, AgentResult, AgentSuccess, ResultDecision, ResultFacts } from "./contract/result-decision.js";
export type { ResultIssue } from "./contract/result-issue.js";
export type { ResultOptions, ResultRequest } from "./contract/result-options.js";
export { verifyResult } from "./verify-result.js";
