import { ConfigurationError, faultLine } from "../decision/configuration-error.js";
import { VERSION } from "../decision/version.js";
import type { Command } from "./command.js";
import { command as verify } from "./commands/verify.js";
import { coloursFor } from "./deliver.js";
import { escapeText } from "./escape.js";
import { EXIT } from "./exits.js";
import { UnreadableError, UsageError } from "./faults.js";
import { type Fault, renderFault } from "./formats/fault.js";
import { hookFault, isHook } from "./hook/hook-reply.js";
import { FORMATS, type Format, type Reply } from "./reply.js";

type Environment = Readonly<Record<string, string | undefined>>;
type Load = () => Promise<{ readonly command: Command }>;

/** `verify` is what the program is for, and comes with it in one file; a verification must not wait for the rest. */
const COMMANDS: ReadonlyMap<string, Load> = new Map<string, Load>([
  ["verify", async () => ({ command: verify })],
  ["explain", () => import("./commands/explain.js")],
  ["schema", () => import("./commands/schema.js")],
  ["evidence-verify", () => import("./commands/evidence-verify.js")],
  ["keys generate", () => import("./commands/keys-generate.js")],
  ["keys add", () => import("./commands/keys-add.js")],
  ["keys scope", () => import("./commands/keys-scope.js")],
  ["keys revoke", () => import("./commands/keys-revoke.js")],
  ["keys list", () => import("./commands/keys-list.js")],
  ["keys check", () => import("./commands/keys-check.js")],
  ["attest", () => import("./commands/attest.js")],
  ["approve", () => import("./commands/approve.js")],
  ["approvals request", () => import("./commands/approvals-request.js")],
  ["approvals list", () => import("./commands/approvals-list.js")],
  ["approvals show", () => import("./commands/approvals-show.js")],
  ["approvals approve", () => import("./commands/approvals-approve.js")],
  ["approvals deny", () => import("./commands/approvals-deny.js")],
  ["policy check", () => import("./commands/policy-check.js")],
  ["policy test", () => import("./commands/policy-test.js")],
  ["policy diff", () => import("./commands/policy-diff.js")],
  ["policy explain", () => import("./commands/policy-explain.js")],
  ["policy show", () => import("./commands/policy-show.js")],
  ["contract check", () => import("./commands/contract-check.js")],
  ["contract test", () => import("./commands/contract-test.js")],
  ["contract diff", () => import("./commands/contract-diff.js")],
  ["contract show", () => import("./commands/contract-show.js")],
  ["result check", () => import("./commands/result-check.js")],
  ["audit verify", () => import("./commands/audit-verify.js")],
  ["audit tail", () => import("./commands/audit-tail.js")],
  ["audit show", () => import("./commands/audit-show.js")],
  ["audit head", () => import("./commands/audit-head.js")],
  ["doctor", () => import("./commands/doctor.js")],
  ["init", () => import("./commands/init.js")],
  ["hook claude-code", () => import("./commands/hook-claude-code.js")],
  ["serve", () => import("./commands/serve.js")],
  ["conformance run", () => import("./commands/conformance-run.js")],
  ["mcp-proxy", () => import("./commands/mcp-proxy.js")],
  ["demo", () => import("./commands/demo.js")],
]);

/** What a group does when no verb follows, as in the reference. */
const DEFAULT_VERB: ReadonlyMap<string, string> = new Map([
  ["keys", "list"],
  ["policy", "show"],
]);

/** Runs one command line. Total: every fault becomes a reply with an exit code other than 0. */
export async function answer(argv: readonly string[], env: Environment, cwd: () => string): Promise<Reply> {
  try {
    return await dispatch(argv, env, cwd);
  } catch (error) {
    return replyToFault(error, argv, env);
  }
}

async function dispatch(argv: readonly string[], env: Environment, cwd: () => string): Promise<Reply> {
  const [first, ...rest] = argv;
  if (first === undefined) throw new UsageError("no command; `countersign --help` lists them");
  if (first === "help") return help(rest);
  if (first === "--version" || first === "--help" || first === "-h") {
    if (rest.length > 0) throw new UsageError("stands alone", first);
    return { exit: EXIT.done, stdout: first === "--version" ? `${VERSION}\n` : await overview() };
  }
  if (rest.length === 1 && (rest[0] === "--help" || rest[0] === "-h") && verbsOf(first).length > 0) return help([first]);
  const { load, after } = find(first, rest);
  const { command } = await load();
  const terminal = async () => (await import("./terminal.js")).openTerminal();
  return command.run(after, { env, cwd: cwd(), now: Date.now(), colour: () => coloursFor(env), terminal });
}

function find(first: string, rest: readonly string[]): { readonly load: Load; readonly after: readonly string[] } {
  const single = COMMANDS.get(first);
  if (single !== undefined) return { load: single, after: rest };
  const verbs = verbsOf(first);
  if (verbs.length === 0) throw new UsageError("is no command; `countersign --help` lists them", escapeText(first, 64));
  const [verb] = rest;
  const pair = verb === undefined ? undefined : COMMANDS.get(`${first} ${verb}`);
  if (pair !== undefined) return { load: pair, after: rest.slice(1) };
  const byDefault = COMMANDS.get(`${first} ${DEFAULT_VERB.get(first)}`);
  if (byDefault !== undefined && (verb === undefined || verb.startsWith("-"))) return { load: byDefault, after: rest };
  const list = verbs.map((name) => name.slice(first.length + 1)).join(", ");
  const fileFlag = byDefault === undefined ? "" : `; a file is given with --${first} FILE`;
  throw new UsageError(`needs one of: ${list}${fileFlag}`, first);
}

/** The commands of a group, such as `keys`; none for a command that stands alone. */
function verbsOf(group: string): readonly string[] {
  return [...COMMANDS.keys()].filter((name) => name.startsWith(`${group} `));
}

/** `help`, `help COMMAND` and `help GROUP`. */
async function help(words: readonly string[]): Promise<Reply> {
  const name = words.join(" ");
  if (name === "") return { exit: EXIT.done, stdout: await overview() };
  const verbs = verbsOf(name);
  if (verbs.length > 0) return { exit: EXIT.done, stdout: await groupPage(name, verbs) };
  const load = COMMANDS.get(name);
  if (load === undefined) throw new UsageError("is no command; `countersign help` lists them", escapeText(name, 64));
  return { exit: EXIT.done, stdout: (await load()).command.help };
}

async function groupPage(group: string, names: readonly string[]): Promise<string> {
  const verb = DEFAULT_VERB.get(group);
  return `${[
    `countersign ${group} VERB [flags]`,
    "",
    ...(await summaries(names)),
    "",
    ...(verb === undefined ? [] : [`Without a verb it is \`${group} ${verb}\`.`]),
    `\`countersign ${group} VERB --help\` shows a verb's flags.`,
  ].join("\n")}\n`;
}

async function summaries(names: readonly string[]): Promise<readonly string[]> {
  const commands = await Promise.all(names.map(async (name) => (await (COMMANDS.get(name) as Load)()).command));
  const rows = commands.map(({ name, operand, summary }) => [operand === undefined ? name : `${name} ${operand.name}`, summary] as const);
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}

async function overview(): Promise<string> {
  const exits = ["0 allow", "1 unreadable", "2 schema", "3 binding, ids, trust", "4 evidence", "5 policy", "6 policy or keyring file"];
  return `${[
    "countersign COMMAND [flags]",
    "",
    "Decides whether a tool call that an agent proposes may run: allow or block.",
    "",
    ...(await summaries([...COMMANDS.keys()])),
    "",
    "`countersign help COMMAND` or `countersign COMMAND --help` shows a command's flags; `--version` the version.",
    `Exit: ${exits.join("; ")}; 7 limit; 64 usage; 70 internal.`,
  ].join("\n")}\n`;
}

/** The reply to anything thrown, in the format that the command line asks for as far as it can be told. */
export function replyToFault(error: unknown, argv: readonly string[], env: Environment): Reply {
  if (isHook(argv)) return hookFault();
  const fault = faultOf(error);
  const stdout = renderFault(formatAsked(argv), fault);
  // Operators may look at a fault of our own; the trace holds no input, but file names, so it is asked for by name.
  const trace = fault.kind === "internal" && env.PIC_DEBUG === "1" && error instanceof Error ? `${escapeLines(error.stack ?? "")}\n` : "";
  return { exit: fault.exit, stdout, stderr: `countersign: ${lineOf(fault)}\n${trace}` };
}

/** A flag stands before the file that it names; a place in a file stands after it. */
function lineOf({ message, file, place }: Fault): string {
  return place?.startsWith("--") === true ? faultLine(message, place, file) : faultLine(message, file, place);
}

function escapeLines(text: string): string {
  return text
    .split("\n")
    .map((line) => escapeText(line))
    .join("\n");
}

function faultOf(error: unknown): Fault {
  if (error instanceof UsageError) {
    return { kind: "usage", exit: EXIT.usage, file: null, place: error.place ?? null, message: error.message };
  }
  if (error instanceof UnreadableError) {
    const { message, file, place } = error;
    return {
      kind: "usage",
      exit: EXIT.unreadable,
      file: file === null ? null : escapeText(file),
      place: place ?? null,
      message: escapeText(message),
    };
  }
  if (error instanceof ConfigurationError) {
    return {
      kind: "configuration",
      exit: EXIT.configuration,
      file: error.file === undefined ? null : escapeText(error.file),
      place: error.place === undefined ? null : escapeText(error.place),
      message: escapeText(error.what),
    };
  }
  const message = "a fault of our own, so nothing was decided; PIC_DEBUG=1 shows the trace";
  return { kind: "internal", exit: EXIT.internal, file: null, place: null, message };
}

/** Reads the format alone from a command line that may be wrong elsewhere: a JSON reader gets JSON for its usage errors too. */
function formatAsked(argv: readonly string[]): Format {
  if (argv.some((word) => word === "--json" || word.startsWith("--json="))) return "json";
  for (const [at, word] of argv.entries()) {
    const value = word === "--format" ? argv[at + 1] : word.startsWith("--format=") ? word.slice("--format=".length) : undefined;
    const found = FORMATS.find((format) => format === value);
    if (found !== undefined) return found;
  }
  return "text";
}
