import { ConfigurationError } from "../decision/configuration-error.js";
import { isPromise } from "../decision/is-promise.js";
import { readInput } from "../json/read-input.js";
import type { HostData } from "../json/value.js";
import { buildPolicy } from "../policy/build-policy.js";
import { ownMembers } from "../policy/own-members.js";
import type { Policy } from "../policy/policy.js";
import { isVersion1, type PolicyFile } from "../policy/policy-file.js";
import { checkPolicyFile } from "./check-policy-file.js";

/** A policy file is the operator's, so its bounds are wide; they keep a wrong file from hanging the load. */
const BOUNDS = { maxBytes: 1024 * 1024, maxDepth: 64 };

/**
 * Loads a policy file of either form (spec/policy.md). The engines are imported only where a tool
 * has `args` or `when`.
 *
 * @param input the file's bytes; its text; or its content as plain data
 * @throws (rejects) ConfigurationError with the place for anything but a policy: an absent, empty or broken file, an unknown
 * or duplicate name, a wrong value, a schema that is refused. `{}` is a policy that names no tool, so every tool blocks.
 * @example const policy = await loadPolicy({ version: 1, tools: { "docs.search": { impact: "read", pic: "optional" } } });
 */
export async function loadPolicy(input: Uint8Array | string | HostData): Promise<Policy> {
  const file = readPolicyFile(input);
  const [args, when] = await Promise.all([
    some(file, "args") ? import("./compile-args-schema.js") : null,
    some(file, "when") ? import("./compile-condition.js") : null,
  ]);
  return buildPolicy(file, { args: args?.argsCompiler() ?? nothing, when: when?.compileCondition ?? nothing });
}

/** The parsed file, its shape checked. */
export function readPolicyFile(input: unknown): PolicyFile {
  if (input === undefined || input === null) throw new ConfigurationError("there is no policy; give a file or an object, `{}` at least");
  if (isPromise(input)) throw new ConfigurationError("the policy is a promise: await it before loadPolicy");
  const value = readInput(input, BOUNDS);
  if (value.ok) return checkPolicyFile(ownMembers(value.value));
  const [{ reason, offset }] = value.issues;
  const where = offset === undefined ? "" : ` at byte ${offset}${lineOf(input, offset)}`;
  const hint = looksLikeFileName(input)
    ? "; a string is read as JSON text, not as a file name: loadPolicyFile of countersign/node reads a file"
    : "";
  throw new ConfigurationError(`the policy is not strict JSON: ${reason}${where}${hint}`, {
    place: offset === undefined ? "" : `byte ${offset}`,
  });
}

/** Text that does not begin as a JSON object or list does. */
function looksLikeFileName(input: unknown): boolean {
  return typeof input === "string" && /^[^\s{[]/.test(input);
}

function some(file: PolicyFile, member: "args" | "when"): boolean {
  return isVersion1(file) && Object.values(file.tools ?? {}).some((tool) => tool[member] !== undefined);
}

function nothing(): never {
  throw new TypeError("what the policy does not have needs no compiler");
}

/** Line and column, counted in bytes, for whoever mends the file in an editor. */
function lineOf(input: unknown, offset: number): string {
  const bytes = typeof input === "string" ? new TextEncoder().encode(input) : input;
  if (!(bytes instanceof Uint8Array)) return "";
  const before = bytes.subarray(0, offset);
  const line = before.reduce((count, byte) => (byte === 0x0a ? count + 1 : count), 1);
  return ` (line ${line}, column ${offset - before.lastIndexOf(0x0a)})`;
}
