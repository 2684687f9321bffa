import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { median } from "./measure.js";

const cli = fileURLToPath(new URL("../dist/cli.js", import.meta.url));
const RUNS = 25;

/** The CLI as a whole process against `node -e 0`, in turn. */
export function coldStart(args: readonly string[]): { milliseconds: number; ratio: number } {
  const first = spawnSync(process.execPath, [cli, ...args], { encoding: "utf8" });
  if (first.status !== 0) throw new Error(`the bench measures an allow; exit ${first.status}: ${first.stdout}${first.stderr}`);
  const times: number[] = [];
  const ratios: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const ours = milliseconds([cli, ...args]);
    const bare = milliseconds(["-e", "0"]);
    times.push(ours);
    ratios.push(ours / bare);
  }
  return { milliseconds: median(times), ratio: median(ratios) };
}

function milliseconds(args: readonly string[]): number {
  const start = process.hrtime.bigint();
  spawnSync(process.execPath, args, { stdio: "ignore" });
  return Number(process.hrtime.bigint() - start) / 1e6;
}
