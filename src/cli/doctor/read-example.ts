import { dirname, join, resolve } from "node:path";
import { DEFAULT_LIMITS } from "../../decision/limits.js";
import type { CallContext } from "../../gate/ports.js";
import { parseJson } from "../../json/parse-json.js";
import type { JsonObject, JsonValue } from "../../json/value.js";
import { checkProposal } from "../../wire/check-proposal.js";
import type { ProposalData } from "../../wire/proposal.js";
import { UnreadableError } from "../faults.js";
import { CaseError, readCase } from "../policy-cases/policy-case.js";
import { readBytes } from "../read-bytes.js";

const MAX_EXAMPLE_BYTES = 1024 * 1024;
const MAX_DEPTH = 64;

/** A call that an operator knows to fit the policy; who signed it, and for when, does not matter. */
export interface Example {
  readonly tool: string;
  readonly args: JsonObject;
  readonly context: Partial<CallContext>;
  readonly proposal: ProposalData | null;
}

/** Reads a proposal, or a policy case (spec/cli.md#policy-test). UnreadableError for anything else. */
export function readExample(file: string, cwd: string): Example {
  const value = parsed(file, cwd);
  if (isObject(value) && Object.hasOwn(value, "protocol")) {
    const proposal = proposalIn(value, file);
    return { ...proposal.action, context: {}, proposal };
  }
  try {
    return exampleOf(value, file, cwd);
  } catch (error) {
    throw error instanceof CaseError ? wrong(file, `is neither a proposal nor a policy case: ${error.message}`) : error;
  }
}

function exampleOf(value: JsonValue, file: string, cwd: string): Example {
  const { proposal: named, call, context } = readCase(value);
  const proposal = named === null ? null : proposalIn(typeof named === "string" ? parsed(join(dirname(file), named), cwd) : named, file);
  const asked = contextOf(context, file);
  if (typeof call !== "string" && call.args !== undefined) return { tool: call.tool, args: call.args, context: asked, proposal };
  if (proposal === null) throw wrong(file, "states no arguments");
  return { ...proposal.action, context: asked, proposal };
}

function proposalIn(value: JsonValue, file: string): ProposalData {
  const proposal = checkProposal(value, DEFAULT_LIMITS);
  if (proposal.ok) return proposal.value;
  const [{ reason, path }] = proposal.issues;
  throw wrong(file, `holds no proposal (${reason}${path === "" ? "" : ` at ${path}`})`);
}

function contextOf(context: JsonObject | null, file: string): Partial<CallContext> {
  const named = Object.entries(context ?? {}).filter(([name]) => ["principal", "session", "tenant"].includes(name));
  for (const [name, value] of named) if (typeof value !== "string" || value === "") throw wrong(file, `/context/${name}: is no text`);
  return Object.fromEntries(named);
}

function parsed(file: string, cwd: string): JsonValue {
  const value = parseJson(readBytes(resolve(cwd, file), MAX_EXAMPLE_BYTES), { maxBytes: MAX_EXAMPLE_BYTES, maxDepth: MAX_DEPTH });
  if (value.ok) return value.value;
  const [{ reason, offset }] = value.issues;
  throw wrong(file, `is not strict JSON (${reason}${offset === undefined ? "" : ` at byte ${offset}`})`);
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function wrong(file: string, what: string): UnreadableError {
  return new UnreadableError(what, file, "--example");
}
