import { type ChildProcess, execFileSync, fork } from "node:child_process";
import { Agent, request } from "node:http";
import { fileURLToPath } from "node:url";
import { unsigned } from "./fixtures.js";
import { quantile } from "./measure.js";

interface BridgeEntry {
  readonly name: string;
  readonly unit: "us" | "/s" | "KB";
  readonly value: number;
  readonly ratio: number | null;
  readonly hold: number | null;
}

const AT_ONCE = 8;
const WARM = 12_000;
const ROUND = 500;
const ROUNDS = 21;
const GROWTH_CALLS = Number(process.env.COUNTERSIGN_BENCH_CALLS ?? 100_000);
/** Kept over so many calls is no growth: caches that fill once, and the noise of a heap. */
const GROWTH_KB = 2048;
/** The bridge answers at least 60 % as often as a constant is answered. */
const HOLD = 1 / 0.6;

/**
 * The bridge against the same framework that answers a constant: two processes on loopback, in turn, the same unsigned call of 2.2 KB. What is
 * compared is the servers' own processor time for a request, since on a shared machine wall time measures the neighbours and the client.
 */
export async function* bridgeEntries(): AsyncGenerator<BridgeEntry> {
  const release = stayOnOneCore();
  const servers = await Promise.all([start("bridge"), start("constant")]);
  const [bridge, constant] = servers;
  try {
    for (const server of servers) await ask(server, WARM, []);
    const ours: number[] = [];
    const theirs: number[] = [];
    const times: number[] = [];
    const theirTimes: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(await cpuPerCall(bridge, times));
      theirs.push(await cpuPerCall(constant, theirTimes));
    }
    const mine = quantile(ours, 0.5);
    // Of each round's pair: what a machine does for seconds meets both.
    const ratios = ours.map((each, round) => each / (theirs[round] as number));
    const ratio = quantile(ratios, 0.5);
    yield { name: "bridge-verify-unsigned-2k", unit: "us", value: Math.round(mine), ratio: round2(ratio), hold: HOLD };
    yield { name: "bridge-requests", unit: "/s", value: Math.round(1_000_000 / mine), ratio: round2(1 / ratio), hold: null };
    for (const [name, share] of [
      ["bridge-latency-p50", 0.5],
      ["bridge-latency-p99", 0.99],
    ] as const) {
      const took = quantile(times, share);
      yield { name, unit: "us", value: Math.round(took), ratio: round2(took / quantile(theirTimes, share)), hold: null };
    }
    const before = (await usage(bridge, "heap")).heap;
    await ask(bridge, GROWTH_CALLS, []);
    const kept = Math.max(0, Math.round(((await usage(bridge, "heap")).heap - before) / 1024));
    yield { name: "bridge-growth", unit: "KB", value: kept, ratio: null, hold: GROWTH_KB };
  } finally {
    for (const { child, agent } of servers) {
      agent.destroy();
      child.kill();
    }
    release();
  }
}

/**
 * Servers and caller share one core where the system can say so (`taskset`): otherwise one waking another on its core costs a virtual
 * machine as much as half an answer, and the faster server is woken less often.
 */
function stayOnOneCore(): () => void {
  const taskset = (...args: string[]) => execFileSync("taskset", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  const pid = String(process.pid);
  try {
    const before = taskset("-p", pid).trim().split(" ").at(-1) as string;
    taskset("-acp", "0", pid);
    return () => void taskset("-ap", before, pid);
  } catch {
    return () => {};
  }
}

function round2(value: number): number {
  return Math.round(value * 100) / 100;
}

interface Server {
  readonly child: ChildProcess;
  readonly port: number;
  readonly agent: Agent;
}

async function start(what: "bridge" | "constant"): Promise<Server> {
  const child = fork(fileURLToPath(new URL("bridge-child.ts", import.meta.url)), [what], {
    execArgv: ["--expose-gc", "--import", fileURLToPath(new URL("../scripts/typescript.js", import.meta.url))],
  });
  const { port } = await told<{ readonly port: number }>(child);
  return { child, port, agent: new Agent({ keepAlive: true, maxSockets: AT_ONCE }) };
}

function told<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`the server ended with ${code}`));
    child.once("exit", ended);
    child.once("message", (message) => {
      child.off("exit", ended);
      resolve(message as T);
    });
  });
}

function usage({ child }: Server, what: "cpu" | "heap"): Promise<{ readonly cpu: number; readonly heap: number }> {
  const answer = told<{ readonly cpu: number; readonly heap: number }>(child);
  child.send(what);
  return answer;
}

/** Microseconds of the server's processor. */
async function cpuPerCall(server: Server, times: number[]): Promise<number> {
  const before = (await usage(server, "cpu")).cpu;
  await ask(server, ROUND, times);
  return ((await usage(server, "cpu")).cpu - before) / ROUND;
}

const { bytes, tool, args } = unsigned(2200);
const body = JSON.stringify({ tool_name: tool, tool_args: { ...(args as object), __pic: JSON.parse(bytes.toString("utf8")) } });
const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };

async function ask(server: Server, calls: number, times: number[]): Promise<void> {
  let left = calls;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left > 0) {
        left -= 1;
        const began = process.hrtime.bigint();
        await allowed(server);
        times.push(Number(process.hrtime.bigint() - began) / 1000);
      }
    }),
  );
}

function allowed({ port, agent }: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: "127.0.0.1", port, agent, path: "/verify", method: "POST", headers }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      answer.on("end", () => (JSON.parse(text).allowed === true ? resolve() : reject(new Error(text))));
    });
    asked.on("error", reject).end(body);
  });
}
