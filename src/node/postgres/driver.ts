import type Pg from "pg";
import { ConfigurationError } from "../../decision/configuration-error.js";

/** The client, loaded when a ledger is asked for. ConfigurationError that says what to install. */
export async function loadPostgres(): Promise<typeof Pg> {
  try {
    return (await import("pg")).default;
  } catch (cause) {
    throw new ConfigurationError(
      "a PostgreSQL ledger needs the package pg, which is not installed here; run npm install pg@8",
      {},
      { cause },
    );
  }
}
