import { closeSync, constants, fdatasync, fstatSync, ftruncateSync, writeSync } from "node:fs";
import { promisify } from "node:util";
import type { Durability } from "../durability.js";

const datasync = promisify(fdatasync);

/** An open log as its writer needs it; a test gives one that fails. */
export interface LogFile {
  /** Writes all bytes at the end. What was written of them is unknown where it throws. */
  write(bytes: Uint8Array): void | Promise<void>;
  /** Returns once what was written outlives a loss of power; nothing to wait for where the operator leaves that to the system. */
  sync(): void | Promise<void>;
  size(): number;
  truncate(size: number): void;
  close(): void;
}

/**
 * Writing goes to the system's cache and takes some microseconds, less than a thread's turn; what takes long is the disk, and that
 * is waited for on another thread.
 */
export function logFileOver(fd: number, durability: Durability): LogFile {
  return {
    write(bytes) {
      for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
    },
    sync() {
      if (durability === "fsync") return datasync(fd);
    },
    size: () => fstatSync(fd).size,
    truncate: (size) => ftruncateSync(fd, size),
    close: () => closeSync(fd),
  };
}

/** Append-only, never through a link at the end of the path, and never waiting for a FIFO. */
export const LOG_FLAGS =
  constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
