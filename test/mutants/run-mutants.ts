import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { rolldown } from "rolldown";
import { vectorSources } from "../vectors/vector-sources.js";
import type { Mutant } from "./mutant.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const CACHE = join(ROOT, "node_modules/.cache");
/** A mutant that turns a loop endless is killed by this. */
const DEADLINE_MS = 60_000;

export interface MutantResult {
  readonly name: string;
  /** What killed it; null where it survived. */
  readonly killedBy: string | null;
}

/** Why the list cannot be run as it stands: a text that is not there exactly once, a name used twice. */
export function staleMutants(mutants: readonly Mutant[]): readonly string[] {
  const names = new Set<string>();
  return mutants.flatMap(({ name, file, find, replace }) => {
    const faults: string[] = [];
    if (names.has(name)) faults.push(`${name}: the name is used twice`);
    names.add(name);
    const path = join(ROOT, file);
    const count = existsSync(path) ? readFileSync(path, "utf8").split(find).length - 1 : 0;
    if (count !== 1) faults.push(`${name}: its text occurs ${count} times in ${file}`);
    if (find === replace) faults.push(`${name}: changes nothing`);
    return faults;
  });
}

/**
 * Runs the vectors, and nothing else, against the sources with one line changed, mutant by mutant. `null` among the mutants is
 * the sources as they are.
 */
export async function runMutants(mutants: readonly (Mutant | null)[], lanes = 2): Promise<readonly MutantResult[]> {
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, "mutants-"));
  const sources = vectorSources();
  const results: MutantResult[] = [];
  const queue = [...mutants.entries()];
  async function lane(): Promise<void> {
    let runner: Runner | undefined;
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [at, mutant] = next;
      const file = join(folder, `${at}.mjs`);
      writeFileSync(file, await bundle(mutant));
      runner ??= startRunner(sources);
      const killedBy = await runner.run(pathToFileURL(file).href);
      if (killedBy === TOO_LONG) runner = undefined;
      results[at] = { name: mutant?.name ?? "the sources as they are", killedBy };
    }
    await runner?.stop();
  }
  try {
    await Promise.all(Array.from({ length: lanes }, lane));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return results;
}

/** The harness and the sources in one module, with one text changed. */
async function bundle(mutant: Mutant | null): Promise<string> {
  const mutated = mutant === null ? null : join(ROOT, mutant.file);
  const build = await rolldown({
    input: join(ROOT, "test/mutants/harness.ts"),
    platform: "node",
    resolve: { conditionNames: ["source", "node", "import"] },
    // Dependencies stay outside, so that a thread loads them once.
    external: (id) => !id.startsWith(".") && !id.startsWith("/") && id !== "#crypto",
    plugins: [
      {
        name: "mutant",
        transform: (code: string, id: string) => (mutant !== null && id === mutated ? code.replace(mutant.find, () => mutant.replace) : null),
      },
    ],
  });
  try {
    const { output } = await build.generate({ format: "esm", codeSplitting: false });
    return output[0].code;
  } finally {
    await build.close();
  }
}

const TOO_LONG = "no answer in time";

interface Runner {
  run(url: string): Promise<string | null>;
  stop(): Promise<unknown>;
}

function startRunner(sources: ReturnType<typeof vectorSources>): Runner {
  const worker = new Worker(new URL("./worker.js", import.meta.url), { workerData: sources });
  return {
    run: (url) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => worker.terminate().then(() => settle(() => resolve(TOO_LONG))), DEADLINE_MS);
        const settle = (end: () => void): void => {
          clearTimeout(timer);
          worker.removeAllListeners();
          end();
        };
        worker.once("message", (answer: string | null) => settle(() => resolve(answer)));
        worker.once("error", (error) => settle(() => reject(error)));
        worker.postMessage(url);
      }),
    stop: () => worker.terminate(),
  };
}
