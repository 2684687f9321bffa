import { IssueList, type Outcome, ok } from "../decision/issue.js";
import { equalsJson } from "../json/equal-json.js";
import type { Resolved } from "../provenance/resolved.js";
import type { BindingLevel, Bound, StatedCall } from "./call.js";

const FORMS = 'call must be { tool, args }, { tool } or "proposal-only"';

const PROPOSAL_ONLY: StatedCall = Object.freeze({ level: "none", tool: null, args: undefined });

/**
 * Reads the `call` option once, own members only, and freezes what it read; the arguments themselves are not copied.
 * An own `args` asks for full binding whatever its value, so `undefined` there matches no proposal.
 *
 * @throws TypeError for anything but the three forms, an unknown member, or a tool that is not a non-empty string.
 */
export function readCall(call: unknown): StatedCall {
  if (call === "proposal-only") return PROPOSAL_ONLY;
  if (typeof call !== "object" || call === null || Array.isArray(call)) throw new TypeError(FORMS);
  const names = Object.getOwnPropertyNames(call);
  for (let at = 0; at < names.length; at += 1) {
    if (names[at] !== "tool" && names[at] !== "args") throw new TypeError(`unknown member of call: ${names[at]}`);
  }
  if (Object.getOwnPropertySymbols(call).length > 0) throw new TypeError("unknown member of call: a symbol");
  if (!Object.hasOwn(call, "tool")) throw new TypeError(FORMS);
  const { tool } = call as { tool: unknown };
  if (typeof tool !== "string" || tool === "") throw new TypeError("call.tool must be a non-empty string");
  if (!Object.hasOwn(call, "args")) return Object.freeze({ level: "tool", tool, args: undefined });
  return fullCall(tool, (call as { args: unknown }).args);
}

/** A call that states its tool and its arguments. */
export function fullCall(tool: string, args: unknown): StatedCall {
  return Object.freeze({ level: "full", tool, args });
}

/**
 * Holds the proposal against what is about to run (spec/binding.md, S12): the tool character by character, the arguments
 * member by member. Fails with `binding.tool_mismatch` and `binding.args_mismatch`, both where both differ. A call that
 * states less binds less, and `level` says how much.
 *
 * @example bindCall(resolved, readCall({ tool: "docs.search", args: { q: "x" } })) // level "full"
 */
export function bindCall(resolved: Resolved, call: StatedCall): Outcome<Bound> {
  const { action } = resolved.proposal;
  const sameTool = call.level === "none" || call.tool === action.tool;
  const sameArgs = call.level !== "full" || equalsJson(action.args, call.args);
  if (sameTool && sameArgs) return ok(bind(resolved, call.level));
  const issues = new IssueList();
  if (!sameTool) issues.add("binding.tool_mismatch", "/action/tool");
  if (!sameArgs) issues.add("binding.args_mismatch", "/action/args");
  return issues.fail();
}

function bind(resolved: Resolved, level: BindingLevel): Bound {
  return Object.freeze({ resolved, level }) as unknown as Bound;
}
