import { randomBytes } from "node:crypto";
import type { Ledger } from "../../gate/ledger.js";
import { openConnections } from "./connections.js";
import { openPostgresLedger } from "./ledger.js";

const DROP_TIMEOUT_MS = 10_000;

/** Ledgers in schemas of their own, for trials beside a ledger that must not notice. */
export interface ScratchSchemas {
  open(): Promise<Ledger>;
  /** Drops every schema that was made. */
  drop(): Promise<void>;
}

/** Opens nothing yet. `open` rejects as `openPostgresLedger` does. */
export function openScratchSchemas(url: string): ScratchSchemas {
  const made: string[] = [];
  return {
    open: () => {
      const schema = `countersign_doctor_${randomBytes(8).toString("hex")}`;
      made.push(schema);
      return openPostgresLedger({ url, schema, maxConnections: 1 });
    },
    drop: async () => {
      if (made.length === 0) return;
      const one = await openConnections({ url, connectTimeoutMs: 1000, statementTimeoutMs: DROP_TIMEOUT_MS, maxConnections: 1 });
      try {
        for (const schema of made.splice(0)) await one.run((client) => client.query(`DROP SCHEMA IF EXISTS "${schema}" CASCADE`));
      } finally {
        await one.close();
      }
    },
  };
}
