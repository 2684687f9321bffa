import { BlockedError } from "../../gate/blocked-error.js";
import type { CallContext } from "../../gate/ports.js";
import { type Blocked, blockResult } from "./answers.js";
import { buildProposal } from "./build-proposal.js";
import type { AskTool } from "./forward-call.js";
import type { Message, RpcAnswer } from "./message.js";
import { readToolCall, type ToolCall } from "./read-tool-call.js";
import type { SessionPorts, UnderWay } from "./session.js";
import type { createToolList } from "./tool-list.js";

type Ports<R> = Pick<
  SessionPorts<R>,
  "gate" | "runCall" | "contextOf" | "proposals" | "newRequestId" | "timeout" | "callTimeoutMs" | "report"
>;

/**
 * What becomes of a `tools/call` (spec/mcp.md#calls): read, looked up, decided by the gate, run with the arguments of the permit, and its
 * answer held to what may pass. Every way out but the last is a block.
 */
export function createCallGate<R>(ports: Ports<R>, tools: Pick<ReturnType<typeof createToolList<R>>, "route">) {
  const { gate, report } = ports;

  const block = (code: Blocked["code"], pending = false, request_id = ports.newRequestId()): RpcAnswer => ({
    result: blockResult({ code, pending, request_id }),
  });

  /** Undefined where none is needed, or none can be made: then the gate says that it misses one. */
  function proposalOf({ name, args, proposal }: ToolCall, context: CallContext): ToolCall["proposal"] {
    const needs = gate.needs(name);
    if (ports.proposals === "carried" || needs === null) return proposal;
    return needs.proposal === "optional" ? undefined : (buildProposal(name, args, needs, context) ?? undefined);
  }

  /** What asks the tool: only ever with arguments that come out of a permit. */
  function askThrough({ name: tool, meta }: ToolCall, under: UnderWay): AskTool {
    return async (args, signal) => {
      // For each time that it is asked: it may have changed while the gate decided, or since it was asked before.
      const route = await tools.route(tool);
      if (under.cancelled || signal?.aborted === true) return "cancelled";
      if (route === null) return "hidden";
      const { upstream, name } = route;
      const asked = upstream.request("tools/call", { name, arguments: args, ...(meta !== null && { _meta: meta }) });
      under.asked = asked.id;
      under.stop = () => asked.abandon("cancelled");
      signal?.addEventListener("abort", () => asked.abandon("late"), { once: true });
      const stopClock = ports.timeout(ports.callTimeoutMs, () => asked.abandon("late"));
      const given = await asked.given;
      stopClock();
      under.stop = null;
      return given;
    };
  }

  async function run(call: ToolCall, context: CallContext, under: UnderWay): Promise<RpcAnswer> {
    const { name: tool, args } = call;
    const permit = await gate.enforce({ proposal: proposalOf(call, context), tool, args, context });
    // A profile may let a tool pass that the policy does not name, and its definition may have changed meanwhile: it is not called.
    const route = await tools.route(tool);
    if (route === null) return block("PIC_POLICY_VIOLATION", false, permit.request_id);
    const { answer, withheld } = await ports.runCall({ permit, tool, context }, askThrough(call, under));
    if (withheld !== null)
      report({ event: "call_withheld", server: route.upstream.name, tool, request_id: permit.request_id, why: withheld });
    return answer;
  }

  return async ({ params, exact, raw }: Message<R> & { readonly kind: "request" }, under: UnderWay): Promise<RpcAnswer> => {
    const call = exact ? readToolCall(params) : null;
    if (call === null) return block("PIC_INVALID_REQUEST");
    // The policy names it, and it is not there, or is no longer what the client was shown.
    if ((await tools.route(call.name)) === null && gate.needs(call.name) !== null) return block("PIC_POLICY_VIOLATION");
    try {
      return await run(call, ports.contextOf(raw), under);
    } catch (error) {
      if (error instanceof BlockedError) return block(error.code, error.decision.pending, error.request_id);
      // A permit that is no longer good, or a fault of our own.
      return block("PIC_INTERNAL_ERROR");
    }
  };
}
