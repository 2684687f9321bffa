import { NO_HASH, type RecordKind } from "../../audit/format.js";
import { writeLine } from "../../audit/write-line.js";
import type { AuditHead } from "../../gate/ledger.js";
import type { Clock } from "../../gate/ports.js";
import { formatTimestamp } from "../../trust/timestamp.js";
import type { LogFile } from "./log-file.js";

/** Most bytes of one write. */
const MAX_BATCH_BYTES = 1024 * 1024;
/** Most bytes of records that wait; beyond it an append is refused at once, so that a disk that hangs does not fill the memory. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;
/** About what stands around a body. */
const ENVELOPE_BYTES = 300;
/** Between two looks at the size of a log that is not synced: a look costs as much as a write. */
const WRITES_PER_LOOK = 64;

export interface WriterStart {
  readonly log: string;
  /** The last record that is there; null in a new log. */
  readonly last: AuditHead | null;
  /** Bytes up to the end of that record. */
  readonly size: number;
}

export interface WriterParts {
  /** For messages. */
  readonly name: string;
  readonly file: LogFile;
  readonly clock: Pick<Clock, "now">;
  /** Every write looks at the file's size first. */
  readonly watchful: boolean;
  /** Told after a batch is kept, with the kinds of its records. */
  readonly onKept: (kinds: readonly RecordKind[]) => void;
}

export interface Writer {
  /** Settles once the record is kept. */
  append(kind: RecordKind, body: string): Promise<void>;
  /** The last record that is kept. */
  head(): AuditHead | null;
  /** Settles when nothing waits. */
  idle(): Promise<void>;
  /** Why nothing can be appended until the log is opened again, or null. */
  broken(): Error | null;
  failedWrites(): number;
}

interface Waiting {
  readonly kind: RecordKind;
  readonly body: string;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/**
 * Appends records in batches (spec/audit.md#appending): what arrives while a batch is on its way to the disk goes with the next
 * one, in one write and one sync. A record gets its place in the chain when its batch is written, so that a batch that fails leaves
 * no gap behind: the file is cut back to where it was, or nothing more is appended.
 */
export function createWriter(parts: WriterParts, { log, last, size }: WriterStart): Writer {
  const { name, file, clock, watchful, onKept } = parts;
  let head = last;
  let length = size;
  let waiting: Waiting[] = [];
  let waitingBytes = 0;
  let broken: Error | null = null;
  let failedWrites = 0;
  let writes = 0;
  let draining: Promise<void> | null = null;

  function append(kind: RecordKind, body: string): Promise<void> {
    if (broken !== null) return Promise.reject(broken);
    if (waitingBytes > MAX_WAITING_BYTES) return Promise.reject(new Error(`${name}: too many records wait to be written`));
    const kept = new Promise<void>((resolve, reject) => waiting.push({ kind, body, resolve, reject }));
    waitingBytes += body.length + ENVELOPE_BYTES;
    draining ??= drain();
    return kept;
  }

  async function drain(): Promise<void> {
    // What is appended in the same turn goes together.
    await null;
    while (waiting.length > 0) await writeBatch(takeBatch());
    draining = null;
  }

  function takeBatch(): readonly Waiting[] {
    let bytes = 0;
    let count = 0;
    while (count < waiting.length && (count === 0 || bytes < MAX_BATCH_BYTES)) {
      bytes += (waiting[count] as Waiting).body.length + ENVELOPE_BYTES;
      count += 1;
    }
    const batch = waiting.slice(0, count);
    waiting = waiting.slice(count);
    waitingBytes -= bytes;
    return batch;
  }

  async function writeBatch(batch: readonly Waiting[]): Promise<void> {
    let last = head;
    let text = "";
    try {
      const at = formatTimestamp(Math.floor(clock.now()));
      for (const { kind, body } of batch) {
        const seq = last === null ? 0 : last.seq + 1;
        const line = writeLine(kind, at, body, log, seq, last === null ? NO_HASH : last.hash);
        text += line.text;
        last = { log, seq, hash: line.hash };
      }
      lookForOthers();
      const written = file.write(Buffer.from(text, "latin1"));
      if (written !== undefined) await written;
    } catch (cause) {
      failedWrites += 1;
      if (broken === null) cutBack(cause);
      refuse(batch, broken ?? new Error(`${name}: cannot be written (${codeOf(cause)})`, { cause }));
      return;
    }
    try {
      const synced = file.sync();
      if (synced !== undefined) await synced;
    } catch (cause) {
      // After a sync that failed nobody can say what the disk holds, and a second one may say yes to what was lost.
      failedWrites += 1;
      end(new Error(`${name}: could not be synced (${codeOf(cause)}); it must be opened again`, { cause }));
      refuse(batch, broken as unknown as Error);
      return;
    }
    head = Object.freeze(last as AuditHead);
    length += text.length;
    for (const { resolve } of batch) resolve();
    onKept(batch.map(({ kind }) => kind));
  }

  /** A log has one writer. Where its size is not what was left, another wrote or cut: nothing more is added to what that made. */
  function lookForOthers(): void {
    writes += 1;
    if (!watchful && writes % WRITES_PER_LOOK !== 1) return;
    const size = file.size();
    if (size !== length) end(new Error(`${name}: has ${size} bytes where ${length} were left; somebody else changes it`));
    if (broken !== null) throw broken;
  }

  function cutBack(cause: unknown): void {
    try {
      if (file.size() !== length) file.truncate(length);
      if (file.size() === length) return;
    } catch {
      // Told below: the log cannot be put right from here.
    }
    end(new Error(`${name}: a record was written in part (${codeOf(cause)}); the log must be opened again`, { cause }));
  }

  /** Nothing more is written: not what waits either. */
  function end(error: Error): void {
    broken = error;
    const left = waiting;
    waiting = [];
    waitingBytes = 0;
    refuse(left, error);
  }

  return {
    append,
    head: () => head,
    idle: async () => {
      while (draining !== null) await draining;
    },
    broken: () => broken,
    failedWrites: () => failedWrites,
  };
}

function refuse(batch: readonly Waiting[], error: Error): void {
  for (const { reject } of batch) reject(error);
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : error instanceof Error ? error.message : "unknown";
}
