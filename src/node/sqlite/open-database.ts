import { resolve } from "node:path";
import { ConfigurationError } from "../../decision/configuration-error.js";
import type { Durability } from "../durability.js";
import type { AbsentLedger } from "../open-ledger.js";
import { type Database, loadSqlite, withoutNativePart } from "./driver.js";
import { fileFault } from "./errors.js";
import { prepareLedgerFile } from "./ledger-file.js";
import { isNewLedger, migrate, readOfEach } from "./migrations.js";
import { ENGINE_WAIT_MS, untilFree } from "./patience.js";

// A start may meet another gate's migration.
const OPEN_WAIT_MS = 5000;
const LARGEST_IDLE_LOG = 16 * 1024 * 1024;

/**
 * Opens or makes a ledger's file, its schema up to date. ConfigurationError, with the file's name, where the file is not one that a
 * ledger can be kept in; any other error where it cannot be had right now.
 */
export async function openDatabase(file: string, durability: Durability, absent: AbsentLedger): Promise<Database> {
  const Sqlite = await loadSqlite();
  await prepareLedgerFile(file, absent);
  let database: Database | null = null;
  try {
    // Whole: `:memory:` and `file:` mean something else to SQLite.
    const opened = new Sqlite(resolve(file), { fileMustExist: true, timeout: ENGINE_WAIT_MS });
    database = opened;
    await untilFree(OPEN_WAIT_MS, () => {
      // Before anything is written: what is not ours stays as it is.
      if (isNewLedger(opened, file) && absent === "refuse")
        throw new ConfigurationError("is empty: no gate has made a ledger of it yet", { file });
      opened.pragma("journal_mode = WAL");
      opened.pragma(`synchronous = ${durability === "fsync" ? "FULL" : "NORMAL"}`);
      opened.pragma("trusted_schema = OFF");
      opened.pragma("cell_size_check = ON");
      opened.pragma(`journal_size_limit = ${LARGEST_IDLE_LOG}`);
      migrate(opened, file);
      readOfEach(opened, file);
    });
    return opened;
  } catch (error) {
    database?.close();
    throw withoutNativePart(error) ?? fileFault(error, file) ?? error;
  }
}
