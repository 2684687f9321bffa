import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type * as Compile from "../src/compile/index.js";
import type * as Api from "../src/index.js";
import type * as Node from "../src/node/index.js";
import { type Fixture, keyringFile, policyFile, signedEach } from "./fixtures.js";
import { quantile } from "./measure.js";

const api: typeof Api = await import(new URL("../dist/index.js", import.meta.url).href);
const { loadPolicy }: typeof Compile = await import(new URL("../dist/compile.js", import.meta.url).href);
const { createGate, openAuditLog, openSqliteLedger }: typeof Node = await import(new URL("../dist/node.js", import.meta.url).href);

interface LiveEntry {
  readonly name: string;
  readonly unit: "us" | "/s";
  readonly value: number;
  readonly ratio: number | null;
  readonly hold: number | null;
}

const SIZE = 2200;
const WARM = 500;
const MEASURED = 3000;
/** Decisions under way at a time where the disk is waited for. */
const AT_ONCE = 64;
const BATCHED = 6400;
const context = { principal: "bench" };
const keyring = api.loadKeyring(keyringFile);
const policy = await loadPolicy(policyFile);

/**
 * The live gate with a ledger and an audit on the disk. Every decision is an allow of a signed proposal of 2.2 KB, has a nonce of its own
 * and is consumed and recorded.
 */
export async function* liveEntries(): AsyncGenerator<LiveEntry> {
  yield await cached();
  yield await synced();
}

/**
 * Medians of the wall time of one decision after another, live and pure in turn: a live decision waits for more than the processor,
 * so its processor time would not be the whole of it.
 */
async function cached(): Promise<LiveEntry> {
  const live: number[] = [];
  const pure: number[] = [];
  await withGate("os", async (gate) => {
    const at = Date.now();
    for (const [n, fixture] of signedEach(SIZE, WARM + MEASURED, at).entries()) {
      const began = process.hrtime.bigint();
      const { verdict } = api.verifyAction(fixture.bytes, { keyring, policy, now: at, call: { tool: fixture.tool, args: fixture.args } });
      const between = process.hrtime.bigint();
      const decision = await gate.decide(requestOf(fixture));
      const ended = process.hrtime.bigint();
      if (verdict !== "allow" || decision.verdict !== "allow" || decision.single_use !== "consumed") throw new Error(`${decision.reason}`);
      if (n < WARM) continue;
      pure.push(Number(between - began));
      live.push(Number(ended - between));
    }
  });
  const ratio = quantile(live, 0.5) / quantile(pure, 0.5);
  return {
    name: "decide-sqlite-audit",
    unit: "us",
    value: Math.round(quantile(live, 0.5) / 1000),
    ratio: Math.round(ratio * 100) / 100,
    hold: 2,
  };
}

/** Decisions a second where each is on the disk before it is told, many at once. */
async function synced(): Promise<LiveEntry> {
  let seconds = 0;
  await withGate("fsync", async (gate) => {
    const fixtures = signedEach(SIZE, BATCHED, Date.now());
    const next = fixtures.values();
    const began = process.hrtime.bigint();
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (const fixture of next) {
          const { verdict, reason } = await gate.decide(requestOf(fixture));
          if (verdict !== "allow") throw new Error(`${reason}`);
        }
      }),
    );
    seconds = Number(process.hrtime.bigint() - began) / 1e9;
  });
  return { name: "decide-sqlite-audit-fsync", unit: "/s", value: Math.round(BATCHED / seconds), ratio: null, hold: null };
}

function requestOf({ bytes, tool, args }: Fixture) {
  return { proposal: bytes, tool, args, context };
}

async function withGate(durability: "os" | "fsync", use: (gate: Node.Gate) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "countersign-bench-live-"));
  try {
    const ledger = await openSqliteLedger({ file: join(folder, "ledger.sqlite"), durability });
    const audit = await openAuditLog({ file: join(folder, "audit.jsonl"), durability });
    const gate = await createGate({ policy, keyring, audience: "none", ledger, audit, deadlineMs: 60_000 });
    await use(gate);
    await gate.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
}
