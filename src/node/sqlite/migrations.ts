import { ConfigurationError } from "../../decision/configuration-error.js";
import type { Database } from "./driver.js";

/** "csld", in the file's header: a file of ours, and a ledger. */
const APPLICATION_ID = 0x63736c64;

/**
 * The schema, step by step; what was released is never edited. `user_version` counts the steps.
 * - used: an attestation's id, or a hashed nonce, and when it may be dropped.
 * - spent: uses of running limits. `total` is the sum of everything spent under the key up to and with the row, so that the sum
 *   of a window is two look-ups. Uses of one millisecond are one row.
 * - state: `horizon` is the latest end of any row that was dropped (spec/ledger.md#retention).
 */
const STEPS: readonly string[] = [
  `
  CREATE TABLE used (
    key BLOB NOT NULL PRIMARY KEY CHECK (length(key) = 32),
    until INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE spent (
    key BLOB NOT NULL CHECK (length(key) = 32),
    at INTEGER NOT NULL,
    amount INTEGER NOT NULL CHECK (amount >= 0),
    total INTEGER NOT NULL,
    until INTEGER NOT NULL,
    PRIMARY KEY (key, at)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX spent_until ON spent (until);
  CREATE TABLE heads (
    log TEXT NOT NULL PRIMARY KEY,
    seq INTEGER NOT NULL,
    hash TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE approvals (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    nonce TEXT NOT NULL UNIQUE,
    action TEXT NOT NULL UNIQUE,
    state TEXT NOT NULL CHECK (state IN ('pending', 'denied')),
    request TEXT NOT NULL,
    evidence TEXT NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX approvals_expires_at ON approvals (expires_at);
  CREATE TABLE state (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    horizon INTEGER NOT NULL
  ) STRICT;
  INSERT INTO state (id, horizon) VALUES (1, 0);
  `,
];

/** Steps that this version knows. */
export const KNOWN_STEPS = STEPS.length;

/** Whether the file is new. ConfigurationError for a file of something else, or of a newer version. Writes nothing. */
export function isNewLedger(database: Database, file: string): boolean {
  // Of one moment: half of what another gate's migration made would be no ledger.
  const { application, version, tables } = database.transaction(() => ({
    application: database.pragma("application_id", { simple: true }) as number,
    version: database.pragma("user_version", { simple: true }) as number,
    tables: database.prepare("SELECT count(*) FROM sqlite_schema").pluck().get() as number,
  }))();
  if (application === APPLICATION_ID) {
    if (version > STEPS.length) {
      throw new ConfigurationError(
        `was written by a newer version (schema ${version}; this one knows ${STEPS.length}); upgrade countersign`,
        { file },
      );
    }
    if (version < 1) throw damaged(file, `its version is ${version}`);
    return false;
  }
  if (application !== 0 || version !== 0 || tables !== 0)
    throw new ConfigurationError("is another program's SQLite file; the ledger needs a file of its own", { file });
  return true;
}

/** Brings the schema up to date in one transaction; of two gates that start at once, one does it and the other finds it done. */
export function migrate(database: Database, file: string): void {
  if (!isNewLedger(database, file) && versionOf(database) === STEPS.length) return;
  database
    .transaction(() => {
      // Once more, now that no one else writes.
      isNewLedger(database, file);
      for (const step of STEPS.slice(versionOf(database))) database.exec(step);
      database.pragma(`application_id = ${APPLICATION_ID}`);
      database.pragma(`user_version = ${STEPS.length}`);
    })
    .immediate();
}

function damaged(file: string, how: string): ConfigurationError {
  return new ConfigurationError(
    `is damaged (${how}); it was left as it is: restore it from a backup (docs/ledger.md), uses that are not in it can be made again`,
    { file },
  );
}

/** A row of each table and index is read, so that damage which would end the first use is told at the start. */
export function readOfEach(database: Database, file: string): void {
  for (const [table, column] of [
    ["used", "key"],
    ["spent", "key"],
    ["spent", "until"],
    ["heads", "log"],
    ["approvals", "id"],
    ["state", "id"],
  ] as const) {
    database.prepare(`SELECT ${column} FROM ${table} ORDER BY ${column} LIMIT 1`).get();
  }
  // Without it nothing says what was dropped (LEDGER-11).
  if (database.prepare("SELECT 1 FROM state WHERE id = 1").get() === undefined) throw damaged(file, "its horizon is gone");
}

/** Steps that the file's schema has. */
export function versionOf(database: Database): number {
  return database.pragma("user_version", { simple: true }) as number;
}
