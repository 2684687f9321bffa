import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import type * as Compile from "../src/compile/index.js";
import type * as Api from "../src/index.js";
import type * as Node from "../src/node/index.js";
import type * as Sign from "../src/sign/index.js";
import { quantile } from "./measure.js";

const built = (name: string) => new URL(`../dist/${name}.js`, import.meta.url).href;
const { loadKeyring }: typeof Api = await import(built("index"));
const { loadPolicy }: typeof Compile = await import(built("compile"));
const { attest, createGate, generateKey, openPostgresLedger, openSqliteLedger, signerFromPem }: typeof Node = await import(built("node"));
const { proposalFor }: typeof Sign = await import(built("sign"));

interface LedgerEntry {
  readonly name: string;
  readonly unit: "ns" | "MB" | "trips";
  readonly value: number;
  readonly ratio: number | null;
  readonly hold: number | null;
}

const DAY = 86_400_000;
const MANY = 1_000_000;
const FEW = 1000;
const USES = 200;
const BATCHES = 15;

/** A look-up among a million against one among a thousand, each with its write; and what the million takes on disk. */
export async function* sqliteEntries(): AsyncGenerator<LedgerEntry> {
  const folder = mkdtempSync(join(tmpdir(), "countersign-bench-"));
  try {
    const few = join(folder, "few.sqlite");
    const many = join(folder, "many.sqlite");
    await fill(few, FEW);
    await fill(many, MANY);
    const size = statSync(many).size / 1024 / 1024;
    const [small, large] = await compareUses(few, many);
    yield { name: "ledger-sqlite-1m-vs-1k", unit: "ns", value: Math.round(large), ratio: round(large / small), hold: 2 };
    yield { name: "ledger-sqlite-1m-size", unit: "MB", value: Math.round(size), ratio: null, hold: null };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Rows as uses leave them: random keys in the order of time. Written past the ledger, which would take minutes. */
async function fill(file: string, rows: number): Promise<void> {
  await (await openSqliteLedger({ file, durability: "os" })).close();
  const database = new Sqlite(file);
  database.pragma("synchronous = OFF");
  database.pragma("cache_size = -400000");
  const insert = database.prepare("INSERT INTO used (key, until) VALUES (?, ?)");
  const until = Date.now() + DAY;
  database.transaction(() => {
    for (let row = 0; row < rows; row += 1) insert.run(createHash("sha256").update(`row ${row}`).digest(), until + row);
  })();
  database.close();
}

/** CPU nanoseconds of one use on either file, A B A B; of a use twice, so that both answers are in it. */
async function compareUses(few: string, many: string): Promise<readonly [number, number]> {
  const ledgers = [
    await openSqliteLedger({ file: few, durability: "os" }),
    await openSqliteLedger({ file: many, durability: "os" }),
  ] as const;
  const times: [number[], number[]] = [[], []];
  for (let batch = 0; batch < BATCHES * 2; batch += 1) {
    const which = (batch % 2) as 0 | 1;
    const ids = Array.from({ length: USES }, () => randomBytes(32).toString("hex"));
    const start = process.cpuUsage();
    for (const id of [...ids, ...ids]) {
      const now = Date.now();
      await ledgers[which].consume({ attestations: [{ id, expiresAt: now + DAY }], nonce: null, budgets: [], head: null, now });
    }
    const { user, system } = process.cpuUsage(start);
    times[which].push(((user + system) * 1000) / (USES * 2));
  }
  await Promise.all(ledgers.map((ledger) => ledger.close()));
  return [quantile(times[0], 0.25), quantile(times[1], 0.25)];
}

/** Round trips of one decision, counted on the wire: each time the client speaks after the server did is one. */
export async function* postgresEntries(url: string): AsyncGenerator<LedgerEntry> {
  let trips = 0;
  const target = new URL(url);
  const proxy = createServer((client) => {
    const server = connect(Number(target.port || 5432), target.hostname);
    let serverSpoke = true;
    client.on("data", (chunk) => {
      if (serverSpoke) trips += 1;
      serverSpoke = false;
      server.write(chunk);
    });
    server.on("data", (chunk) => {
      serverSpoke = true;
      client.write(chunk);
    });
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.on("close", () => other.destroy());
      one.on("error", () => other.destroy());
    }
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => proxy.once("listening", resolve));
  const throughProxy = new URL(url);
  throughProxy.port = String((proxy.address() as AddressInfo).port);
  const schema = `bench_${randomBytes(8).toString("hex")}`;
  const decide = await gateOver(await openPostgresLedger({ url: throughProxy.href, schema, maxConnections: 1, statementTimeoutMs: 5000 }));
  try {
    // The connection and the statement are made with the first.
    await decide.once();
    trips = 0;
    const decisions = 50;
    for (let at = 0; at < decisions; at += 1) await decide.once();
    yield { name: "decide-postgres", unit: "trips", value: round(trips / decisions), ratio: null, hold: 1 };
  } finally {
    await decide.close();
    proxy.close();
    await dropSchema(url, schema);
  }
}

async function gateOver(ledger: Node.Ledger) {
  const tool = "payments.transfer";
  const key = generateKey({ id: "finance-2026", tools: [tool], impacts: ["money"], audiences: ["bench"] });
  const signer = signerFromPem(key.privateKeyPem, { keyId: key.id });
  const gate = await createGate({
    policy: await loadPolicy({ version: 1, tools: { [tool]: { impact: "money" } } }),
    keyring: loadKeyring({ trusted_keys: { [key.id]: key.keyringEntry } }),
    audience: "bench",
    ledger,
    deadlineMs: 10_000,
  });
  const args = { amount_minor: 48_200, to: "acct_7731" };
  const parts = {
    tool,
    args,
    intent: "Pay",
    impact: "money",
    sources: [{ id: "a" }],
    claims: [{ text: "approved", evidence: ["a"] }],
  } as const;
  return {
    once: async () => {
      const proposal = await attest(proposalFor(parts), signer, { id: "a", audience: "bench" });
      const { reason } = await gate.decide({ proposal, tool, args, context: { principal: "bench" } });
      if (reason !== null) throw new Error(`the bench measures an allow, and got ${reason}`);
    },
    close: () => gate.close(),
  };
}

async function dropSchema(url: string, schema: string): Promise<void> {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`DROP SCHEMA "${schema}" CASCADE`);
  await client.end();
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
