// Seeded fuzzing of the verifier on both engines.
//
//   npm run fuzz -- --seconds 120 --seed 7      as many cases as fit the time, the same ones for the same seed
//   npm run fuzz -- --seed 7 --case 41          one case again, with all that went in and came out
//   npm run soak                                an hour, with a seed from the clock, after the races over the ledgers
//
// The portable engine runs in a process of its own (`--conditions=countersign-portable`) over the same cases; the two must
// give equal answers.
import { fork } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { fuzzCase } from "./fuzz/cases.js";
import { type Judged, judge, report } from "./fuzz/judge.js";
import { prepareCase } from "./fuzz/subject.js";

const CHUNK = 100;
const MOST_REPORTS = 5;
const MOST_MEMORY = 512 * 1024 * 1024;

interface Chunk {
  readonly seed: number;
  readonly from: number;
}

interface Found {
  readonly judged: Judged;
  readonly digest: string;
}

async function runCase(seed: number, index: number): Promise<Found> {
  const one = fuzzCase(seed, index);
  let judged: Judged;
  try {
    const verify = await prepareCase(one);
    judged = judge(one, verify);
  } catch (error) {
    judged = { faults: [`loading throws ${error instanceof Error ? error.stack : String(error)}`], text: "" };
  }
  return { judged, digest: createHash("sha256").update(judged.text).digest("hex") };
}

async function runChunk({ seed, from }: Chunk): Promise<readonly Found[]> {
  const found: Found[] = [];
  for (let index = from; index < from + CHUNK; index += 1) found.push(await runCase(seed, index));
  return found;
}

/** The second process: answers each chunk with digests. */
function serve(): void {
  process.on("message", async (chunk: Chunk) => {
    const found = await runChunk(chunk);
    process.send?.(found.map(({ digest }) => digest));
  });
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { seconds: { type: "string" }, seed: { type: "string" }, case: { type: "string" } } });
  const seed = Number(values.seed ?? Date.now() % 2 ** 32);
  const seconds = Number(values.seconds ?? 60);
  if (!Number.isSafeInteger(seed) || !(seconds > 0)) {
    console.error("usage: fuzz [--seconds N] [--seed N] [--case N]");
    return 64;
  }
  if (values.case !== undefined) {
    const index = Number(values.case);
    const { judged } = await runCase(seed, index);
    console.log(report(seed, fuzzCase(seed, index), judged));
    return judged.faults.length > 0 ? 1 : 0;
  }
  console.log(`fuzz: seed ${seed}, ${seconds} s`);
  const portable = fork(fileURLToPath(import.meta.url), ["--serve"], {
    execArgv: [...process.execArgv, "--conditions=countersign-portable"],
  });
  const end = performance.now() + seconds * 1000;
  let cases = 0;
  let failed = 0;
  const kinds = new Map<string, number>();
  try {
    while (performance.now() < end && failed < MOST_REPORTS) {
      portable.send({ seed, from: cases } satisfies Chunk);
      const theirs = once(portable, "message", { signal: AbortSignal.timeout(CHUNK * 2000) });
      const ours = await runChunk({ seed, from: cases });
      const digests = (await theirs)[0] as readonly string[];
      for (const [at, { judged, digest }] of ours.entries()) {
        const one = fuzzCase(seed, cases + at);
        const faults = digests[at] === digest ? judged.faults : [...judged.faults, "differs on the portable engine"];
        const verdict = /^\{"decision":\{"verdict":"(\w+)"/.exec(judged.text)?.[1] ?? "refused";
        kinds.set(`${one.kind}: ${verdict}`, (kinds.get(`${one.kind}: ${verdict}`) ?? 0) + 1);
        if (faults.length > 0) {
          failed += 1;
          console.error(report(seed, one, { faults, text: judged.text }));
        }
      }
      cases += CHUNK;
      if (process.memoryUsage.rss() > MOST_MEMORY) {
        failed += 1;
        console.error(`memory grew to ${process.memoryUsage.rss()} bytes after ${cases} cases`);
      }
    }
  } finally {
    portable.kill();
  }
  for (const kind of [...kinds.keys()].sort()) console.log(`  ${kind}: ${kinds.get(kind)}`);
  console.log(`fuzz: ${cases} cases on two engines, ${failed} failed (seed ${seed})`);
  return failed > 0 ? 1 : 0;
}

if (process.argv.includes("--serve")) serve();
else process.exitCode = await main();
