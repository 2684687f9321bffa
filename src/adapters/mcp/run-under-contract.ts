import type { ContractSet } from "../../contract/contract-set.js";
import type { ResultDecision } from "../../contract/result-decision.js";
import type { ResultCheck } from "../../contract/result-options.js";
import type { Gate } from "../../gate/create-gate.js";
import { OutcomeUnknownError } from "../../gate/record-outcomes.js";
import { canonicalText } from "../../json/canonical-text.js";
import type { JsonObject, JsonValue } from "../../json/value.js";
import { verifyResult } from "../../verify-result.js";
import { withheldResult } from "./answers.js";
import { type RunCall, ToolFailed } from "./forward-call.js";
import type { RpcAnswer } from "./message.js";
import type { Given } from "./upstream.js";

interface ContractPorts {
  readonly gate: Pick<Gate, "run">;
  readonly contracts: ContractSet;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** The functions that contracts name. */
  readonly checks?: Readonly<Record<string, ResultCheck>>;
}

const encoder = new TextEncoder();

/** With contracts: the client gets what the tool's contract selects, in text and structured content alike, or its fixed failure (MCP-27). */
export function runUnderContract({ gate, contracts, now, checks }: ContractPorts): RunCall {
  return async ({ permit, tool, context }, ask) => {
    const id = permit.request_id;
    let decision: ResultDecision | null = null;
    let given: Given | null = null;
    try {
      await gate.run(permit, async (args) => {
        given = await ask(args);
        const bytes = bytesOf(given);
        // Asked at the time of the answer: what ended meanwhile promises nothing.
        const contract = contracts.contractFor(tool, now());
        if (bytes === null || contract === null) throw new OutcomeUnknownError();
        const request = { id, tool, args, context: { ...context } };
        decision = verifyResult({ kind: "mcp", bytes }, { contract, request, now: now(), ...(checks !== undefined && { checks }) });
        if (decision.reason === "result.upstream_failure") throw new ToolFailed();
        if (decision.outcome === "failure") throw new OutcomeUnknownError();
      });
    } catch (error) {
      // A permit that gave nothing: the tool was not asked.
      if (given === null) throw error;
    }
    return decision === null ? { answer: { result: withheldResult(id) }, withheld: whyOf(given) } : conclude(decision);
  };
}

/** The result's canonical form, which holds what was read; null where nothing can be judged. */
function bytesOf(given: Given): Uint8Array | null {
  if (typeof given === "string" || !given.exact || !("result" in given.answer)) return null;
  return encoder.encode(canonicalText(given.answer.result));
}

function whyOf(given: Given | null): string {
  if (typeof given === "string") return given;
  return given !== null && "error" in given.answer ? "error" : "unreadable";
}

function conclude({ agent, outcome, reason }: ResultDecision): { readonly answer: RpcAnswer; readonly withheld: string | null } {
  const told = agent as unknown as JsonObject;
  const result = {
    content: [{ type: "text", text: canonicalText(told as JsonValue) }],
    structuredContent: told,
    ...(outcome === "failure" && { isError: true }),
  };
  // A failure that the contract lists is an answer like any other.
  return { answer: { result }, withheld: reason === "result.upstream_failure" ? null : reason };
}
