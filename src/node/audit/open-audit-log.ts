import { randomBytes } from "node:crypto";
import { closeSync, fstatSync, lstatSync, openSync, type Stats } from "node:fs";
import { asciiText } from "../../audit/ascii-text.js";
import { AUDIT_FORMAT, type RecordKind } from "../../audit/format.js";
import { recordBody } from "../../audit/record-body.js";
import { ConfigurationError } from "../../decision/configuration-error.js";
import { VERSION } from "../../decision/version.js";
import type { AuditHead } from "../../gate/ledger.js";
import type { Audit, AuditRecord } from "../../gate/ports.js";
import type { JsonObject } from "../../json/value.js";
import { type AuditLogOptions, readAuditLogOptions } from "./audit-log-options.js";
import { type Checkpointer, type CheckpointStatus, createCheckpointer } from "./create-checkpointer.js";
import { createWriter, type Writer } from "./create-writer.js";
import { heldElsewhere, lockingFlags, lockLog } from "./lock-log.js";
import { LOG_FLAGS, type LogFile, logFileOver } from "./log-file.js";
import { type LogTail, readTail } from "./read-tail.js";
import { asideAt, setAside, syncFolder, type Torn } from "./set-aside.js";

export interface AuditLogStatus {
  readonly head: AuditHead;
  /** Why nothing can be appended until the log is opened again, or null. */
  readonly broken: string | null;
  /** Batches that could not be written. */
  readonly failedWrites: number;
  /** Torn ends that were set aside when the log was opened. */
  readonly recovered: readonly Torn[];
  /** Null without a signer. */
  readonly checkpoint: CheckpointStatus | null;
}

/** An audit log in a file. */
export interface AuditLog extends Audit {
  head(): AuditHead;
  status(): AuditLogStatus;
  /** Writes what waits, a last record and a checkpoint, and gives the file free. */
  close(): Promise<void>;
}

/**
 * Opens an audit log, or begins one (spec/audit.md). A last line that was cut short is set aside and recorded.
 *
 * @throws ConfigurationError (as a rejection) where the file is no audit log, is damaged at its end, is written by another process
 *   or cannot be locked; it is left as it was. TypeError for an option that is unknown or wrong.
 * @example
 * const audit = await openAuditLog({ file: "audit.jsonl", checkpoint: { signer, every: 1000 } });
 * const gate = await createGate({ ...options, audit });
 */
export async function openAuditLog(options: AuditLogOptions): Promise<AuditLog> {
  const { file, durability, exclusive, checkpoint, clock } = readAuditLogOptions(options);
  const fd = openLog(file, exclusive ? lockingFlags(process.platform) : 0);
  try {
    if (exclusive) await lockLog(fd, file, process.platform);
    mustBeThePath(fd, file);
    const { log, last, size, recovered } = settleTail(fd, file);
    let checkpointer: Checkpointer | null = null;
    const onKept = (kinds: readonly RecordKind[]) => checkpointer?.kept(kinds.filter((kind) => kind !== "checkpoint").length);
    const logFile = logFileOver(fd, durability);
    const watchful = durability === "fsync" || !exclusive;
    const writer = createWriter({ name: `audit log ${file}`, file: logFile, clock, watchful, onKept }, { log, last, size });
    if (checkpoint !== null) {
      const append = (body: string) => writer.append("checkpoint", body);
      checkpointer = createCheckpointer({ ...checkpoint, clock, head: writer.head, append });
    }
    await begin(writer, recovered, file);
    return auditLog(writer, checkpointer, logFile, recovered);
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

function openLog(file: string, locking: number): number {
  try {
    // Looked at first: merely opening a device can act on the world.
    const seen = lstatSync(file, { throwIfNoEntry: false });
    if (seen !== undefined) mustBeRegular(seen, file);
    const fd = openSync(file, LOG_FLAGS | locking, 0o600);
    try {
      mustBeRegular(fstatSync(fd), file);
    } catch (error) {
      closeSync(fd);
      throw error;
    }
    return fd;
  } catch (cause) {
    if (cause instanceof ConfigurationError) throw cause;
    const { code } = cause as NodeJS.ErrnoException;
    if (locking !== 0 && (code === "EAGAIN" || code === "EWOULDBLOCK")) throw heldElsewhere(file);
    throw new ConfigurationError(whyNot(code), { file }, { cause });
  }
}

function mustBeRegular(stats: Stats, file: string): void {
  if (stats.isSymbolicLink()) throw new ConfigurationError("is a link; name the audit log itself", { file });
  if (stats.isDirectory()) throw new ConfigurationError("is a directory; name a file in it for the audit log", { file });
  if (!stats.isFile()) throw new ConfigurationError("is not a regular file, and an audit log is one", { file });
}

/** Between opening and locking the file may have been moved away, and then nobody would find what is written here. */
function mustBeThePath(fd: number, file: string): void {
  const [open, named] = [fstatSync(fd), lstatSync(file, { throwIfNoEntry: false })];
  if (named?.ino === open.ino && named.dev === open.dev) return;
  throw new ConfigurationError("was replaced while it was opened; open it again", { file });
}

function whyNot(code: string | undefined): string {
  switch (code) {
    case "ENOENT":
      return "cannot be created: its folder does not exist";
    case "EACCES":
    case "EPERM":
      return "may not be written; check the permissions of the file and its folder";
    case "ELOOP":
      return "is a link; name the audit log itself";
    default:
      return `cannot be opened (${code ?? "unknown"})`;
  }
}

/** Where the log goes on: what is torn is in a file of its own when this returns. */
function settleTail(fd: number, file: string): Omit<LogTail, "torn"> & { readonly recovered: readonly Torn[] } {
  const tail = fstatSync(fd).size === 0 ? { log: "", last: null, size: 0, torn: new Uint8Array() } : readTail(fd, file);
  const { last, size, torn } = tail;
  if (torn.length > 0) setAside(fd, file, size, torn);
  const log = last === null ? randomBytes(16).toString("hex") : tail.log;
  return { log, last, size, recovered: asideAt(file, size) };
}

/** The records that every opening leaves, on the disk before the first decision is. */
async function begin(writer: Writer, recovered: readonly Torn[], file: string): Promise<void> {
  const isNew = writer.head() === null;
  const records: [RecordKind, JsonObject][] = [
    isNew ? ["log", { format: AUDIT_FORMAT, version: VERSION }] : ["opened", { version: VERSION }],
  ];
  if (recovered.length > 0) records.splice(isNew ? 1 : 0, 0, ["recovered", { torn: recovered as unknown as readonly JsonObject[] }]);
  try {
    await Promise.all(records.map(([kind, body]) => writer.append(kind, asciiText(body))));
  } catch (cause) {
    throw new ConfigurationError((cause as Error).message, { file }, { cause });
  }
  if (isNew) syncFolder(file);
}

function auditLog(writer: Writer, checkpointer: Checkpointer | null, file: LogFile, recovered: readonly Torn[]): AuditLog {
  let closing: Promise<void> | null = null;
  // The first checkpoint stands at the beginning, so that a log without one is known to have lost it.
  void checkpointer?.now();

  async function close(): Promise<void> {
    try {
      await writer.idle();
      if (writer.broken() === null) await writer.append("closed", asciiText({}));
      await checkpointer?.now();
      await writer.idle();
    } catch {
      // What could not be written was told to whoever asked for it; a missing last record says that the end was not orderly.
    } finally {
      file.close();
    }
  }

  return Object.freeze({
    async append(record: AuditRecord) {
      if (closing !== null) throw new Error("the audit log is closed");
      return writer.append(record.kind, recordBody(record));
    },
    head: () => writer.head() as AuditHead,
    status: () =>
      Object.freeze({
        head: writer.head() as AuditHead,
        broken: writer.broken()?.message ?? null,
        failedWrites: writer.failedWrites(),
        recovered,
        checkpoint: checkpointer?.status() ?? null,
      }),
    close: () => {
      closing ??= close();
      return closing;
    },
  });
}
