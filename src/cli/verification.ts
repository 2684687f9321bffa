import { loadPolicy } from "../compile/load-policy.js";
import { ConfigurationError } from "../decision/configuration-error.js";
import { isHighImpact } from "../decision/impact.js";
import { DEFAULT_LIMITS } from "../decision/limits.js";
import { type InteropOptions, type ProfileName, resolveProfile } from "../decision/profile.js";
import { parseJson } from "../json/parse-json.js";
import { readInput } from "../json/read-input.js";
import type { JsonValue } from "../json/value.js";
import { createArtifactReader } from "../node/read-artifact.js";
import { readOperatorFile } from "../node/read-operator-file.js";
import type { Policy } from "../policy/policy.js";
import type { Artifacts } from "../trust/artifacts.js";
import type { Keyring } from "../trust/keyring.js";
import { checkKeyringForProfile, loadKeyring } from "../trust/load-keyring.js";
import { parseTimestamp } from "../trust/timestamp.js";
import { conclude, type Prepared, prepare, type Verified } from "../verify-action.js";
import { checkProposal } from "../wire/check-proposal.js";
import { UnreadableError, UsageError } from "./faults.js";
import { type Flags, oneOf } from "./flags.js";
import { findOperatorFile, lookForOperatorFile, type OperatorFile } from "./operator-files.js";
import { readBytes } from "./read-bytes.js";
import { FORMATS, type Format } from "./reply.js";
import type { Report } from "./report.js";
import type { Shell } from "./shell.js";

/** Most bytes of a file of live arguments or context: more than any proposal that could match, written with white space. */
const MAX_SIDE_FILE_BYTES = 1024 * 1024;

const PROFILE_FLAGS = {
  profile: { type: "text", value: "strict|interop", help: "rules to judge by (strict)" },
} as const;

export const OPERATOR_FLAGS = {
  policy: { type: "text", value: "FILE", help: "the operator's policy; else PIC_POLICY_PATH" },
  keys: { type: "text", value: "FILE", help: "the operator's keyring; else PIC_KEYS_PATH" },
  ...PROFILE_FLAGS,
} as const;

export const FORMAT_FLAGS = {
  format: { type: "text", value: FORMATS.join("|"), help: "output (text)" },
  json: { type: "switch", help: "the same as --format json" },
} as const;

export const VERIFY_FLAGS = {
  tool: { type: "text", value: "NAME", help: "the live tool" },
  args: { type: "text", value: "@FILE|-", help: "the live arguments, a JSON object; needs --tool" },
  unbound: { type: "switch", help: "accept that a high impact is not compared with live arguments" },
  ...OPERATOR_FLAGS,
  "evidence-root": { type: "text", value: "DIR", help: "folder of the files that evidence refers to" },
  audience: { type: "text", value: "NAME", help: "the name of this gate; without it audiences are not checked" },
  context: { type: "text", value: "@FILE|JSON", help: "who asks, for policy rules: a JSON object" },
  now: { type: "text", value: "TIME", help: "judge at this RFC 3339 time" },
  ...FORMAT_FLAGS,
  "verify-evidence": { type: "switch", help: "interop: always on, accepted for the reference's command lines" },
  "legacy-trust": { type: "switch", help: "interop: a source that calls itself trusted is" },
} as const;

export type VerifyFlags = Flags<typeof VERIFY_FLAGS>;

export interface Verification {
  readonly report: Report;
  readonly prepared: Prepared;
  readonly verified: Verified;
  /** `--now` or the clock, in epoch milliseconds. */
  readonly now: number;
  readonly keyring: Keyring;
  /** A high impact was judged without live arguments. */
  readonly unboundHigh: boolean;
  readonly policy: Policy;
  /** The live call; null where it was not stated whole. */
  readonly liveCall: { readonly tool: string; readonly args: JsonValue } | null;
  /** As given; empty where it was not. */
  readonly context: object;
}

export function readFormat(
  flags: { readonly format: string | undefined; readonly json: boolean },
  formats: readonly Format[] = FORMATS,
): Format {
  if (!flags.json) return oneOf("--format", flags.format, formats, "text");
  if (flags.format !== undefined && flags.format !== "json") throw new UsageError("disagrees with --format", "--json");
  return "json";
}

export function readProfile(flags: { readonly profile: string | undefined }): ProfileName {
  return oneOf("--profile", flags.profile, ["strict", "interop"], "strict");
}

/** `--now` or the clock. */
export function readNow(flags: { readonly now: string | undefined }, shell: Shell): number | string {
  if (flags.now === undefined) return shell.now;
  if (parseTimestamp(flags.now) === null) throw new UsageError("is an RFC 3339 time such as 2026-10-01T12:00:00Z", "--now");
  return flags.now;
}

/** Epoch milliseconds of a time that was read. */
export function toMilliseconds(now: number | string): number {
  return typeof now === "number" ? now : Number((parseTimestamp(now) as bigint) / 1_000_000n);
}

/** Loads a policy; ConfigurationError that names the file. */
export async function loadPolicyAt(file: OperatorFile): Promise<Policy> {
  const bytes = await readOperatorFile(file.path, "policy");
  return named(file, () => loadPolicy(bytes));
}

/** Loads a keyring that the profile accepts; ConfigurationError that names the file. */
export async function loadKeyringFor(file: OperatorFile, profile: ProfileName): Promise<Keyring> {
  const bytes = await readOperatorFile(file.path, "keyring");
  return named(file, () => {
    const keyring = loadKeyring(bytes);
    checkKeyringForProfile(keyring, resolveProfile(profile));
    return keyring;
  });
}

async function named<T>(file: OperatorFile | null, load: () => T | Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    throw error instanceof ConfigurationError && error.file === undefined && file !== null ? error.inFile(file.path) : error;
  }
}

/** Whether a command takes a decision, for which it needs both of the operator's files, or looks at evidence alone. */
type Question = "decision" | "evidence";

/** The shared road of verify, explain and evidence-verify: flags to a decision. The command line is judged before any file is read. */
export async function verifyInput(input: string, flags: VerifyFlags, shell: Shell, question: Question = "decision"): Promise<Verification> {
  const name = readProfile(flags);
  const profile = profileOptions(name, flags);
  const now = readNow(flags, shell);
  checkBindingFlags(input, flags);
  const find = question === "decision" ? findOperatorFile : lookForOperatorFile;
  const policyFile = find("policy", flags.policy, name, shell);
  const keysFile = find("keys", flags.keys, name, shell);

  const policy = policyFile === null ? await loadPolicy({}) : await loadPolicyAt(policyFile);
  const keyring = keysFile === null ? loadKeyring({}) : await loadKeyringFor(keysFile, name);
  const { tool } = flags;
  const call = tool === undefined ? "proposal-only" : flags.args === undefined ? { tool } : { tool, args: readArguments(flags.args) };
  const context: { context?: object } = flags.context === undefined ? {} : { context: readContext(flags.context) };
  const audience = flags.audience === undefined ? {} : { audience: flags.audience };
  const bytes = readBytes(input, DEFAULT_LIMITS.maxBytes);

  // spec cli#evidence-verify: without a keyring no signature can be judged, and to call it missing would mislead.
  if (keysFile === null && hasSignature(bytes)) findOperatorFile("keys", flags.keys, name, shell);
  const prepared = await named(policyFile, () => prepare(bytes, { policy, keyring, now, call, profile, ...audience, ...context }));
  const artifacts = await readArtifacts(prepared.artifactRefs, flags["evidence-root"]);
  const verified = conclude(prepared, artifacts);
  return {
    report: {
      decision: verified.decision,
      bytes,
      files: {
        input,
        args: flags.args === undefined ? null : flags.args.replace(/^@/, ""),
        evidenceRoot: flags["evidence-root"] ?? null,
        rootMissing: flags["evidence-root"] === undefined && prepared.artifactRefs.length > 0,
        policy: policyFile,
        keys: keysFile,
      },
    },
    prepared,
    verified,
    now: toMilliseconds(now),
    keyring,
    unboundHigh: flags.args === undefined && impactsOf(prepared, policy).some(isHighImpact),
    policy,
    liveCall: typeof call === "object" && call.args !== undefined ? { tool: call.tool, args: call.args } : null,
    context: context.context ?? {},
  };
}

function hasSignature(bytes: Uint8Array): boolean {
  const value = readInput(bytes, DEFAULT_LIMITS);
  const proposal = value.ok ? checkProposal(value.value, DEFAULT_LIMITS) : value;
  return proposal.ok && (proposal.value.evidence ?? []).some(({ type }) => type === "sig");
}

function profileOptions(name: ProfileName, flags: VerifyFlags): ProfileName | InteropOptions {
  if (name === "interop") return flags["legacy-trust"] ? { name, strictTrust: false } : name;
  for (const alias of ["verify-evidence", "legacy-trust"] as const) {
    if (flags[alias]) throw new UsageError("is for --profile interop", `--${alias}`);
  }
  return name;
}

function checkBindingFlags(input: string, flags: VerifyFlags): void {
  if (flags.args !== undefined && flags.unbound) throw new UsageError("says that there are no --args, and there are", "--unbound");
  if (flags.args !== undefined && flags.tool === undefined) throw new UsageError("needs --tool", "--args");
  if (flags.args !== undefined && flags.args !== "-" && !/^@./s.test(flags.args)) throw new UsageError("is @FILE or -", "--args");
  const fromStdin = [input === "-", flags.args === "-" || flags.args === "@-", flags.context === "@-"].filter(Boolean);
  if (fromStdin.length > 1) throw new UsageError("standard input is named twice", "-");
}

function readArguments(flag: string): JsonValue {
  const file = flag.replace(/^@/, "");
  return parseSide(readBytes(file, MAX_SIDE_FILE_BYTES), file, "--args");
}

function readContext(flag: string): object {
  const file = flag.startsWith("@") ? flag.slice(1) : null;
  // A file's name without its @ is told as that: the parser's complaint would lead nowhere.
  if (file === "" || (file === null && !/^\s*\{/.test(flag))) throw new UsageError("is @FILE or a JSON object", "--context");
  const bytes = file === null ? new TextEncoder().encode(flag) : readBytes(file, MAX_SIDE_FILE_BYTES);
  const value = parseSide(bytes, file, "--context");
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new UsageError("is @FILE or a JSON object", "--context");
  return value;
}

/** By the same strict rules as the proposal: what two readers could take for two values is no live argument. */
function parseSide(bytes: Uint8Array, file: string | null, flag: string): JsonValue {
  const value = parseJson(bytes, { maxBytes: MAX_SIDE_FILE_BYTES, maxDepth: DEFAULT_LIMITS.maxDepth });
  if (value.ok) return value.value;
  const [{ reason, offset }] = value.issues;
  throw new UnreadableError(
    `is not one JSON value by the strict rules (${reason}${offset === undefined ? "" : ` at byte ${offset}`})`,
    file,
    flag,
  );
}

/** The files that evidence refers to; none without a folder. */
export async function readArtifacts(refs: readonly string[], root: string | undefined): Promise<Artifacts> {
  if (root === undefined) return new Map();
  const reader = await createArtifactReader({ root, limits: DEFAULT_LIMITS }).catch((error: unknown) => {
    // The library names its option; here it is a flag.
    const { what, file } = error as ConfigurationError;
    throw error instanceof ConfigurationError ? new ConfigurationError(what, { file: file ?? root, place: "--evidence-root" }) : error;
  });
  return reader.read(refs);
}

function impactsOf({ requirements }: Prepared, policy: Policy) {
  if (requirements === null) return [];
  const operator = policy.tools.get(requirements.tool)?.impact;
  return [requirements.impact, requirements.declaredImpact, ...(operator === undefined ? [] : [operator])];
}
