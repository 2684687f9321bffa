import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { rolldown } from "rolldown";
import { vectorSources } from "../vectors/vector-sources.js";
import type { Mutant } from "./mutant.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const CACHE = join(ROOT, "node_modules/.cache");
/** A mutant that turns a loop endless is killed by this; far more than the vectors take on a machine that does other things too. */
const DEADLINE_MS = 90_000;

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
export async function runMutants(
  mutants: readonly (Mutant | null)[],
  told: (result: MutantResult) => void = () => {},
  lanes = 2,
): Promise<readonly MutantResult[]> {
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
      const killedBy = await runner.run({ url: pathToFileURL(file).href, first: roomOf(mutant) });
      if (killedBy === TOO_LONG) runner = undefined;
      results[at] = { name: mutant?.name ?? "the sources as they are", killedBy };
      told(results[at]);
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

/** The vectors most likely to kill come first: those of the room that the mutant is in. */
function roomOf(mutant: Mutant | null): string {
  const room = mutant?.file.split("/")[1] ?? "";
  return room === "compile" ? "policy" : room === "decision" ? "interop" : room;
}

/** The harness and the sources in one module, with one text changed. */
async function bundle(mutant: Mutant | null): Promise<string> {
  const mutated = mutant === null ? null : join(ROOT, mutant.file);
  const build = await rolldown({
    input: join(ROOT, "test/mutants/harness.ts"),
    platform: "node",
    resolve: { alias: { "#crypto": join(ROOT, "src/node/crypto.ts") } },
    // Dependencies stay outside, so that a thread loads them once.
    external: (id) => !id.startsWith(".") && !isAbsolute(id) && id !== "#crypto",
    plugins: [
      {
        name: "mutant",
        transform: (code: string, id: string) =>
          mutant !== null && id === mutated ? code.replace(mutant.find, () => mutant.replace) : null,
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
  run(work: { readonly url: string; readonly first: string }): Promise<string | null>;
  stop(): Promise<unknown>;
}

function startRunner(sources: ReturnType<typeof vectorSources>): Runner {
  const worker = new Worker(new URL("./worker.js", import.meta.url), { workerData: sources });
  let settle: (killedBy: string | null) => void = () => {};
  let fail: (error: Error) => void = () => {};
  worker.on("message", (answer: string | null) => settle(answer));
  worker.on("error", (error) => fail(error));
  return {
    run: async (work) => {
      let timer: NodeJS.Timeout | undefined;
      const killedBy = await new Promise<string | null>((resolve, reject) => {
        settle = resolve;
        fail = reject;
        timer = setTimeout(() => resolve(TOO_LONG), DEADLINE_MS);
        worker.postMessage(work);
      });
      clearTimeout(timer);
      if (killedBy === TOO_LONG) await worker.terminate();
      return killedBy;
    },
    stop: () => worker.terminate(),
  };
}
