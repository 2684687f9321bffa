import { ConfigurationError } from "../../decision/configuration-error.js";

/** SQLite's own code, such as SQLITE_BUSY; null for any other error. */
function sqliteCode(error: unknown): string | null {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return typeof code === "string" && code.startsWith("SQLITE_") ? code : null;
}

/** Another connection holds the lock; the same call may go through a moment later. Nothing was written. */
export function isBusy(error: unknown): boolean {
  const code = sqliteCode(error);
  return code !== null && /^SQLITE_(?:BUSY|LOCKED)/.test(code);
}

/** The file itself is wrong, so that waiting does not help. */
export function fileFault(error: unknown, file: string): ConfigurationError | null {
  const code = sqliteCode(error);
  const what =
    code === null
      ? null
      : code === "SQLITE_NOTADB"
        ? "is not a SQLite file; the ledger needs a file of its own"
        : // Statements that are all ours fail so where a table, or a column of one, is not as it was made.
          code.startsWith("SQLITE_CORRUPT") || code === "SQLITE_ERROR"
          ? "is damaged; it was left as it is: restore it from a backup (docs/ledger.md), uses that are not in it can be made again"
          : /^SQLITE_(?:CANTOPEN|PERM|READONLY|AUTH)/.test(code)
            ? `cannot be opened for writing (${code}); check the modes of the file and its folder`
            : null;
  return what === null ? null : new ConfigurationError(what, { file }, { cause: error });
}
