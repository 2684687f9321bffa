import type Sqlite from "better-sqlite3";
import { ConfigurationError } from "../../decision/configuration-error.js";

export type Database = Sqlite.Database;

const INSTALL = "npm install better-sqlite3@12";

/** The engine, loaded when a ledger is asked for (spec/decisions/0060-sqlite-driver.md). ConfigurationError that says what to install. */
export async function loadSqlite(): Promise<typeof Sqlite> {
  try {
    return (await import("better-sqlite3")).default;
  } catch (cause) {
    throw new ConfigurationError(
      `a SQLite ledger needs the package better-sqlite3, which is not installed here; run ${INSTALL}`,
      {},
      { cause },
    );
  }
}

/** The package is there and its native part, or what finds it, is not: an install without scripts leaves it so. */
export function withoutNativePart(cause: unknown): ConfigurationError | null {
  if (!(cause instanceof Error)) return null;
  const code = "code" in cause ? cause.code : undefined;
  if (code === "MODULE_NOT_FOUND") return new ConfigurationError(`better-sqlite3 is not whole here; run ${INSTALL}`, {}, { cause });
  if (code !== "ERR_DLOPEN_FAILED" && !cause.message.includes("bindings file")) return null;
  return new ConfigurationError("better-sqlite3 has no native part for this Node; run npm rebuild better-sqlite3", {}, { cause });
}
