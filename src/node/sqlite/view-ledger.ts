import { resolve } from "node:path";
import type { AuditHead } from "../../gate/ledger.js";
import type { LedgerView } from "../ledger-view.js";
import { type Database, loadSqlite, withoutNativePart } from "./driver.js";
import { fileFault } from "./errors.js";
import { prepareLedgerFile } from "./ledger-file.js";
import { isNewLedger, KNOWN_STEPS, versionOf } from "./migrations.js";
import { ENGINE_WAIT_MS } from "./patience.js";

/**
 * Opens a ledger's file, which must be there, for reading alone. Rejects with ConfigurationError where `openSqliteLedger` would, and
 * with another error where the file cannot be had right now.
 */
export async function viewSqliteLedger(file: string): Promise<LedgerView> {
  const Sqlite = await loadSqlite();
  await prepareLedgerFile(file, "refuse");
  let database: Database | null = null;
  try {
    const opened = new Sqlite(resolve(file), { readonly: true, fileMustExist: true, timeout: ENGINE_WAIT_MS });
    database = opened;
    const schema = isNewLedger(opened, file) ? 0 : versionOf(opened);
    const now = opened.prepare<[], number>("SELECT CAST(round(unixepoch('subsec') * 1000) AS INTEGER)").pluck().get() as number;
    return {
      schema,
      known: KNOWN_STEPS,
      now,
      head: async (log) =>
        schema === 0 ? null : (opened.prepare<[string], AuditHead>("SELECT log, seq, hash FROM heads WHERE log = ?").get(log) ?? null),
      close: async () => void opened.close(),
    };
  } catch (error) {
    database?.close();
    throw withoutNativePart(error) ?? fileFault(error, file) ?? error;
  }
}
