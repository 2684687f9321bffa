import { spawn } from "node:child_process";
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openAuditLog } from "../../../src/node/audit/open-audit-log.js";
import { encodeBase64 } from "../../../src/trust/base64.js";
import { loadKeyring } from "../../../src/trust/load-keyring.js";
import { testKey } from "../../keys/test-only-keys.js";
import { findingsOf, verifyBytes } from "../verify-text.js";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

export interface KillRounds {
  readonly rounds: number;
  /** Records whose appends had settled before a kill. */
  readonly settled: number;
  /** Of those, what the log does not have; empty where it holds. */
  readonly lost: readonly string[];
  /** What is wrong with the log at the end; empty where it holds. */
  readonly findings: readonly string[];
  /** Openings that found a torn tail and recorded it. */
  readonly recovered: number;
}

/**
 * Kills a process that appends to an audit log, with SIGKILL and at points drawn from `seed`, and opens the log again each time. In
 * every second round the tail is torn as a cut write would leave it: a part of a line, since the system mostly takes a write whole.
 */
export async function killAuditRounds(rounds: number, seed: number): Promise<KillRounds> {
  const folder = mkdtempSync(join(tmpdir(), "countersign-kill-"));
  const file = join(folder, "audit.jsonl");
  const draw = randomFrom(seed);
  const settled: string[] = [];
  let torn = 0;
  try {
    for (let round = 0; round < rounds; round += 1) {
      const lines = await runAndKill(file, `r${round}`, round % 4 === 0 ? "os" : "fsync", draw(120));
      settled.push(...lines.filter((line) => line.startsWith("req_")));
      if (round % 2 === 1 && existsSync(file)) torn += tearTail(file, draw);
    }
    const audit = await openAuditLog({ file });
    await audit.close();
    const bytes = readFileSync(file);
    const { publicKey } = testKey("test-receipts");
    const keyring = loadKeyring({ trusted_keys: { notary: { public_key: encodeBase64(publicKey), purpose: "checkpoint" } } });
    const report = verifyBytes(bytes, { keyring });
    const ids = new Set(Array.from(bytes.toString("latin1").matchAll(/"request_id":"([^"]*)"/g), (match) => match[1]));
    const recovered = report.kinds.recovered ?? 0;
    const findings = [...findingsOf(report), ...(recovered < torn ? [`${torn} tails were torn, and ${recovered} recorded`] : [])];
    return { rounds, settled: settled.length, lost: settled.filter((id) => !ids.has(id)), findings, recovered };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The whole lines that the process printed before it was killed, which is after `count` of them. */
function runAndKill(file: string, prefix: string, durability: string, count: number): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const script = ["--import", "./scripts/typescript.js", "test/support/crash/audit-appender.ts", file, prefix, durability];
    const child = spawn(process.execPath, script, { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
    let printed = "";
    let errors = "";
    child.stderr.on("data", (data: Buffer) => {
      errors += data.toString();
    });
    child.stdout.on("data", (data: Buffer) => {
      printed += data.toString();
      if (printed.split("\n").length > count) child.kill("SIGKILL");
    });
    child.once("error", reject);
    child.once("close", (code, signal) => {
      if (signal !== "SIGKILL") reject(new Error(`the appender ended by itself (${code ?? signal}): ${errors}`));
      else resolve(printed.split("\n").slice(0, -1));
    });
  });
}

/** A part of a line after the last whole one, or nothing where the kill has left one already. */
function tearTail(file: string, draw: (below: number) => number): number {
  const bytes = readFileSync(file);
  if (bytes.at(-1) !== 0x0a) return 1;
  const last = bytes.subarray(bytes.lastIndexOf(0x0a, -2) + 1, -1);
  appendFileSync(file, last.subarray(0, 1 + draw(last.length)));
  return 1;
}

/** A small generator of whole numbers, the same for one seed on every run. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
