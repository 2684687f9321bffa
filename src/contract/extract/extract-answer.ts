import type { Answer } from "../answer.js";
import type { Contract } from "../contract.js";
import type { Reading } from "../reading.js";
import { type ResultOutcome, refused } from "../result-issue.js";
import type { Extraction } from "./extraction.js";
import { readCommand } from "./read-command.js";
import { readHttp } from "./read-http.js";
import { readMcp } from "./read-mcp.js";

/** What is no envelope of the adapter's own becomes data, or a failure, by the contract's rules (spec/results.md#extract). */
export function extractAnswer(answer: Answer, rules: Extraction, limits: Contract["limits"]): ResultOutcome<Reading> {
  if (rules.kind === "http" && answer.kind === "http") return readHttp(answer, rules, limits);
  if (rules.kind === "command" && answer.kind === "command") return readCommand(answer, rules, limits);
  if (rules.kind === "mcp" && answer.kind === "mcp") return readMcp(answer, rules, limits);
  // The kinds were held against each other before.
  return refused("internal.error");
}
