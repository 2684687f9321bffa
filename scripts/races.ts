// Races over the ledgers, kills over ledgers and audit log.
//
//   npm run races -- --rounds 100 --kills 20
//
// A round is 50 submissions at once: of one action exactly one is consumed; of 50 actions under one limit as many as fit. Memory's are
// in this process, the others' come from five processes. A kill is `kill -9` of a process that uses one thing after the other; what it
// was told must be there when the file is opened again. PostgreSQL is the one that COUNTERSIGN_POSTGRES_URL names (scripts/services).
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import Sqlite from "better-sqlite3";
import pg from "pg";
import { createMemoryLedger } from "../src/gate/memory-ledger.js";
import { killAuditRounds } from "../test/support/crash/kill-audit-rounds.js";
import { killRound } from "./races/kill.js";
import { raceRound, withProcesses } from "./races/race.js";
import { outcomeOf, type SharedStore } from "./races/store.js";

const MOST_REPORTS = 5;
/** Where the kills of the audit fall is drawn from this. */
const AUDIT_SEED = 20_261_001;

interface Count {
  readonly title: string;
  readonly rounds: number;
  readonly failed: number;
  readonly notes: string;
}

/** Runs rounds until they are done or enough have failed; tells every tenth of them. */
async function repeat(title: string, rounds: number, run: (round: number) => Promise<string | null>, notes = () => ""): Promise<Count> {
  let failed = 0;
  let done = 0;
  while (done < rounds && failed < MOST_REPORTS) {
    const fault = await run(done);
    done += 1;
    if (fault !== null) {
      failed += 1;
      console.error(`${title}: ${fault}`);
    }
    if (done % Math.max(1, Math.ceil(rounds / 10)) === 0) console.log(`${title}: ${done} of ${rounds}`);
  }
  return { title, rounds: done, failed, notes: notes() };
}

async function raceInProcess(run: string, rounds: number): Promise<Count> {
  const ledger = createMemoryLedger();
  return repeat("memory races", rounds, (round) =>
    raceRound(run, round, (shares) => Promise.all(shares.flat().map((use) => outcomeOf(ledger, use)))),
  );
}

async function raceAcross(title: string, store: SharedStore, run: string, rounds: number): Promise<Count> {
  let count: Count = { title, rounds: 0, failed: 1, notes: "" };
  await withProcesses(store, async (answer) => {
    count = await repeat(title, rounds, (round) => raceRound(run, round, answer));
  });
  return count;
}

async function kills(folder: string, run: string, rounds: number): Promise<Count> {
  const file = join(folder, "kills.sqlite");
  let told = 0;
  const count = await repeat(
    "SQLite kills",
    rounds,
    async (round) => {
      const result = await killRound({ kind: "sqlite", file, durability: round % 2 === 0 ? "fsync" : "os" }, run, round);
      told += result.told;
      return result.fault;
    },
    () => `, ${told} uses told`,
  );
  const database = new Sqlite(file, { readonly: true });
  const whole = database.pragma("integrity_check", { simple: true });
  database.close();
  // Rounds in which nothing was told would prove nothing.
  const failed = count.failed + (whole === "ok" ? 0 : 1) + (told > 0 ? 0 : 1);
  return { ...count, failed };
}

/** The same of a process that appends to an audit log: every record that it was told is kept must be there, and the chain whole. */
async function auditKills(rounds: number): Promise<Count> {
  const { settled, lost, findings, recovered } = await killAuditRounds(rounds, AUDIT_SEED);
  for (const fault of [...lost.map((id) => `lost ${id}`), ...findings].slice(0, MOST_REPORTS)) console.error(`audit kills: ${fault}`);
  const failed = lost.length + findings.length + (settled > 0 ? 0 : 1);
  return { title: "audit kills", rounds, failed, notes: `, ${settled} records kept, ${recovered} torn ends` };
}

async function dropSchema(schema: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.COUNTERSIGN_POSTGRES_URL ?? "" });
  await client.connect();
  await client.query(`DROP SCHEMA IF EXISTS "${schema}" CASCADE`);
  await client.end();
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { rounds: { type: "string" }, kills: { type: "string" } } });
  const rounds = Number(values.rounds ?? 100);
  const killed = Number(values.kills ?? 20);
  if (!Number.isSafeInteger(rounds) || rounds < 1 || !Number.isSafeInteger(killed) || killed < 1) {
    console.error("usage: races [--rounds N] [--kills N]");
    return 64;
  }
  const run = randomBytes(8).toString("hex");
  const folder = mkdtempSync(join(tmpdir(), "countersign-races-"));
  const counts: Count[] = [];
  const postgres = process.env.COUNTERSIGN_POSTGRES_URL !== undefined;
  try {
    counts.push(await raceInProcess(run, rounds));
    counts.push(await raceAcross("SQLite races", { kind: "sqlite", file: join(folder, "races.sqlite"), durability: "os" }, run, rounds));
    if (postgres) {
      const schema = `races_${run}`;
      try {
        counts.push(await raceAcross("PostgreSQL races", { kind: "postgres", schema }, run, rounds));
      } finally {
        await dropSchema(schema);
      }
    }
    counts.push(await kills(folder, run, killed));
    counts.push(await auditKills(killed));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  for (const { title, rounds: done, failed, notes } of counts) console.log(`${title}: ${done} rounds, ${failed} failed${notes}`);
  if (!postgres) console.log("PostgreSQL races: not run: COUNTERSIGN_POSTGRES_URL is not set (scripts/services start DIR; . DIR/env)");
  return counts.every(({ failed }) => failed === 0) ? 0 : 1;
}

process.exitCode = await main();
