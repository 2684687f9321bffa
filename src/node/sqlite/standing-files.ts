import { lstatSync } from "node:fs";
import { resolve } from "node:path";
import { ConfigurationError } from "../../decision/configuration-error.js";

/** The ledger's file and the two that are parts of it while it is open. */
const PARTS = ["", "-wal", "-shm"];

/** Between two looks, in milliseconds: a look costs a third of a use, and what was told just before a move has gone with it anyhow. */
const LOOK_MS = 10;

/**
 * Says whether an open ledger's files are still those of its name; throws ConfigurationError where one is not. SQLite goes on writing to
 * files that were moved, removed or replaced, which nobody opens again: what is used there could be used once more (LEDGER-5).
 */
export function standingFiles(file: string): () => void {
  const paths = PARTS.map((part) => `${resolve(file)}${part}`);
  const opened = paths.map(identity);
  let lookedAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (now - lookedAt < LOOK_MS) return;
    for (const [at, path] of paths.entries()) {
      if (identity(path) === opened[at]) continue;
      throw new ConfigurationError("was moved, removed or replaced while it was open; put it back, or open the right one anew", {
        file: path,
      });
    }
    lookedAt = now;
  };
}

function identity(path: string): string | null {
  const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? null : `${stats.dev}:${stats.ino}`;
}
