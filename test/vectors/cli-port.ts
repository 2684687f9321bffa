import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { CODES } from "../../src/decision/catalogue.js";
import type { Decision } from "../../src/decision/decision.js";
import type { ConfigurationAnswer, DecisionRequest } from "../../src/vectors/index.js";
import type { Cli } from "../edge/cli-process.js";
import { layDown } from "./evidence-folder.js";
import { NO_WORDS } from "./skips.js";

/** Flags of `verify` that the port says. */
export const SAID = [
  "tool",
  "args",
  "unbound",
  "policy",
  "keys",
  "profile",
  "evidence-root",
  "audience",
  "context",
  "now",
  "format",
  "legacy-trust",
] as const;
/** Flags of `verify` that say nothing of their own. */
export const ALIASES = ["json", "verify-evidence"] as const;

/** The question cannot be put to the command: its message is one of NO_WORDS. */
class NoWords extends Error {
  override readonly name = "NoWords";
}

type Answer = Decision | ConfigurationAnswer;

interface CliPort {
  /** Starts a process. Rejects where the answer's form or the exit code is not as spec/cli.md says. */
  decide(request: DecisionRequest): Promise<Answer>;
}

/** The built command as its users run it: a process for each question, everything in files. */
export function cliPort(cli: Cli): CliPort {
  const write = writtenOnce(cli);
  return {
    async decide(request) {
      const files = filesOf(request, write);
      const { exit, stdout } = await cli.start(commandLine(request, files));
      return readAnswer(stdout, exit, files);
    },
  };
}

/** Which option of a request the command has no words for; null where it can be asked whole. */
function unsaid({ input, limits, audienceRequired, checks, profile }: DecisionRequest): string | null {
  if (input === undefined) return NO_WORDS.absent;
  if (Object.keys(limits).length > 0) return NO_WORDS.limits;
  if (audienceRequired === true) return NO_WORDS.audienceRequired;
  if (checks !== undefined) return NO_WORDS.checks;
  if (typeof profile === "object" && profile.verifyEvidence === false) return NO_WORDS.unverified;
  return null;
}

interface Files {
  readonly input: string;
  readonly args: string | null;
  readonly context: string | null;
  readonly policy: string;
  readonly keys: string;
  readonly evidenceRoot: string | null;
}

interface Writer {
  file(content: object | Uint8Array | string): string;
  folder(artifacts: DecisionRequest["artifacts"]): string;
}

/** Cases of one vector file share most of what they bring: the same content is the same file. */
function writtenOnce(cli: Cli): Writer {
  const known = new Map<string, string>();
  const once = (key: string, write: (name: string) => string): string => {
    const path = known.get(key) ?? write(createHash("sha256").update(key).digest("hex"));
    known.set(key, path);
    return path;
  };
  return {
    file(content) {
      if (content instanceof Uint8Array) return once(`bytes ${Buffer.from(content).toString("hex")}`, (name) => cli.file(name, content));
      return once(`json ${JSON.stringify(content)}`, (name) => cli.file(`${name}.json`, JSON.stringify(content)));
    },
    folder(artifacts) {
      const key = [...artifacts].map(([ref, artifact]) => [ref, typeof artifact === "string" ? artifact : [...artifact]]);
      return once(`artifacts ${JSON.stringify(key)}`, () => layDown(artifacts, cli.folder()));
    },
  };
}

function filesOf(request: DecisionRequest, write: Writer): Files {
  const reason = unsaid(request);
  if (reason !== null) throw new NoWords(reason);
  const { input, call, context, policy, keyring, artifacts } = request;
  return {
    input: write.file(input as Uint8Array),
    args: typeof call === "object" && call.args !== undefined ? write.file(call.args as object) : null,
    context: context === undefined ? null : write.file(context),
    policy: write.file(policy),
    keys: write.file(keyring),
    evidenceRoot: artifacts.size === 0 ? null : write.folder(artifacts),
  };
}

function commandLine({ call, now, profile, audience }: DecisionRequest, files: Files): readonly string[] {
  const { name, strictTrust } = typeof profile === "string" ? { name: profile, strictTrust: true } : profile;
  const flags: readonly (readonly [flag: (typeof SAID)[number], value: string | null | undefined])[] = [
    ["format", "json"],
    ["policy", files.policy],
    ["keys", files.keys],
    ["profile", name],
    ["now", typeof now === "number" ? new Date(now).toISOString() : now],
    ["tool", typeof call === "object" ? call.tool : null],
    ["args", files.args === null ? null : `@${files.args}`],
    ["evidence-root", files.evidenceRoot],
    ["audience", audience],
    ["context", files.context === null ? null : `@${files.context}`],
  ];
  return [
    "verify",
    ...flags.flatMap(([flag, value]) => (value === null || value === undefined ? [] : [`--${flag}=${value}`])),
    ...(files.args === null ? ["--unbound"] : []),
    ...(strictTrust === false ? ["--legacy-trust"] : []),
    files.input,
  ];
}

/** The command's own words for a refused file of the operator's; spec/cli.md. */
interface Refusal {
  readonly verdict: "block";
  readonly code: null;
  readonly error: { readonly kind: string; readonly file: string | null; readonly place: string | null; readonly message: string };
}

function readAnswer(stdout: string, exit: number | null, files: Files): Answer {
  const printed = JSON.parse(stdout) as (Decision & { readonly files: unknown }) | Refusal;
  // One object, in ASCII, on one line: then equal values are equal bytes.
  if (`${inAscii(JSON.stringify(printed))}\n` !== stdout) throw new Error("standard output is not one line of ASCII JSON");
  if ("error" in printed) {
    const { kind, file, place } = printed.error;
    const known = kind === "configuration" && (file === files.policy || file === files.keys);
    if (!known || exit !== 6 || printed.verdict !== "block" || printed.code !== null) throw new Error(`exit ${exit}: ${stdout}`);
    return { error: "configuration", place };
  }
  const { files: used, ...decision } = printed;
  const { input, args, evidenceRoot, policy, keys } = files;
  const given = {
    input,
    args,
    evidence_root: evidenceRoot,
    policy: { path: policy, from: "flag" },
    keys: { path: keys, from: "flag" },
  };
  if (!isDeepStrictEqual(used, given)) throw new Error(`files: ${JSON.stringify(used)}`);
  const wanted = decision.code === "PIC_OK" ? 0 : CODES[decision.code].exit;
  if (exit !== wanted) throw new Error(`${decision.code} is exit ${wanted}, not ${exit}`);
  return decision;
}

function inAscii(json: string): string {
  return json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Puts all requests to a port, `width` at a time, and gives a port that answers with what it heard. */
export async function askAhead(port: CliPort, requests: readonly DecisionRequest[], width: number) {
  const heard = new Map<string, { readonly answer: Answer } | { readonly error: unknown }>();
  const queue = requests.values();
  const worker = async () => {
    for (const request of queue) {
      heard.set(
        request.id,
        await port.decide(request).then(
          (answer) => ({ answer }),
          (error: unknown) => ({ error }),
        ),
      );
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  return {
    decide({ id }: DecisionRequest): Answer {
      const one = heard.get(id);
      if (one === undefined) throw new Error("never asked");
      if ("error" in one) throw one.error;
      return one.answer;
    },
    /** Why each case that could not be asked was not. */
    unasked: new Map([...heard].flatMap(([id, one]) => ("error" in one && one.error instanceof NoWords ? [[id, one.error.message]] : []))),
  };
}
