import type { ResultGate } from "../../gate/result/create-result-gate.js";
import type { LiveResult } from "../../gate/result/live-result.js";
import { canonicalText } from "../../json/canonical-text.js";
import type { JsonObject } from "../../json/value.js";
import type { RunCall } from "./forward-call.js";
import type { RpcAnswer } from "./message.js";
import type { Given } from "./upstream.js";

const encoder = new TextEncoder();
/** No JSON at all: what came under the call's id could not be read, and is no answer of any contract. */
const UNREADABLE = new Uint8Array(0);

/**
 * With contracts: the client gets what the tool's contract selects, in text and structured content alike, or its fixed failure (MCP-27).
 * Retries, circuits, records and copies are the result gate's.
 */
export function runUnderContract(results: Pick<ResultGate, "callTool">): RunCall {
  return async ({ permit, tool, context }, ask) =>
    conclude(
      await results.callTool(
        { tool, context: { ...context } },
        async ({ args, signal }) => ({ kind: "mcp", bytes: bytesOf(await ask(args, signal)) }),
        { permit },
      ),
    );
}

/** The result's canonical form, which holds what was read. A throw says that no answer came. */
function bytesOf(given: Given): Uint8Array {
  if (given === "unreadable") return UNREADABLE;
  if (typeof given === "string") throw new Error(given);
  if (!("result" in given.answer)) throw new Error("error");
  return given.exact ? encoder.encode(canonicalText(given.answer.result)) : UNREADABLE;
}

function conclude({ agent, outcome, reason }: LiveResult): { readonly answer: RpcAnswer; readonly withheld: string | null } {
  const told = agent as unknown as JsonObject;
  const result = {
    content: [{ type: "text", text: canonicalText(told) }],
    structuredContent: told,
    ...(outcome === "failure" && { isError: true }),
  };
  // A failure that the contract lists is an answer like any other.
  return { answer: { result }, withheld: reason === "result.upstream_failure" ? null : reason };
}
