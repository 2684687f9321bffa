import type { Answer } from "../../contract/answer.js";
import { ownValue } from "../../contract/field.js";
import { type ReadBounds, type Reading, readBytes } from "./read-bytes.js";

/** Members of an answer by its kind, in the order in which they are told. */
const KINDS: ReadonlyMap<unknown, readonly string[]> = new Map([
  ["json", ["bytes"]],
  ["http", ["status", "mediaType", "bytes"]],
  ["command", ["exitCode", "stdout", "stderr"]],
  ["mcp", ["bytes"]],
]);
const HOLDS_BYTES: ReadonlySet<string> = new Set(["bytes", "stdout", "stderr"]);

/** Bytes of an answer, as they were read. */
export interface RawPart {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Why an answer could not be read. */
type ReadFault = "limit.bytes" | "result.transport" | "result.no_answer";

type ReadAnswer = { readonly answer: Answer } | { readonly fault: ReadFault; readonly cause?: unknown };

/** An answer that is being read. */
export interface OpenAnswer {
  /** The answer with its bytes; never rejects. */
  read(): Promise<ReadAnswer>;
  /** Reads no more. */
  stop(): void;
  /** What was read so far. */
  parts(): readonly RawPart[];
}

/**
 * Takes an answer apart and begins to read it; null for what is none. Bytes that are there are copied before this returns, so that
 * nobody changes what is checked, and all streams are read at once: a command may wait for its other one to be read.
 */
export function openAnswer(given: unknown, bounds: ReadBounds): OpenAnswer | null {
  if (typeof given !== "object" || given === null) return null;
  const kind = ownValue(given, "kind");
  const names = KINDS.get(kind);
  const open = names === undefined || hasOthers(given, names) ? null : openMembers(given, kind, names, bounds);
  if (open === null) letGo(given);
  return open;
}

const NOTHING: ReadBounds = { limit: 0, keep: 0, late: () => true };

/** What is no answer is told to end and not waited for: a promise in it that is rejected must not end the process. */
function letGo(given: object): void {
  try {
    for (const value of [given, ...Reflect.ownKeys(given).map((name) => ownValue(given, name))]) {
      if (value instanceof Promise) value.catch(() => undefined);
      else readBytes(value, NOTHING)?.stop();
    }
  } catch {
    // A proxy throws: there is nothing more to be done for it.
  }
}

function openMembers(given: object, kind: unknown, names: readonly string[], bounds: ReadBounds): OpenAnswer | null {
  const readings = new Map<string, Reading>();
  const rest = new Map<string, unknown>();
  const stop = () => {
    for (const reading of readings.values()) reading.stop();
  };
  for (const name of names) {
    const value = ownValue(given, name);
    const reading = HOLDS_BYTES.has(name) ? readBytes(value, bounds) : undefined;
    if (reading === null) {
      stop();
      return null;
    }
    if (reading === undefined) rest.set(name, awaited(value));
    else readings.set(name, reading);
  }

  async function read(): Promise<ReadAnswer> {
    const fault = await firstFault([...readings.values()]);
    if (fault !== null) {
      stop();
      return { fault, cause: [...readings.values()].map((reading) => reading.cause()).find((cause) => cause !== undefined) };
    }
    const answer: Record<string, unknown> = { kind };
    try {
      for (const name of names) answer[name] = readings.get(name)?.held() ?? (await rest.get(name));
    } catch (cause) {
      return { fault: "result.transport", cause };
    }
    return { answer: answer as unknown as Answer };
  }

  return {
    read,
    stop,
    parts: () => [...readings].map(([name, reading]) => ({ name, bytes: reading.held() })).filter(({ bytes }) => bytes.length > 0),
  };
}

function hasOthers(given: object, names: readonly string[]): boolean {
  try {
    return Reflect.ownKeys(given).some((name) => name !== "kind" && !names.includes(name as string));
  } catch {
    return true;
  }
}

/** Promised or not; one that is rejected while nobody waits for it must not end the process. */
function awaited(value: unknown): Promise<unknown> {
  const promised = Promise.resolve(value);
  promised.catch(() => undefined);
  return promised;
}

/** The fault that came first, or null once all were read whole: what follows a fault is not waited for. */
function firstFault(readings: readonly Reading[]): Promise<ReadFault | null> {
  return new Promise((resolve) => {
    let left = readings.length;
    for (const { end } of readings) {
      void end.then((how) => {
        left -= 1;
        if (how === "over") resolve("limit.bytes");
        else if (how === "no_bytes") resolve("result.no_answer");
        else if (how !== "whole") resolve("result.transport");
        else if (left === 0) resolve(null);
      });
    }
  });
}
