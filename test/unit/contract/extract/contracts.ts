import { readFileSync } from "node:fs";
import { loadContract } from "../../../../src/compile/index.js";
import { type Contract, type ResultDecision, verifyResult } from "../../../../src/result.js";
import type { Anything } from "../contracts.js";

/** The contracts of the vectors, by the names of their files. */
export function vectorContract(name: string): Anything {
  const file = JSON.parse(readFileSync(new URL(`../../../../vectors/contract/${name}.json`, import.meta.url), "utf8"));
  return structuredClone(file.header.contract);
}

export const HTTP: Contract = await loadContract(vectorContract("answer-http"));
export const COMMAND: Contract = await loadContract(vectorContract("answer-command"));
export const MCP: Contract = await loadContract(vectorContract("answer-mcp"));
export const CHECKED: Contract = await loadContract(vectorContract("answer-check"));

/** The answer of a contract's first fixture, which it takes. */
export function takenAnswer(name: string): Anything {
  return vectorContract(name).fixtures[0].answer;
}

export const bytesOf = (value: unknown): Uint8Array => new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value));

export const ASKED = { id: "req.J7q94MkP", tool: "ci.run_status", args: { project_id: "bluebird" } } as const;
const NOW = "2026-10-01T12:00:00Z";

export function judge(answer: Anything, contract: Contract, checks: Anything = {}): ResultDecision {
  return verifyResult(answer, { contract, request: ASKED, now: NOW, checks });
}

export const FIXED = JSON.stringify({
  tool: "ci.run_status",
  request_id: "req.J7q94MkP",
  outcome: "failure",
  error: { code: "INVALID_RESPONSE", retryable: false },
});
