import type { ProposalInput } from "../verify-action.js";
import type { CallContext } from "./ports.js";

/** One tool call, as the host is about to make it. */
export interface GateRequest {
  /** The Action Proposal: bytes, text, or plain data; undefined where the call brought none. */
  readonly proposal?: ProposalInput;
  /** The tool that will run. */
  readonly tool: string;
  /** The arguments that will be passed. */
  readonly args: unknown;
  readonly context: CallContext;
}

const MEMBERS = new Set(["proposal", "tool", "args", "context"]);
const CONTEXT_MEMBERS = new Set(["principal", "session", "tenant"]);

/** Reads a request once, own members only. TypeError for a host's misuse: the gate has no call to decide on. */
export function readRequest(request: GateRequest): GateRequest & { readonly proposal: ProposalInput } {
  if (typeof request !== "object" || request === null) throw new TypeError("decide needs { proposal, tool, args, context }");
  for (const name of Object.keys(request)) if (!MEMBERS.has(name)) throw new TypeError(`unknown member of the request: ${name}`);
  if (!Object.hasOwn(request, "tool") || !Object.hasOwn(request, "args")) throw new TypeError("the request must state tool and args");
  const { tool, args } = request;
  if (typeof tool !== "string" || tool === "") throw new TypeError("tool must be a non-empty string");
  const proposal = Object.hasOwn(request, "proposal") ? request.proposal : undefined;
  return { proposal, tool, args, context: readContext(Object.hasOwn(request, "context") ? request.context : undefined) };
}

const FIXED = new WeakSet<object>();

/** A context that stands for many calls, read once. TypeError for misuse. */
export function fixContext(context: CallContext | undefined): CallContext {
  const fixed = readContext(context);
  FIXED.add(fixed);
  return fixed;
}

/** A frozen copy of the context. TypeError for misuse. */
export function readContext(context: CallContext | undefined): CallContext {
  if (typeof context !== "object" || context === null) throw new TypeError("context must be { principal, session?, tenant? }");
  if (FIXED.has(context)) return context;
  // Without a prototype: a member that is absent stays absent whatever Object.prototype has come to hold.
  const copy: Record<string, string> = Object.create(null);
  for (const name of Object.keys(context) as (keyof CallContext)[]) {
    if (!CONTEXT_MEMBERS.has(name)) throw new TypeError(`unknown member of the context: ${name}`);
    const value = context[name];
    if (value === undefined) continue;
    if (typeof value !== "string" || value === "") throw new TypeError(`context.${name} must be a non-empty string`);
    copy[name] = value;
  }
  if (copy.principal === undefined) throw new TypeError("context.principal is required");
  return Object.freeze(copy) as unknown as CallContext;
}
