import { execFileSync, spawn } from "node:child_process";
import { describe, expect, it } from "vitest";
import { unsigned } from "./cli-fixtures.js";
import { useCli } from "./cli-process.js";

const cli = useCli();

/** util-linux has it; a machine without says so and tests the dialogue through its port alone. */
const hasScript = (() => {
  try {
    return execFileSync("script", ["--version"], { encoding: "utf8" }).includes("util-linux");
  } catch {
    return false;
  }
})();
if (!hasScript) console.warn("no `script` of util-linux here: the terminal itself is not tested");

/** Runs a command line under a pseudo-terminal and types each answer once its question stands on the screen. */
function atTerminal(args: readonly string[], answers: readonly (readonly [question: string, answer: string])[], ahead = "") {
  return new Promise<{ exit: number | null; screen: string }>((resolve) => {
    const line = [process.execPath, cli.script(), ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
    const child = spawn("script", ["-qefc", line, "/dev/null"], {
      cwd: cli.folder(),
      env: { PATH: process.env.PATH ?? "", TERM: "dumb" },
      timeout: 30_000,
    });
    // Long before the program asks anything.
    child.stdin.write(ahead);
    let screen = "";
    let from = 0;
    const pending = [...answers];
    child.stdout.on("data", (chunk: Buffer) => {
      screen += chunk.toString("utf8");
      const [next] = pending;
      const at = next === undefined ? -1 : screen.indexOf(next[0], from);
      if (next === undefined || at < 0) return;
      from = at + next[0].length;
      pending.shift();
      child.stdin.write(next[1]);
    });
    child.on("close", (exit) => resolve({ exit, screen }));
  });
}

/** Key, proposal and request, made once. */
let made = false;
function prepare(): readonly string[] {
  if (!made) makeFiles();
  made = true;
  return ["approve", "request.json", "--key", "alice.pem", "--key-id", "alice", "--keys", "ring.json", "--policy", "policy.json"];
}

function makeFiles(): void {
  const scope = ["--tool", "payments.transfer", "--impact", "money", "--keyring", "ring.json"];
  cli.file("passphrase", "open sesame\n");
  cli.run(["keys", "generate", "--id", "alice", "--out", "alice.pem", "--passphrase-file", "passphrase", ...scope]);
  const provenance = ["inv-204", "approval-1"].map((id) => ({ id, trust: "untrusted" }));
  cli.file("proposal.json", unsigned({ provenance }));
  cli.file("policy.json", { version: 1, tools: { "payments.transfer": { impact: "money" } } });
  const asked = cli.run([
    "approvals",
    "request",
    "proposal.json",
    "--policy",
    "policy.json",
    "--keys",
    "ring.json",
    "--out",
    "request.json",
  ]);
  expect(asked).toMatchObject({ exit: 0 });
}

describe("approve without a terminal", () => {
  it("exits 64 and signs nothing, whatever comes through the pipe", () => {
    const args = prepare();
    const piped = cli.run([...args, "--passphrase-file", "passphrase"], { stdin: "1\napprove\n" });
    expect(piped).toMatchObject({ exit: 64, stdout: "" });
    expect(piped.stderr).toContain("a person approves at a terminal");
  });
});

describe.skipIf(!hasScript)("approve at a terminal", () => {
  it("shows, asks and signs; what is typed for a passphrase stays unseen", async () => {
    const args = prepare();
    const { exit, screen } = await atTerminal(
      [...args, "--out", "signed.json"],
      [
        ["Passphrase of alice.pem: ", "open sesamf\u007fe\r"],
        ["Enter shows more, anything else denies: ", "\r"],
        ["nothing denies: ", "1\r"],
        ["anything else denies: ", "approve\r"],
      ],
    );
    expect(screen).toContain("  /amount_minor = 48200\r\n");
    expect(screen).not.toContain("sesam");
    expect(screen).toContain("wrote signed.json");
    expect(exit).toBe(0);
    const verify = ["verify", "signed.json", "--unbound", "--policy", "policy.json", "--keys", "ring.json"];
    expect(cli.run(verify).exit).toBe(0);
  });

  it("takes nothing that was typed ahead of its question", async () => {
    const args = prepare();
    const { exit, screen } = await atTerminal(
      [...args, "--passphrase-file", "passphrase"],
      [
        ["Enter shows more, anything else denies: ", "\r"],
        ["nothing denies: ", "1\r"],
        ["anything else denies: ", "approve\r"],
      ],
      "no\rno\rno\rn",
    );
    expect(screen).not.toContain("denied");
    expect(exit).toBe(0);
  });

  it("takes no word that was begun ahead of its question and ended after it", async () => {
    const args = prepare();
    const { exit, screen } = await atTerminal(
      [...args, "--passphrase-file", "passphrase"],
      [
        ["Enter shows more, anything else denies: ", "\r"],
        ["nothing denies: ", "1\rapprove"],
        ["anything else denies: ", "\r"],
      ],
    );
    expect(screen).toContain("denied; nothing was signed");
    expect(exit).toBe(1);
  });

  it("takes a key that no answer holds for a no", async () => {
    const args = prepare();
    const { exit } = await atTerminal(
      [...args, "--passphrase-file", "passphrase"],
      [
        ["Enter shows more, anything else denies: ", "\r"],
        ["nothing denies: ", "1\r"],
        ["anything else denies: ", "approve\u0001\r"],
      ],
    );
    expect(exit).toBe(1);
  });

  it("takes an interrupt at the passphrase for a no", async () => {
    const args = prepare();
    const { exit, screen } = await atTerminal(args, [["Passphrase of alice.pem: ", "\u0003"]]);
    expect(screen).toContain("no passphrase was typed");
    expect(exit).toBe(64);
  });
});
