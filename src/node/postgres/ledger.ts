import { ConfigurationError } from "../../decision/configuration-error.js";
import { ownOptions } from "../../decision/own-options.js";
import type { AuditHead, ConsumeOutcome, ConsumeRequest, Ledger } from "../../gate/ledger.js";
import { readConsumeRequest, type Uses } from "../../gate/read-consume-request.js";
import type { AbsentLedger } from "../open-ledger.js";
import { createPostgresApprovals } from "./approval-store.js";
import { type ConnectionSettings, type Connections, openConnections } from "./connections.js";
import { ANSWER, migrate } from "./migrations.js";

export interface PostgresLedgerOptions {
  /** `postgresql://user:password@host:port/database`; TLS and more by its query, as the package `pg` reads it. */
  readonly url: string;
  /** The schema of the ledger's tables, `^[a-z_][a-z0-9_]{0,62}$`; "countersign" by default. Made where it is not there. */
  readonly schema?: string;
  /** Milliseconds to a connection, 1 to 60 000; 1 000 by default. */
  readonly connectTimeoutMs?: number;
  /** Milliseconds of one use on the server, 1 to 60 000; 400 by default, within the gate's deadline. */
  readonly statementTimeoutMs?: number;
  /** Connections of this process at most, 1 to 1 000; 8 by default. */
  readonly maxConnections?: number;
}

const OPTIONS: ReadonlySet<string> = new Set<keyof PostgresLedgerOptions>([
  "url",
  "schema",
  "connectTimeoutMs",
  "statementTimeoutMs",
  "maxConnections",
]);
/** A start may wait for another gate's migration. */
const MIGRATION_TIMEOUT_MS = 10_000;

/**
 * A ledger in PostgreSQL, for gates of many hosts (spec/ledger.md): one use is one round trip. Needs the package `pg`. Rejects with
 * ConfigurationError where the database refuses the user or the schema is not a ledger of this version, and with another error,
 * soon, where it cannot be reached. No error holds the URL.
 *
 * @example const ledger = await openPostgresLedger({ url: process.env.LEDGER_URL });
 */
export async function openPostgresLedger(options: PostgresLedgerOptions): Promise<Ledger> {
  return openPostgresLedgerAt(options, "make");
}

export async function openPostgresLedgerAt(options: PostgresLedgerOptions, absent: AbsentLedger): Promise<Ledger> {
  const { schema, ...settings } = readOptions(options);
  await bringUpToDate(settings, schema, absent);
  return ledgerOver(await openConnections(settings), schema);
}

function readOptions(options: PostgresLedgerOptions): Required<PostgresLedgerOptions> {
  const option = ownOptions(options, OPTIONS, "openPostgresLedger", "openPostgresLedger needs { url }");
  const whole = (name: "connectTimeoutMs" | "statementTimeoutMs" | "maxConnections", fallback: number, most: number): number => {
    const value = option(name, fallback);
    if (!Number.isSafeInteger(value) || value < 1 || value > most) throw new TypeError(`${name} must be a whole number from 1 to ${most}`);
    return value;
  };
  const schema = option("schema", "countersign");
  if (typeof schema !== "string" || !/^[a-z_][a-z0-9_]{0,62}$/.test(schema) || schema.startsWith("pg_"))
    throw new TypeError("schema must match ^[a-z_][a-z0-9_]{0,62}$ and not start with pg_");
  return {
    url: readUrl(option("url")),
    schema,
    connectTimeoutMs: whole("connectTimeoutMs", 1000, 60_000),
    statementTimeoutMs: whole("statementTimeoutMs", 400, 60_000),
    maxConnections: whole("maxConnections", 8, 1000),
  };
}

/** The URL as given, once it is one. What is wrong with it is not told by repeating it: it may hold the password. */
function readUrl(url: unknown): string {
  if (typeof url !== "string") throw new TypeError("openPostgresLedger needs a url");
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed?.protocol !== "postgres:" && parsed?.protocol !== "postgresql:")
    throw new ConfigurationError("is no URL such as postgresql://user@host:5432/database", { place: "ledger" });
  return url;
}

async function bringUpToDate(settings: ConnectionSettings, schema: string, absent: AbsentLedger): Promise<void> {
  const one = await openConnections({ ...settings, maxConnections: 1, statementTimeoutMs: MIGRATION_TIMEOUT_MS });
  try {
    await one.run((client) => migrate(client, schema, absent));
  } finally {
    await one.close();
  }
}

function ledgerOver(connections: Connections, schema: string): Ledger {
  const consume = `SELECT "${schema}".consume($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) AS answer`;
  return Object.freeze({
    consume: async (request: ConsumeRequest) => {
      const uses = readConsumeRequest(request);
      const { rows } = await connections.run((client) =>
        client.query<{ answer: unknown }>({ name: "countersign_consume_1", text: consume, values: valuesOf(uses) }),
      );
      return outcomeOf(rows[0]?.answer, uses);
    },
    head: async (log: string) => {
      const { rows } = await connections.run((client) =>
        client.query<{ seq: string; hash: string }>(`SELECT seq, hash FROM "${schema}".heads WHERE log = $1`, [log]),
      );
      const [row] = rows;
      return row === undefined ? null : ({ log, seq: Number(row.seq), hash: row.hash } satisfies AuditHead);
    },
    approvals: createPostgresApprovals(connections, schema),
    close: () => connections.close(),
  });
}

function valuesOf({ rows, firstUntil, spendings, head, now }: Uses): unknown[] {
  const bytes = (hex: string) => Buffer.from(hex, "hex");
  return [
    now,
    [...rows.keys()].map(bytes),
    [...rows.values()],
    Number.isFinite(firstUntil) ? firstUntil : Number.MAX_SAFE_INTEGER,
    locksOf(spendings.map(({ key }) => key)),
    spendings.map(({ key }) => bytes(key)),
    spendings.map(({ amount }) => amount),
    spendings.map(({ max }) => max),
    spendings.map(({ windowMs }) => windowMs),
    spendings.map(({ keptMs }) => keptMs),
    head?.log ?? null,
    head?.seq ?? null,
    head?.hash ?? null,
  ];
}

/** A lock for each total, from the start of its key; in one order, so that no two sessions wait for each other. */
function locksOf(keys: readonly string[]): readonly string[] {
  const locks = [...new Set(keys.map((key) => BigInt.asIntN(64, BigInt(`0x${key.slice(0, 16)}`))))];
  return locks.sort((a, b) => (a < b ? -1 : 1)).map(String);
}

function outcomeOf(answer: unknown, { spendings }: Uses): ConsumeOutcome {
  if (answer === ANSWER.consumed) return { outcome: "consumed" };
  if (answer === ANSWER.alreadyUsed) return { outcome: "already_used" };
  if (answer === ANSWER.clockSkew) return { outcome: "clock_skew" };
  const over = typeof answer === "number" ? spendings[answer - 1] : undefined;
  if (over === undefined) throw new Error("the ledger's database gave an odd answer");
  return { outcome: "over_budget", rule: over.rule };
}
