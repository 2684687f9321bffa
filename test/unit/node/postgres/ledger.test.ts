import { describe, test } from "vitest";
import { openPostgresLedger } from "../../../../src/node/postgres/ledger.js";
import { NOT_RUN, POSTGRES_URL, scratchSchema } from "../../../support/postgres.js";
import { ledgerContract } from "../../gate/ledger-contract.js";

if (POSTGRES_URL === undefined) {
  console.warn(`the PostgreSQL ledger's contract is ${NOT_RUN}`);
  describe("PostgreSQL", () => test.skip(NOT_RUN));
} else {
  ledgerContract("PostgreSQL", async () => {
    const scratch = await scratchSchema();
    const { url, schema, query } = scratch;
    const open = () => openPostgresLedger({ url, schema, statementTimeoutMs: 10_000, connectTimeoutMs: 10_000 });
    // The time can be set once there is a clock to replace.
    await (await open()).close();
    return {
      open,
      setTime: scratch.setTime,
      persistent: true,
      countRows: async () => {
        const { rows } = await query(`SELECT (SELECT count(*) FROM "${schema}".used) + (SELECT count(*) FROM "${schema}".spent) AS n`);
        return Number(rows[0].n);
      },
      end: scratch.drop,
    };
  });
}
