import { splitCarriedProposal } from "../../gate/carried-proposal.js";
import type { JsonObject, JsonValue } from "../../json/value.js";
import type { ProposalInput } from "../../verify-action.js";
import { isObject, own } from "./message.js";

/** The member of `_meta` that carries a proposal: an object, or its JSON text. */
export const PROPOSAL_META = "countersign/proposal";

/** A `tools/call` apart from the proposal that it carried. */
export interface ToolCall {
  readonly name: string;
  readonly args: JsonObject;
  /** Undefined where none came. */
  readonly proposal: ProposalInput | undefined;
  /** `_meta` without the proposal, for the server; null where nothing is left. */
  readonly meta: JsonObject | null;
}

/** `task` and whatever else a later MCP may add changes how a tool runs, and is not judged here. */
const PARAMS: ReadonlySet<string> = new Set(["name", "arguments", "_meta"]);
const NO_ARGS: JsonObject = Object.freeze({});

/** Null for params that are not exactly a call: closed, one proposal at most (MCP-10, MCP-11). */
export function readToolCall(params: JsonObject | null): ToolCall | null {
  if (params === null || !Object.keys(params).every((name) => PARAMS.has(name))) return null;
  const name = own(params, "name");
  const given = own(params, "arguments") ?? NO_ARGS;
  const meta = own(params, "_meta") ?? null;
  if (typeof name !== "string" || name === "" || !isObject(given) || (meta !== null && !isObject(meta))) return null;
  const members = Object.keys(given).length;
  const { proposal: inArgs, args } = splitCarriedProposal(given, members) as { proposal: JsonValue | undefined; args: JsonObject };
  const inMeta = meta === null ? undefined : own(meta, PROPOSAL_META);
  if (inArgs !== undefined && inMeta !== undefined) return null;
  const proposal = inArgs ?? inMeta;
  if (proposal !== undefined && typeof proposal !== "string" && !isObject(proposal)) return null;
  return { name, args, proposal: proposal as ProposalInput | undefined, meta: meta === null ? null : without(meta, PROPOSAL_META) };
}

function without(meta: JsonObject, name: string): JsonObject | null {
  const kept = Object.entries(meta).filter(([member]) => member !== name);
  return kept.length === 0 ? null : Object.fromEntries(kept);
}
