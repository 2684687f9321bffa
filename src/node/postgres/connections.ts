import type { Pool, PoolClient } from "pg";
import { loadPostgres } from "./driver.js";
import { isServerAnswer, ledgerFault, mayGoAgain } from "./errors.js";

export interface ConnectionSettings {
  readonly url: string;
  readonly connectTimeoutMs: number;
  readonly statementTimeoutMs: number;
  readonly maxConnections: number;
}

export interface Connections {
  /** Runs on one connection; where the fault may be the connection's, it is not used again. Rejects with a told fault. */
  run<T>(work: (client: PoolClient) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Times that a transaction which another one stood in the way of is tried. */
const TRIES = 4;
/** The client waits a little longer than the server, which can say what it was. */
const GRACE_MS = 100;

// A use must be on the disk before it is told, whatever the server's default is; and sums must be those of after a wait.
const SESSION = `SET default_transaction_isolation = 'read committed';
  SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'`;

export async function openConnections({
  url,
  connectTimeoutMs,
  statementTimeoutMs,
  maxConnections,
}: ConnectionSettings): Promise<Connections> {
  const pg = await loadPostgres();
  const pool: Pool = new pg.Pool({
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + GRACE_MS,
    max: maxConnections,
    // An idle connection is no reason for a process to stay.
    allowExitOnIdle: true,
    keepAlive: true,
    application_name: "countersign",
  });
  // An idle connection that breaks is replaced; the next use tells what is wrong, if anything still is.
  pool.on("error", () => undefined);
  // One that breaks between two queries is told by the next query; without a listener it would end the process.
  pool.on("connect", (client) => void client.on("error", () => undefined));
  const ready = new WeakSet<PoolClient>();
  let closing: Promise<void> | null = null;

  async function attempt<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    try {
      if (!ready.has(client)) {
        await client.query(SESSION);
        ready.add(client);
      }
      const result = await work(client);
      client.release();
      return result;
    } catch (error) {
      client.release(!isServerAnswer(error));
      throw error;
    }
  }

  return {
    async run(work) {
      for (let tries = 1; ; tries += 1) {
        if (closing !== null) throw new Error("the ledger is closed");
        try {
          return await attempt(work);
        } catch (error) {
          if (tries < TRIES && mayGoAgain(error)) continue;
          throw ledgerFault(error);
        }
      }
    },
    close: () => {
      closing ??= pool.end();
      return closing;
    },
  };
}
