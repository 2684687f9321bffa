import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Share } from "./child.js";
import { digest, type SharedStore, type Use } from "./store.js";

const CHILD = fileURLToPath(new URL("./child.ts", import.meta.url));
const PROCESSES = 5;
const SUBMISSIONS = 50;
/** Every so many rounds the 50 are 50 actions under one limit that some of them fit. */
const BUDGET_EVERY = 5;
const FITTING = 7;
const PATIENCE_MS = 120_000;

type Answer = (shares: readonly (readonly Use[])[]) => Promise<readonly string[]>;

/** Outcomes of 50 submissions at once, spread over processes. */
export async function withProcesses(store: SharedStore, work: (answer: Answer) => Promise<void>): Promise<void> {
  const children: ChildProcess[] = [];
  try {
    for (let at = 0; at < PROCESSES; at += 1) children.push(fork(CHILD, ["race", JSON.stringify(store)], { execArgv: process.execArgv }));
    // All start at once, on a store that is not there yet.
    await Promise.all(children.map((child) => reply(child)));
    await work(async (shares) => {
      const replies = children.map((child) => reply(child));
      for (const [at, child] of children.entries()) child.send({ uses: shares[at] ?? [] } satisfies Share);
      return (await Promise.all(replies)).flat();
    });
  } finally {
    for (const child of children) child.kill("SIGKILL");
  }
}

async function reply(child: ChildProcess): Promise<string[]> {
  const over = new AbortController();
  const ended = once(child, "exit", { signal: over.signal }).then(
    ([code, signal]) => {
      throw new Error(`a process of the race ended (${code ?? signal})`);
    },
    () => [] as string[],
  );
  try {
    const message = once(child, "message", { signal: AbortSignal.any([over.signal, AbortSignal.timeout(PATIENCE_MS)]) });
    return await Promise.race([message.then(([answer]) => answer as string[]), ended]);
  } finally {
    over.abort();
  }
}

/** One round: what went wrong, or null. */
export async function raceRound(run: string, round: number, answer: Answer): Promise<string | null> {
  const name = `${run}-${round}`;
  const limited = round % BUDGET_EVERY === BUDGET_EVERY - 1;
  const use = (at: number): Use =>
    limited
      ? { attestation: `${name}-${at}`, budgets: [{ rule: "r", key: digest(name), amount: 1, max: FITTING, windowSeconds: 3600 }] }
      : { attestation: name, nonce: name };
  const shares = Array.from({ length: PROCESSES }, (_, process) =>
    Array.from({ length: SUBMISSIONS / PROCESSES }, (_, at) => use(process * (SUBMISSIONS / PROCESSES) + at)),
  );
  const outcomes = await answer(shares);
  const expected = limited ? { consumed: FITTING, over_budget: SUBMISSIONS - FITTING } : { consumed: 1, already_used: SUBMISSIONS - 1 };
  const counted: Record<string, number> = {};
  for (const outcome of outcomes) counted[outcome] = (counted[outcome] ?? 0) + 1;
  const good = Object.entries(expected).every(([outcome, count]) => counted[outcome] === count) && outcomes.length === SUBMISSIONS;
  return good ? null : `round ${round}: ${JSON.stringify(counted)} where ${JSON.stringify(expected)} was due`;
}
