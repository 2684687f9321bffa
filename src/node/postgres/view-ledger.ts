import type { LedgerView } from "../ledger-view.js";
import { openConnections } from "./connections.js";
import { KNOWN_STEPS, versionOf } from "./migrations.js";

const SCHEMA = "countersign";

/** Connects for reading alone. Rejects with ConfigurationError where `openPostgresLedger` would, and with another error where nobody answers. */
export async function viewPostgresLedger(url: string): Promise<LedgerView> {
  const connections = await openConnections({ url, connectTimeoutMs: 1000, statementTimeoutMs: 1000, maxConnections: 1 });
  try {
    const { schema, now } = await connections.run(async (client) => {
      const steps = await versionOf(client, SCHEMA);
      const { rows } = await client.query<{ ms: string }>("SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS ms");
      return { schema: steps, now: Number(rows[0]?.ms) };
    });
    return {
      schema,
      known: KNOWN_STEPS,
      now,
      head: async (log) => {
        if (schema === 0) return null;
        const { rows } = await connections.run((client) =>
          client.query<{ seq: string; hash: string }>(`SELECT seq, hash FROM "${SCHEMA}".heads WHERE log = $1`, [log]),
        );
        const [row] = rows;
        return row === undefined ? null : { log, seq: Number(row.seq), hash: row.hash };
      },
      close: () => connections.close(),
    };
  } catch (error) {
    await connections.close();
    throw error;
  }
}
