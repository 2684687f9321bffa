import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { quantile } from "./measure.js";

const cli = fileURLToPath(new URL("../dist/cli.cjs", import.meta.url));
const RUNS = 31;
/** Share of the runs that are as fast as the one quoted: what a neighbour takes is only ever added. */
const FAST = 0.25;

/** The CLI as a whole process against `node -e 0`, in turn. */
export function coldStart(args: readonly string[]): { milliseconds: number; ratio: number } {
  const first = spawnSync(process.execPath, [cli, ...args], { encoding: "utf8" });
  if (first.status !== 0) throw new Error(`the bench measures an allow; exit ${first.status}: ${first.stdout}${first.stderr}`);
  const ours: number[] = [];
  const bare: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    ours.push(milliseconds([cli, ...args]));
    bare.push(milliseconds(["-e", "0"]));
  }
  return { milliseconds: quantile(ours, FAST), ratio: quantile(ours, FAST) / quantile(bare, FAST) };
}

function milliseconds(args: readonly string[]): number {
  const start = process.hrtime.bigint();
  spawnSync(process.execPath, args, { stdio: "ignore" });
  return Number(process.hrtime.bigint() - start) / 1e6;
}
