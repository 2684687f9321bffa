import type { Gate } from "../../gate/create-gate.js";
import type { Permit } from "../../gate/permit.js";
import type { CallContext } from "../../gate/ports.js";
import { OutcomeUnknownError } from "../../gate/record-outcomes.js";
import type { JsonObject } from "../../json/value.js";
import { withheldResult } from "./answers.js";
import { mayPass } from "./check-result.js";
import type { RpcAnswer } from "./message.js";
import type { Given } from "./upstream.js";

/** Asks the tool with the verified arguments. Never rejects. */
export type AskTool = (args: JsonObject, signal?: AskSignal) => Promise<Given>;

/** What of an AbortSignal is used. */
interface AskSignal {
  readonly aborted: boolean;
  addEventListener(type: "abort", listener: () => void, options?: { readonly once: boolean }): void;
}

/** A call that was let go. */
interface AllowedCall {
  readonly permit: Permit;
  readonly tool: string;
  readonly context: CallContext;
}

/** How an allowed call is run and what of its answer the client gets. Rejects with PermitError for a permit that is not good. */
export type RunCall = (call: AllowedCall, ask: AskTool) => Promise<{ readonly answer: RpcAnswer; readonly withheld: string | null }>;

/** The tool said that it failed. */
class ToolFailed extends Error {}

/** Without contracts: the answer passes if it is one, whole and of one mind (MCP-21, MCP-22). */
export function runUnjudged(gate: Pick<Gate, "run">): RunCall {
  return async ({ permit }, ask) => {
    let given: Given | null = null;
    try {
      await gate.run(permit, async (args) => {
        given = await ask(args);
        if (typeof given === "string") throw new OutcomeUnknownError();
        if (!("result" in given.answer) || given.answer.result.isError === true) throw new ToolFailed();
      });
    } catch (error) {
      // A permit that gave nothing: the tool was not asked.
      if (given === null) throw error;
    }
    return conclude(given as unknown as Given, permit.request_id);
  };
}

function conclude(given: Given, requestId: string): { readonly answer: RpcAnswer; readonly withheld: string | null } {
  const why = typeof given === "string" ? given : !given.exact ? "unreadable" : faultOf(given.answer);
  if (why === null && typeof given !== "string") return { answer: given.answer, withheld: null };
  return { answer: { result: withheldResult(requestId) }, withheld: why };
}

function faultOf(answer: RpcAnswer): string | null {
  return "error" in answer || mayPass(answer.result) ? null : "disagrees";
}
