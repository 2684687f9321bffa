import { type AddressInfo, createServer } from "node:net";
import { describe, expect, test } from "vitest";
import { ConfigurationError } from "../../../../src/decision/configuration-error.js";
import type { Ledger } from "../../../../src/gate/ledger.js";
import { openPostgresLedger, openPostgresLedgerAt, type PostgresLedgerOptions } from "../../../../src/node/postgres/ledger.js";
import { NOT_RUN, POSTGRES_URL, scratchSchema } from "../../../support/postgres.js";
import { budget, request } from "../../gate/ledger-contract.js";

const SECRET = "pw-8f3a1c";

async function failure(open: () => Promise<unknown>): Promise<Error> {
  const error = await open().then(
    () => null,
    (cause: unknown) => cause,
  );
  expect(error).toBeInstanceOf(Error);
  return error as Error;
}

/** Everything that a log could print of an error. */
function everything(error: Error): string {
  const members = Object.getOwnPropertyNames(error).map((name) => String((error as unknown as Record<string, unknown>)[name]));
  return [String(error), JSON.stringify(error), ...members].join("\n");
}

describe("a database that cannot be had", () => {
  test("is told soon where nobody listens, without the password", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const error = await failure(() => openPostgresLedger({ url: `postgresql://gate:${SECRET}@127.0.0.1:${port}/x` }));
    expect(error).not.toBeInstanceOf(ConfigurationError);
    expect(error.message).toContain("ECONNREFUSED");
    expect(everything(error)).not.toContain(SECRET);
  });

  test("is told within the time to connect where somebody listens and says nothing", async () => {
    const server = createServer(() => undefined).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    const error = await failure(() => openPostgresLedger({ url: `postgresql://gate:${SECRET}@127.0.0.1:${port}/x`, connectTimeoutMs: 50 }));
    expect(error.message).toContain("gave no answer");
    expect(everything(error)).not.toContain(SECRET);
    server.close();
  });

  test.each([`gate:${SECRET}@host/db`, `mysql://gate:${SECRET}@host/db`, `postgresql://gate:${SECRET}@[host/db`, ""])(
    "an address that is none is a fault of the configuration, and is not repeated: %#",
    async (url) => {
      const error = await failure(() => openPostgresLedger({ url }));
      expect(error).toBeInstanceOf(ConfigurationError);
      expect(everything(error)).not.toContain(SECRET);
      expect(error.cause).toBeUndefined();
    },
  );
});

test.each([
  [{}],
  [null],
  [{ url: 7 }],
  [{ url: "postgresql://h/d", schema: "A" }],
  [{ url: "postgresql://h/d", schema: 'x"; DROP' }],
  [{ url: "postgresql://h/d", schema: "pg_x" }],
  [{ url: "postgresql://h/d", connectTimeoutMs: 0 }],
  [{ url: "postgresql://h/d", statementTimeoutMs: 1.5 }],
  [{ url: "postgresql://h/d", maxConnections: 0 }],
  [{ url: "postgresql://h/d", shema: "x" }],
])("options %j are misuse", async (options) => {
  await expect(openPostgresLedger(options as never)).rejects.toThrow(TypeError);
});

describe.skipIf(POSTGRES_URL === undefined)(`a PostgreSQL server${POSTGRES_URL === undefined ? ` (${NOT_RUN})` : ""}`, () => {
  /** Runs with a schema of its own and whatever ledgers it opened closed. */
  async function inSchema(
    work: (parts: {
      scratch: Awaited<ReturnType<typeof scratchSchema>>;
      open: (options?: Partial<PostgresLedgerOptions>) => Promise<Ledger>;
    }) => Promise<void>,
  ): Promise<void> {
    const scratch = await scratchSchema();
    const opened: Ledger[] = [];
    try {
      await work({
        scratch,
        open: async (options = {}) => {
          const { url, schema } = scratch;
          const ledger = await openPostgresLedger({ url, schema, connectTimeoutMs: 10_000, statementTimeoutMs: 10_000, ...options });
          opened.push(ledger);
          return ledger;
        },
      });
    } finally {
      await Promise.all(opened.map((ledger) => ledger.close()));
      await scratch.drop();
    }
  }

  test("refuses a wrong password as a fault of the configuration, and does not repeat it", async () => {
    const url = new URL(POSTGRES_URL ?? "");
    url.password = SECRET;
    const error = await failure(() => openPostgresLedger({ url: url.href, connectTimeoutMs: 10_000 }));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error.message).toContain("28P01");
    expect(everything(error)).not.toContain(SECRET);
  });

  test("lets ten gates start at once on nothing", async () => {
    await inSchema(async ({ open }) => {
      const ledgers = await Promise.all(Array.from({ length: 10 }, () => open({ maxConnections: 1 })));
      const now = Date.now();
      const answers = await Promise.all(ledgers.map((ledger) => ledger.consume(request({ ids: ["a"], now }))));
      expect(answers.filter(({ outcome }) => outcome === "consumed")).toHaveLength(1);
    });
  });

  test("tells its own time where none is set", async () => {
    await inSchema(async ({ open }) => {
      const ledger = await open();
      const now = Date.now();
      const answers = await Promise.all([0, -61_000, 61_000].map((off) => ledger.consume(request({ now: now + off }))));
      expect(answers.map(({ outcome }) => outcome)).toEqual(["consumed", "clock_skew", "clock_skew"]);
    });
  });

  test("whoever only looks into a ledger makes none", async () => {
    await inSchema(async ({ scratch: { query, schema, url } }) => {
      const look = () => openPostgresLedgerAt({ url, schema, connectTimeoutMs: 10_000 }, "refuse");
      const error = await failure(look);
      expect(error).toBeInstanceOf(ConfigurationError);
      expect(error.message).toContain("holds no ledger");
      expect((await query("SELECT 1 FROM pg_namespace WHERE nspname = $1", [schema])).rowCount).toBe(0);
      await (await openPostgresLedger({ url, schema, connectTimeoutMs: 10_000 })).close();
      await (await look()).close();
    });
  });

  test.each([
    ["UPDATE SCHEMA.countersign_ledger SET version = -3", "its version is -3"],
    ["ALTER TABLE SCHEMA.countersign_ledger DROP COLUMN version", "damaged (42703)"],
    ["UPDATE SCHEMA.countersign_ledger SET version = 0", "damaged (42P07)"],
  ])("a damaged schema is told when it is opened: %s", async (damage, what) => {
    await inSchema(async ({ scratch: { query, schema }, open }) => {
      await open();
      await query(damage.replace("SCHEMA", `"${schema}"`));
      const error = await failure(open);
      expect(error).toBeInstanceOf(ConfigurationError);
      expect(error.message).toContain("damaged");
      expect(error.message).toContain(what.replace("damaged ", ""));
    });
  });

  test("a schema of a newer version, or of something else, is refused", async () => {
    await inSchema(async ({ scratch: { query, schema }, open }) => {
      await query(`CREATE SCHEMA "${schema}"`);
      await query(`CREATE TABLE "${schema}".used (x int)`);
      expect((await failure(open)).message).toContain("something else");
      await query(`DROP TABLE "${schema}".used`);
      await open();
      await query(`UPDATE "${schema}".countersign_ledger SET version = 99`);
      const error = await failure(open);
      expect(error).toBeInstanceOf(ConfigurationError);
      expect(error.message).toContain("newer version (schema 99");
    });
  });

  test("a use that meets a lock ends in its time, and uses nothing", async () => {
    await inSchema(async ({ scratch: { query, schema }, open }) => {
      const ledger = await open({ statementTimeoutMs: 50 });
      const now = Date.now();
      await query("BEGIN");
      await query(`LOCK TABLE "${schema}".used`);
      await expect(ledger.consume(request({ ids: ["a"], now }))).rejects.toThrow("57014");
      await query("COMMIT");
      expect((await ledger.consume(request({ ids: ["a"], now }))).outcome).toBe("consumed");
    });
  });

  test("sessions that are ended by the server are replaced, and end nothing else", async () => {
    await inSchema(async ({ scratch: { query, schema }, open }) => {
      const ledger = await open({ maxConnections: 1 });
      const now = Date.now();
      let consumed = 0;
      for (let round = 0; round < 5; round += 1) {
        await ledger.consume(request({ ids: [`first${round}`], now })).catch(() => null);
        await query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND query LIKE $1", [
          `%${schema}%`,
        ]);
        for (let tries = 0; tries < 3; tries += 1) {
          const answer = await ledger.consume(request({ ids: [`a${round}`], now })).catch(() => null);
          if (answer?.outcome === "consumed") consumed += 1;
        }
      }
      expect(consumed).toBe(5);
    });
  });

  test("a database whose sessions are serializable by default is asked at read committed", async () => {
    await inSchema(async ({ scratch: { query, schema }, open }) => {
      const ledger = await open();
      await query("SET default_transaction_isolation = 'serializable'");
      const bare = `SELECT "${schema}".consume(0, '{}', '{}', 0, '{}', '{}', '{}', '{}', '{}', '{}', NULL, NULL, NULL)`;
      await expect(query(bare)).rejects.toThrow("read committed");
      const url = new URL(POSTGRES_URL ?? "");
      url.searchParams.set("options", "-c default_transaction_isolation=serializable -c synchronous_commit=off");
      const strict = await openPostgresLedger({ url: url.href, schema, connectTimeoutMs: 10_000, statementTimeoutMs: 10_000 });
      const now = Date.now();
      const all = Array.from({ length: 50 }, (_, at) => (at % 2 ? ledger : strict).consume(request({ budgets: [budget("r", 9)], now })));
      const answers = await Promise.all(all);
      await strict.close();
      expect(answers.filter(({ outcome }) => outcome === "consumed")).toHaveLength(11);
    });
  });
});
