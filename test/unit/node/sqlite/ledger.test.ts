import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { openSqliteLedgerAt } from "../../../../src/node/sqlite/ledger.js";
import { ledgerContract, T0 } from "../../gate/ledger-contract.js";

ledgerContract("SQLite", async () => {
  const folder = mkdtempSync(join(tmpdir(), "countersign-ledger-"));
  const file = join(folder, "ledger.sqlite");
  let time = T0;
  return {
    // Not synced: the tests make thousands of uses.
    open: () => openSqliteLedgerAt({ file, durability: "os", busyMs: 10_000 }, () => time),
    setTime: async (now) => {
      time = now;
    },
    persistent: true,
    countRows: async () => {
      const database = new Sqlite(file, { readonly: true });
      try {
        return database.prepare<[], number>("SELECT (SELECT count(*) FROM used) + (SELECT count(*) FROM spent)").pluck().get() as number;
      } finally {
        database.close();
      }
    },
    end: async () => rmSync(folder, { recursive: true }),
  };
});
