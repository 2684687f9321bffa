import { sha256 } from "#crypto";
import type { Contract } from "../../contract/contract.js";
import { byEnd } from "../../contract/contract-set.js";
import { ownOptions } from "../../decision/own-options.js";
import { canonicalText } from "../../json/canonical-text.js";
import { freezeDeep } from "../../json/freeze-deep.js";
import { readObject } from "../../json/read-input.js";
import type { HostData, JsonObject } from "../../json/value.js";
import { nowToNanos } from "../../trust/timestamp.js";
import type { Permit } from "../permit.js";

/** What is asked of the tool. The gate makes the request id. */
export interface CallRequest {
  readonly tool: string;
  /** Left out beside a permit, whose verified arguments are asked. */
  readonly args?: HostData;
  /** Who asks and for whom, and what the host knows: the answer is held against it. */
  readonly context?: HostData;
}

export interface CallOptions {
  /** The version of the contract; where absent the one in use, which of those that have not ended ends first. */
  readonly contract?: string;
  /** The action gate's word that the tool may run once. */
  readonly permit?: Permit;
}

/** A call that was read: what is held here is the gate's own. */
export interface ReadCall {
  readonly tool: string;
  /** Null: those of the permit. */
  readonly args: JsonObject | null;
  readonly context: JsonObject;
  readonly version: string | null;
  readonly permit: Permit | null;
}

const REQUEST = new Set(["tool", "args", "context"]);
const OPTIONS = new Set(["contract", "permit"]);
/** Wide: they keep a mistake from hanging the call. */
const BOUNDS = { maxBytes: 1024 * 1024, maxDepth: 64 };
const NONE: JsonObject = Object.freeze({});

/** Reads request and options once. TypeError for misuse: nothing was asked then, and nothing is recorded. */
export function readCall(request: CallRequest, options: CallOptions): ReadCall {
  const asked = ownOptions(request, REQUEST, "request", "callTool needs a request: { tool, args, context }");
  const own = ownOptions(options, OPTIONS, "callTool", "callTool's options must be an object");
  const tool = asked("tool");
  if (typeof tool !== "string" || tool === "") throw new TypeError("request.tool must be a non-empty string");
  const version = own("contract");
  if (version !== undefined && typeof version !== "string") throw new TypeError("contract must be the version of a contract of the gate");
  const permit = own("permit");
  if (permit !== undefined && (typeof permit !== "object" || permit === null))
    throw new TypeError("permit must be what the action gate gave for an allowed call");
  const args = asked("args");
  if ((permit === undefined) === (args === undefined))
    throw new TypeError(
      permit === undefined ? "request.args must be an object" : "beside a permit request.args is left out: its own are asked",
    );
  const context = asked("context");
  return {
    tool,
    args: args === undefined ? null : copyOf(args, "request.args"),
    context: context === undefined ? NONE : copyOf(context, "request.context"),
    version: version ?? null,
    permit: permit ?? null,
  };
}

function copyOf(live: unknown, what: string): JsonObject {
  const copy = readObject(live, BOUNDS);
  if (!copy.ok) throw new TypeError(`${what} must be a plain object of JSON (${copy.issues[0].reason})`);
  return freezeDeep(copy.value);
}

/**
 * The contract of a call: of those that have not ended the one that ends first, or the named version. TypeError where the gate has none: a
 * tool without a contract has no results. One that has ended is given where no other is left: the call is refused for that, and recorded.
 */
export function contractOf(tool: string, version: string | null, contracts: readonly Contract[], now: number): Contract {
  const own = contracts.filter((contract) => contract.tool === tool && (version === null || contract.version === version)).sort(byEnd);
  const last = own[own.length - 1];
  if (last === undefined)
    throw new TypeError(`the gate has no contract of ${tool}${version === null ? "" : ` in version ${version}`}, and so no results of it`);
  const at = nowToNanos(Math.floor(now));
  return own.find(({ ends }) => ends === null || at < ends) ?? last;
}

/** SHA-256 (hex) of what was asked. */
export function requestDigest(tool: string, args: JsonObject, context: JsonObject): string {
  return sha256(canonicalText({ args, context, tool }));
}
