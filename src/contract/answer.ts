import { isBytes } from "../json/is-bytes.js";
import { byteLength, ownMemory } from "../json/parse-json.js";

/** Exactly one JSON value, the adapter's envelope. */
export interface JsonAnswer {
  readonly kind: "json";
  readonly bytes: Uint8Array;
}

/** A response of HTTP, its body whole and unpacked. */
export interface HttpAnswer {
  readonly kind: "http";
  readonly status: number;
  /** The Content-Type as it came; null where there was none. */
  readonly mediaType: string | null;
  readonly bytes: Uint8Array;
}

/** What a command left when it ended. */
export interface CommandAnswer {
  readonly kind: "command";
  /** Null where a signal ended it. */
  readonly exitCode: number | null;
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
}

/** The JSON of an MCP CallToolResult. */
export interface McpAnswer {
  readonly kind: "mcp";
  readonly bytes: Uint8Array;
}

/** What a tool gave, told apart by `kind`. */
export type Answer = JsonAnswer | HttpAnswer | CommandAnswer | McpAnswer;
export type AnswerKind = Answer["kind"];

const FORM = 'answer must be { kind: "json" | "http" | "command" | "mcp", ... }';

/** The answer's parts, each read once. TypeError for what is no answer: that is the host's mistake, not the tool's. */
export function readAnswerInput(answer: Answer): Answer {
  if (typeof answer !== "object" || answer === null) throw new TypeError(FORM);
  const { kind } = answer;
  if (kind === "json" || kind === "mcp") return { kind, bytes: bytesOf(answer.bytes, "bytes") };
  if (kind === "http") {
    const { status, mediaType, bytes } = answer;
    if (typeof status !== "number") throw new TypeError("answer.status must be a number");
    if (mediaType !== null && typeof mediaType !== "string") throw new TypeError("answer.mediaType must be the Content-Type, or null");
    return { kind, status, mediaType, bytes: bytesOf(bytes, "bytes") };
  }
  if (kind === "command") {
    const { exitCode, stdout, stderr } = answer;
    if (exitCode !== null && typeof exitCode !== "number") throw new TypeError("answer.exitCode must be a number, or null after a signal");
    return { kind, exitCode, stdout: bytesOf(stdout, "stdout"), stderr: bytesOf(stderr, "stderr") };
  }
  throw new TypeError('answer.kind must be "json", "http", "command" or "mcp"');
}

function bytesOf(bytes: unknown, name: string): Uint8Array {
  if (!isBytes(bytes)) throw new TypeError(`answer.${name} must be a Uint8Array: the bytes as they came`);
  return bytes;
}

/** All parts together (spec/results.md#bytes): what a media type takes are its characters. */
export function answerSize(answer: Answer): number {
  if (answer.kind === "http") return byteLength(answer.bytes) + (answer.mediaType ?? "").length;
  if (answer.kind === "command") return byteLength(answer.stdout) + byteLength(answer.stderr);
  return byteLength(answer.bytes);
}

/** The part that holds the data. */
export function mainBytes(answer: Answer): Uint8Array {
  return answer.kind === "command" ? answer.stdout : answer.bytes;
}

/**
 * The answer, its bytes copied where another thread could write to them, so that digest and value are of the same ones. Of one that is
 * too large nothing is read.
 */
export function ownAnswer(answer: Answer, size: number, maxBytes: number): Answer {
  if (size > maxBytes) return answer;
  if (answer.kind === "command") return { ...answer, stdout: own(answer.stdout), stderr: own(answer.stderr) };
  const bytes = own(answer.bytes);
  return bytes === answer.bytes ? answer : { ...answer, bytes };
}

function own(bytes: Uint8Array): Uint8Array {
  return ownMemory(bytes, byteLength(bytes));
}
