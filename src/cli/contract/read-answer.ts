import type { Answer } from "../../contract/answer.js";
import type { Contract } from "../../contract/contract.js";
import type { ResultCheck } from "../../contract/result-options.js";
import { escapeText } from "../escape.js";
import { UsageError } from "../faults.js";
import { readBytes } from "../read-bytes.js";

export const ANSWER_FLAGS = {
  status: { type: "text", value: "CODE", help: "http, needed there: the status that came; FILE is the body" },
  "media-type": { type: "text", value: "TYPE", help: "http: the Content-Type that came; without it the answer had none" },
  "exit-code": { type: "text", value: "CODE|signal", help: "command, needed there: what it ended with; FILE is its standard output" },
  stderr: { type: "text", value: "FILE", help: "command: its standard error (empty)" },
  confirm: { type: "text", many: true, value: "NAME", help: 'a check of "belongs" that says yes; may be given again; others refuse' },
} as const;

export interface AnswerFlags {
  readonly status: string | undefined;
  readonly "media-type": string | undefined;
  readonly "exit-code": string | undefined;
  readonly stderr: string | undefined;
  readonly confirm: readonly string[];
}

const OF_KIND = { json: [], mcp: [], http: ["status", "media-type"], command: ["exit-code", "stderr"] } as const;
const ALL = ["status", "media-type", "exit-code", "stderr"] as const;

/** The answer in a file, and what came beside it, as the contract's kind has it. */
export function readAnswer(path: string, flags: AnswerFlags, { answer: kind, limits }: Contract): Answer {
  const known: readonly string[] = OF_KIND[kind];
  const stray = ALL.find((name) => flags[name] !== undefined && !known.includes(name));
  if (stray !== undefined) throw new UsageError(`says nothing of an answer of the kind ${kind}, which the contract is for`, `--${stray}`);
  const status =
    kind === "http" ? wholeNumber("--status", flags.status, "an http contract judges the status that came with the body, such as 200") : 0;
  const exitCode =
    kind === "command" && flags["exit-code"] !== "signal"
      ? wholeNumber("--exit-code", flags["exit-code"], "a command's contract judges what it ended with: a number such as 0, or signal")
      : null;
  const bytes = readBytes(path, limits.maxBytes);
  if (kind === "http") return { kind, status, mediaType: flags["media-type"] ?? null, bytes };
  if (kind !== "command") return { kind, bytes };
  return {
    kind,
    exitCode,
    stdout: bytes,
    stderr: flags.stderr === undefined ? new Uint8Array(0) : readBytes(flags.stderr, limits.maxBytes),
  };
}

/** What the functions that the contract names say: yes where a flag says so, else no. */
export function checksFrom({ confirm }: AnswerFlags, { checks }: Contract): Readonly<Record<string, ResultCheck>> {
  const stray = confirm.find((name) => !checks.includes(name));
  if (stray !== undefined) throw new UsageError(`names ${escapeText(stray, 64)}, which is no check of the contract`, "--confirm");
  return Object.fromEntries(checks.map((name) => [name, () => confirm.includes(name)]));
}

function wholeNumber(flag: string, value: string | undefined, needed: string): number {
  if (value === undefined) throw new UsageError(`is needed: ${needed}`, flag);
  if (!/^\d{1,5}$/.test(value)) throw new UsageError("is a whole number", flag);
  return Number(value);
}
