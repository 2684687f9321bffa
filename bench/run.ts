import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import canonicalizeReference from "canonicalize";
import type * as Compile from "../src/compile/index.js";
import type * as Api from "../src/index.js";
import type * as Node from "../src/node/index.js";
import type * as Results from "../src/result.js";
import { bridgeEntries } from "./bridge.js";
import { callToolCost, refusedStreamPeak } from "./call-tool.js";
import { coldStart } from "./cold-start.js";
import { key, keyringFile, now, policyFile, policyFileWithArgs, records, signed, unsigned } from "./fixtures.js";
import { cryptoFloor, resultFloor, signedFloor, unsignedFloor } from "./floor.js";
import { postgresEntries, sqliteEntries } from "./ledger.js";
import { liveEntries } from "./live.js";
import { mcpEntries } from "./mcp.js";
import { compare } from "./measure.js";
import { portableSize } from "./portable-size.js";
import { resultBytes } from "./result-fixtures.js";
import { contractLoad, resultSubject, sizedSubject } from "./results.js";

// What is measured is the package as published: `npm run bench` builds first.
const api: typeof Api = await import(new URL("../dist/index.js", import.meta.url).href);
const compile: typeof Compile = await import(new URL("../dist/compile.js", import.meta.url).href);
const { loadPolicy } = compile;
const results: typeof Results = await import(new URL("../dist/result.js", import.meta.url).href);
const node: typeof Node = await import(new URL("../dist/node.js", import.meta.url).href);

interface Entry {
  readonly name: string;
  readonly unit: "ns" | "us" | "ms" | "KB" | "MB" | "bytes" | "x" | "trips" | "/s";
  readonly value: number;
  readonly ratio: number | null;
  /** The ratio, or the value where there is no ratio, that must hold. */
  readonly hold: number | null;
}

const keyring = api.loadKeyring(keyringFile);
const policy = await loadPolicy(policyFile);
const signed2k = signed(2200);
const unsigned2k = unsigned(2200);

function verify(fixture: { bytes: Buffer; args: unknown; tool: string }): Api.Decision {
  return api.verifyAction(fixture.bytes, { keyring, policy, now, call: { tool: fixture.tool, args: fixture.args } });
}

for (const fixture of [signed2k, unsigned2k]) {
  const decision = verify(fixture);
  if (decision.verdict !== "allow") throw new Error(`the bench measures an allow, and got ${decision.code} ${decision.reason}`);
}

function ratioEntry(name: string, hold: number | null, subject: () => unknown, floor: () => unknown): Entry {
  const { nanoseconds, ratio } = compare(subject, floor);
  return { name, unit: "ns", value: Math.round(nanoseconds), ratio: round(ratio), hold };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Time per byte at 64 KB over time per byte at 2 KB: 1 is linear. */
function growthEntry(name: string, make: (size: number) => () => unknown): Entry {
  const small = 2200;
  const large = 62_000;
  const { nanoseconds, ratio } = compare(make(large), make(small));
  return { name, unit: "ns", value: Math.round(nanoseconds), ratio: round(ratio / (large / small)), hold: 1.25 };
}

/** The same of an answer at 1 MB, by the bytes that there are. */
async function largeResultEntry(): Promise<Entry> {
  const make = await sizedSubject(results, compile);
  const large = make(1024 * 1024);
  const small = make(2048);
  const { nanoseconds, ratio } = compare(large.run, small.run);
  const value = Math.round(nanoseconds);
  return { name: "growth-verify-result-1m", unit: "ns", value, ratio: round(ratio / (large.bytes / small.bytes)), hold: 1.25 };
}

/** Bytes allocated by one verification: few enough runs that no collection falls among them. */
function heapPerVerification(): Entry {
  const runs = 100;
  const collect = (globalThis as { gc?: () => void }).gc;
  if (collect === undefined) throw new Error("run the bench with --expose-gc");
  for (let run = 0; run < 2000; run += 1) verify(signed2k);
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let run = 0; run < runs; run += 1) verify(signed2k);
  const used = process.memoryUsage().heapUsed - before;
  return { name: "heap-per-verification", unit: "bytes", value: Math.round(used / runs), ratio: null, hold: null };
}

async function* entries(): AsyncGenerator<Entry> {
  yield ratioEntry(
    "verify-signed-2k",
    1.4,
    () => verify(signed2k),
    () => signedFloor(signed2k.bytes, signed2k.signature),
  );
  yield ratioEntry(
    "verify-signed-2k-vs-crypto",
    1.7,
    () => verify(signed2k),
    () => cryptoFloor(signed2k.payload, signed2k.signature),
  );
  yield ratioEntry(
    "verify-unsigned-2k",
    2,
    () => verify(unsigned2k),
    () => unsignedFloor(unsigned2k.bytes),
  );

  yield ratioEntry("verify-result-2k", 2, await resultSubject(results, compile), () => resultFloor(resultBytes));
  yield await largeResultEntry();
  const called = await callToolCost({ node, compile, results });
  yield { name: "call-tool-2k", unit: "ns", value: Math.round(called.nanoseconds), ratio: round(called.ratio), hold: null };
  yield {
    name: "memory-refused-stream",
    unit: "MB",
    value: round(await refusedStreamPeak({ node, compile, results })),
    ratio: null,
    hold: 8,
  };
  yield { name: "load-contract", unit: "ms", value: round(await contractLoad(compile)), ratio: null, hold: null };

  const parsed20k = JSON.parse(unsigned(20_000).bytes.toString("utf8"));
  yield ratioEntry(
    "canonicalize-20k",
    2,
    () => api.canonicalize(parsed20k),
    () => JSON.stringify(parsed20k),
  );
  yield ratioEntry(
    "canonicalize-20k-vs-npm-canonicalize",
    null,
    () => api.canonicalize(parsed20k),
    () => canonicalizeReference(parsed20k),
  );
  yield ratioEntry(
    "parse-2k",
    null,
    () => api.parseJson(unsigned2k.bytes),
    () => JSON.parse(unsigned2k.bytes.toString("utf8")),
  );

  const listed = records(20_000);
  yield ratioEntry(
    "canonicalize-20k-records",
    null,
    () => api.canonicalize(listed),
    () => JSON.stringify(listed),
  );

  yield growthEntry("growth-parse-64k", (size) => {
    const bytes = Buffer.from(JSON.stringify(records(size)));
    return () => api.parseJson(bytes);
  });
  yield growthEntry("growth-canonicalize-64k", (size) => {
    const value = records(size);
    return () => api.canonicalize(value);
  });
  yield growthEntry("growth-verify-unsigned-64k", (size) => {
    const fixture = unsigned(size);
    return () => verify(fixture);
  });
  yield heapPerVerification();

  yield* liveEntries();
  yield* mcpEntries();

  const folder = mkdtempSync(join(tmpdir(), "countersign-bench-"));
  try {
    const file = (name: string, content: unknown) => {
      const path = join(folder, name);
      writeFileSync(path, Buffer.isBuffer(content) ? content : JSON.stringify(content));
      return path;
    };
    const proposal = file("proposal.json", signed2k.bytes);
    const keys = file("keys.json", keyringFile);
    const common: readonly string[] = [
      "verify",
      proposal,
      "--keys",
      keys,
      "--tool",
      signed2k.tool,
      "--args",
      `@${file("args.json", signed2k.args)}`,
      "--now",
      new Date(now).toISOString(),
    ];
    for (const [name, policyPath, hold] of [
      ["cli-cold-start", file("policy.json", policyFile), 1.5],
      ["cli-cold-start-args", file("policy-args.json", policyFileWithArgs), 2.5],
    ] as const) {
      const { milliseconds, ratio } = coldStart([...common, "--policy", policyPath, "--format", "json"]);
      yield { name, unit: "ms", value: round(milliseconds), ratio: round(ratio), hold };
    }
  } finally {
    rmSync(folder, { recursive: true });
  }

  yield* bridgeEntries();
  yield* sqliteEntries();
  const postgres = process.env.COUNTERSIGN_POSTGRES_URL;
  if (postgres === undefined) console.error("decide-postgres: not run: COUNTERSIGN_POSTGRES_URL is not set (scripts/services)");
  else yield* postgresEntries(postgres);

  yield { name: "portable-size", unit: "KB", value: round((await portableSize()) / 1024), ratio: null, hold: 40 };
}

const asJson = process.argv.includes("--json");
if (!asJson)
  console.log(
    `Node ${process.version}, ${cpus()[0]?.model ?? "unknown processor"}, ${cpus().length} cores; key ${key.raw.toString("hex").slice(0, 8)}\n`,
  );
for await (const entry of entries()) {
  const { hold, ...line } = entry;
  if (asJson) {
    console.log(JSON.stringify(line));
    continue;
  }
  const measured = entry.ratio ?? entry.value;
  const verdict = hold === null ? "" : measured <= hold ? `holds (<= ${hold})` : `MISSES ${hold}`;
  console.log(
    `${entry.name.padEnd(38)} ${String(entry.value).padStart(10)} ${entry.unit.padEnd(5)} ${entry.ratio === null ? "".padStart(7) : `${entry.ratio.toFixed(2)}x`.padStart(7)}  ${verdict}`,
  );
}
