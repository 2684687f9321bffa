import type { Answer } from "../../contract/answer.js";
import type { JsonObject } from "../../json/value.js";
import type { CheckSignal } from "../ports.js";

/** What the gate uses of a web ReadableStream of bytes. */
interface ByteStream {
  getReader(): ByteReader;
}

export interface ByteReader {
  read(): Promise<{ readonly done: boolean; readonly value?: unknown }>;
  cancel(): Promise<unknown>;
}

/** Bytes as they are, or as they come. */
export type ByteSource = Uint8Array | AsyncIterable<Uint8Array> | ByteStream;

type Live<A> = A extends unknown
  ? {
      readonly [M in keyof A]: M extends "kind" ? A[M] : A[M] extends Uint8Array ? ByteSource : A[M] | PromiseLike<A[M]>;
    }
  : never;

/** An answer whose bytes may still be on their way, and whose other members, such as an exit code, may be promised. */
export type LiveAnswer = Live<Answer>;

/** One attempt, as the tool's own function is told of it. */
export interface ToolCall {
  readonly tool: string;
  /** A frozen copy of what was asked; with a permit exactly what was verified. */
  readonly args: JsonObject;
  readonly context: JsonObject;
  /** The gate's own, the same in every attempt: an answer in an envelope brings it back. */
  readonly request_id: string;
  /** The same in every attempt: for the backend, so that it acts once. */
  readonly idempotency_key: string;
  /** From 1. */
  readonly attempt: number;
  /** Milliseconds until an answer is late. */
  readonly timeout_ms: number;
  /** Aborted where the answer is no longer wanted: its time is over, or it is too large or broken. */
  readonly signal: CheckSignal;
}

/**
 * Asks the tool once. The answer is what it returns or what `answer` is given, and there is one: a second is refused and recorded.
 * A throw or a rejection says that no answer came.
 */
export type Execute = (call: ToolCall, answer: (answer: LiveAnswer) => void) => MaybeAnswer | PromiseLike<MaybeAnswer>;

// biome-ignore lint/suspicious/noConfusingVoidType: a function that gives its answer to `answer` returns nothing
type MaybeAnswer = LiveAnswer | void;
