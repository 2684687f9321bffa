import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { openStore, outcomeOf, type SharedStore } from "./store.js";

const CHILD = fileURLToPath(new URL("./child.ts", import.meta.url));
const LONGEST_MS = 120;
const START_MS = 60_000;

export interface KillRound {
  /** Uses that were told before the kill. */
  readonly told: number;
  /** What went wrong, or null. */
  readonly fault: string | null;
}

/**
 * One process uses what it can and is killed at some moment. Opened again, the store must know every use that was told; and of a
 * use that was under way it knows all or nothing.
 */
export async function killRound(store: SharedStore, run: string, round: number): Promise<KillRound> {
  const child = spawn(process.execPath, [...process.execArgv, CHILD, "spend", JSON.stringify(store), `${run}-${round}`], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines: string[] = [];
  let rest = "";
  child.stdout.setEncoding("utf8");
  const closed = once(child, "close");
  const started = new Promise<void>((resolve) => {
    child.stdout.on("data", (text: string) => {
      const parts = (rest + text).split("\n");
      rest = parts.pop() ?? "";
      lines.push(...parts);
      if (lines.length > 0) resolve();
    });
    child.once("close", () => resolve());
  });
  const giveUp = setTimeout(() => child.kill("SIGKILL"), START_MS);
  await started;
  clearTimeout(giveUp);
  await delay(Math.random() * LONGEST_MS);
  child.kill("SIGKILL");
  const [code, signal] = (await closed) as [number | null, NodeJS.Signals | null];
  if (signal !== "SIGKILL") return { told: 0, fault: `round ${round}: the process ended by itself (${code ?? signal})` };
  if (lines[0] !== "ready") return { told: 0, fault: `round ${round}: the process did not start` };
  return judge(store, round, lines);
}

async function judge(store: SharedStore, round: number, lines: readonly string[]): Promise<KillRound> {
  const faults = lines.filter((line) => line.startsWith("fault "));
  const named = (word: string) => lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
  const told = new Set(named("used"));
  const ledger = await openStore(store);
  try {
    for (const name of named("try")) {
      const attestation = await outcomeOf(ledger, { attestation: name });
      const nonce = await outcomeOf(ledger, { nonce: name });
      if (attestation !== nonce) faults.push(`${name}: half of it was kept (${attestation}, ${nonce})`);
      else if (told.has(name) && attestation !== "already_used") faults.push(`${name}: was told, and is ${attestation}`);
    }
  } finally {
    await ledger.close();
  }
  return { told: told.size, fault: faults.length === 0 ? null : `round ${round}: ${faults.slice(0, 3).join("; ")}` };
}
