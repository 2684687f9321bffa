import { randomBytes } from "node:crypto";
import pg from "pg";

/** Where the tests' PostgreSQL listens, a loopback address; `scripts/services start DIR` makes one and says its URL. */
export const POSTGRES_URL: string | undefined = process.env.COUNTERSIGN_POSTGRES_URL;

export const NOT_RUN = "not run: COUNTERSIGN_POSTGRES_URL is not set (scripts/services start DIR; . DIR/env)";

export interface ScratchSchema {
  readonly url: string;
  readonly schema: string;
  query(text: string, values?: readonly unknown[]): Promise<pg.QueryResult>;
  /** Sets the time of a ledger that was opened in the schema. */
  setTime(now: number): Promise<void>;
  drop(): Promise<void>;
}

/** A schema of a name of its own, not yet made. */
export async function scratchSchema(): Promise<ScratchSchema> {
  const url = POSTGRES_URL ?? "";
  const schema = `test_${randomBytes(8).toString("hex")}`;
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  const query = (text: string, values: readonly unknown[] = []) => client.query(text, [...values]);
  return {
    url,
    schema,
    query,
    setTime: async (now) => {
      await query(`CREATE OR REPLACE FUNCTION "${schema}".clock_ms() RETURNS bigint LANGUAGE sql VOLATILE AS $$ SELECT ${now}::bigint $$`);
    },
    drop: async () => {
      await query(`DROP SCHEMA IF EXISTS "${schema}" CASCADE`);
      await client.end();
    },
  };
}
