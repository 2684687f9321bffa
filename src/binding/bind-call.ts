import { IssueList, type Outcome, ok } from "../decision/issue.js";
import { equalsJson } from "../json/equal-json.js";
import type { Resolved } from "../provenance/resolved.js";
import type { BindingLevel, Bound, Call } from "./call.js";

const FORMS = 'call must be { tool, args }, { tool } or "proposal-only"';

/**
 * Reads the `call` option once, own members only, and freezes what it read; the arguments themselves are not copied.
 * An own `args` asks for full binding whatever its value, so `undefined` there matches no proposal.
 *
 * @throws TypeError for anything but the three forms, an unknown member, or a tool that is not a non-empty string.
 */
export function readCall(call: unknown): Call {
  if (call === "proposal-only") return call;
  if (typeof call !== "object" || call === null || Array.isArray(call)) throw new TypeError(FORMS);
  for (const name of Reflect.ownKeys(call)) {
    if (name !== "tool" && name !== "args") throw new TypeError(`unknown member of call: ${String(name)}`);
  }
  if (!Object.hasOwn(call, "tool")) throw new TypeError(FORMS);
  const { tool } = call as { tool: unknown };
  if (typeof tool !== "string" || tool === "") throw new TypeError("call.tool must be a non-empty string");
  if (!Object.hasOwn(call, "args")) return statedCall({ tool });
  return statedCall({ tool, args: (call as { args: unknown }).args });
}

/** `"args" in call` tells the forms apart, so no prototype may answer it. */
function statedCall<T extends object>(members: T): T {
  return Object.freeze(Object.assign(Object.create(null) as T, members));
}

/**
 * Holds the proposal against what is about to run (spec/binding.md, S12): the tool character by character, the arguments
 * member by member. Fails with `binding.tool_mismatch` and `binding.args_mismatch`, both where both differ. A call that
 * states less binds less, and `level` says how much.
 *
 * @example bindCall(resolved, readCall({ tool: "docs.search", args: { q: "x" } })) // level "full"
 */
export function bindCall(resolved: Resolved, call: Call): Outcome<Bound> {
  if (call === "proposal-only") return ok(bind(resolved, "none"));
  const { action } = resolved.proposal;
  const issues = new IssueList();
  const sameTool = call.tool === action.tool;
  if (!sameTool) issues.add("binding.tool_mismatch", "/action/tool");
  if (!("args" in call)) return sameTool ? ok(bind(resolved, "tool")) : issues.fail();
  const sameArgs = equalsJson(action.args, call.args);
  if (!sameArgs) issues.add("binding.args_mismatch", "/action/args");
  return sameTool && sameArgs ? ok(bind(resolved, "full")) : issues.fail();
}

function bind(resolved: Resolved, level: BindingLevel): Bound {
  return Object.freeze({ resolved, level }) as unknown as Bound;
}
