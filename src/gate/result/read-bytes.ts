import { isBytes } from "../../json/is-bytes.js";
import { byteLength } from "../../json/parse-json.js";
import type { ByteReader } from "./live-answer.js";

/** How reading ended: all is there, or why not. `over`: there is more than the limit. */
type ReadingEnd = "whole" | "over" | "broken" | "no_bytes" | "stopped";

/** Bytes that are being read. */
export interface Reading {
  /** Never rejects. */
  readonly end: Promise<ReadingEnd>;
  /** What was read so far, in memory of the gate's own. */
  held(): Uint8Array;
  /** What the source threw where it broke off. */
  cause(): unknown;
  /** Reads no more and lets the source know; `end` is `stopped` unless it was there. */
  stop(): void;
}

/** What is read at most, in bytes. */
export interface ReadBounds {
  /** Once more than this came, nothing more is asked for. */
  readonly limit: number;
  /** Of what came beyond the limit with the last piece, this much in all is kept for the protected copy. */
  readonly keep: number;
  /** Asked before each piece: a source that never waits would keep every timer from firing. */
  readonly late: () => boolean;
}

/** A source that gives nothing, again and again, is broken. */
const MAX_EMPTY = 1024;
const FIRST_BYTES = 4096;

const { set, subarray } = Uint8Array.prototype;

/** Null for what is no source of bytes. Copies as it reads: what the source does to its memory afterwards changes nothing. */
export function readBytes(source: unknown, bounds: ReadBounds): Reading | null {
  if (isBytes(source)) return readWhole(source, bounds);
  const pieces = piecesOf(source);
  return pieces === null ? null : readPieces(pieces, bounds);
}

function readWhole(bytes: Uint8Array, { limit, keep }: ReadBounds): Reading {
  const memory = createMemory(limit, keep);
  memory.add(bytes);
  const end = Promise.resolve<ReadingEnd>(memory.length() > limit ? "over" : "whole");
  return { end, held: memory.held, cause: () => undefined, stop: () => {} };
}

function readPieces(pieces: Pieces, bounds: ReadBounds): Reading {
  const memory = createMemory(bounds.limit, bounds.keep);
  let ended = false;
  let cause: unknown;
  let settle: (end: ReadingEnd) => void;
  const end = new Promise<ReadingEnd>((resolve) => {
    settle = resolve;
  });

  function finish(how: ReadingEnd): void {
    if (ended) return;
    ended = true;
    if (how !== "whole") pieces.cancel();
    settle(how);
  }

  async function read(): Promise<void> {
    try {
      for (let empty = 0; !ended; ) {
        const { done, value } = await pieces.next();
        // Whoever stopped has looked at what was held: nothing is added to it.
        if (ended) return;
        if (done === true) return finish("whole");
        if (!isBytes(value)) return finish("no_bytes");
        if (byteLength(value) === 0) empty += 1;
        memory.add(value);
        if (memory.length() > bounds.limit) return finish("over");
        if (empty > MAX_EMPTY || bounds.late()) return finish("broken");
      }
    } catch (thrown) {
      if (!ended) cause = thrown;
      finish("broken");
    }
  }
  void read();
  return { end, held: memory.held, cause: () => cause, stop: () => finish("stopped") };
}

interface Pieces {
  next(): Promise<{ readonly done?: boolean | undefined; readonly value?: unknown }>;
  /** Never throws. */
  cancel(): void;
}

function piecesOf(source: unknown): Pieces | null {
  if (typeof source !== "object" || source === null) return null;
  try {
    const stream = source as { getReader?: unknown; destroy?: unknown; [Symbol.asyncIterator]?: unknown };
    if (typeof stream.getReader === "function") {
      const reader = stream.getReader() as ByteReader;
      return { next: () => reader.read(), cancel: () => quietly(() => reader.cancel()) };
    }
    if (typeof stream[Symbol.asyncIterator] !== "function") return null;
    const iterator = (source as AsyncIterable<unknown>)[Symbol.asyncIterator]();
    return {
      next: () => iterator.next(),
      cancel: () => {
        quietly(() => iterator.return?.());
        // A stream of Node's: its iterator ends only once a piece comes.
        quietly(() => (typeof stream.destroy === "function" ? stream.destroy() : undefined));
      },
    };
  } catch {
    return null;
  }
}

/** A source that does not want to end is not waited for. */
function quietly(act: () => unknown): void {
  try {
    Promise.resolve(act()).catch(() => undefined);
  } catch {
    // It was told.
  }
}

interface Memory {
  add(bytes: Uint8Array): void;
  length(): number;
  held(): Uint8Array;
}

/** Grows with what comes, so that a small answer takes little and many small pieces take no more than one large one. */
function createMemory(limit: number, keep: number): Memory {
  const most = Math.max(limit + 1, keep);
  let memory = new Uint8Array(0);
  let length = 0;
  return {
    add(bytes) {
      const count = Math.min(byteLength(bytes), most - length);
      if (length + count > memory.length) {
        const larger = new Uint8Array(length === 0 ? count : Math.min(most, Math.max(FIRST_BYTES, 2 * (length + count))));
        larger.set(Reflect.apply(subarray, memory, [0, length]));
        memory = larger;
      }
      Reflect.apply(set, memory, [Reflect.apply(subarray, bytes, [0, count]), length]);
      length += count;
    },
    length: () => length,
    held: () => Reflect.apply(subarray, memory, [0, length]),
  };
}
