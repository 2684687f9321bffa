import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { usageBlocks } from "../../scripts/readme/usage-blocks.js";
import { signerFromPem } from "../../src/node/sign.js";
import { approve, attachApprovals } from "../../src/sign/approve.js";
import { useCli } from "./cli-process.js";

const cli = useCli();
const at = (name: string) => join(cli.folder(), name);

describe("init", () => {
  beforeAll(() => {
    expect(cli.run(["init", "gate"])).toMatchObject({ exit: 0, stderr: "" });
  });
  const inGate = (...args: string[]) => cli.run(args, { cwd: at("gate") });
  const mode = (path: string) => statSync(at(path)).mode & 0o777;

  it("writes private keys for their owner alone, and prints none", () => {
    expect(mode("gate/keys")).toBe(0o700);
    for (const name of ["finance-1", "finance-2", "requester"]) {
      expect(mode(`gate/keys/${name}.pem`)).toBe(0o600);
      expect(readFileSync(at(`gate/keys/${name}.pem`), "utf8")).toMatch(/^-----BEGIN PRIVATE KEY-----\n/);
    }
    expect(readFileSync(at("gate/keys/.gitignore"), "utf8")).toBe("*\n!.gitignore\n");
    expect(cli.run(["init", "silent"]).stdout).not.toContain("PRIVATE");
  });

  it("has a README whose commands run as they stand, and do what it says", () => {
    const blocks = usageBlocks(readFileSync(at("gate/README.md"), "utf8"));
    expect(blocks.length).toBeGreaterThanOrEqual(4);
    const npx = `npx() { shift; "${process.execPath}" "${cli.script()}" "$@"; }\n`;
    const outputs = blocks.map(({ script }) => {
      const run = spawnSync("bash", ["--norc", "-euc", npx + script], {
        cwd: at("gate"),
        encoding: "utf8",
        env: { PATH: process.env.PATH ?? "", TERM: "dumb" },
      });
      expect(run.status, run.stderr + run.stdout).toBe(0);
      return run.stdout;
    });
    const [look, refused, allowed] = outputs as [string, string, string];
    expect(look).toContain("5 of 5 passed\n");
    expect(refused).toMatch(/^BLOCK PIC_EVIDENCE_REQUIRED\n/);
    expect(refused).toMatch(/exit 4\n$/);
    expect(allowed).toMatch(/^ALLOW PIC_OK\n/);
  });

  it("lets the other approver sign what was written down for it", async () => {
    const request = readFileSync(at("gate/example/request.json"), "utf8");
    const signer = signerFromPem(readFileSync(at("gate/keys/finance-2.pem"), "utf8"), { keyId: "finance-2" });
    // As `approve` does, which needs a terminal.
    const entry = await approve(request, signer, { vouchesFor: ["approval-1"] });
    writeFileSync(at("gate/example/second.json"), JSON.stringify(attachApprovals(JSON.parse(request).proposal, [entry])));
    const readme = readFileSync(at("gate/README.md"), "utf8");
    const verify = readme.split("\n").find((line) => line.startsWith("npx countersign verify example/second.json"));
    const npx = `npx() { shift; "${process.execPath}" "${cli.script()}" "$@"; }\n`;
    const run = spawnSync("bash", ["--norc", "-euc", `${npx}${verify}`], {
      cwd: at("gate"),
      encoding: "utf8",
      env: { PATH: process.env.PATH ?? "", TERM: "dumb" },
    });
    expect(run.stdout).toMatch(/^ALLOW PIC_OK\n/);
    expect(readme).toContain("npx countersign approve example/request.json --key keys/finance-2.pem --key-id finance-2 ");
  });

  it("gives files that no check finds fault with", () => {
    expect(inGate("policy", "check", "--policy", "pic_policy.json", "--keys", "pic_keys.json", "--strict")).toMatchObject({ exit: 0 });
    expect(inGate("keys", "check", "--keys", "pic_keys.json", "--private", "keys/finance-1.pem")).toMatchObject({ exit: 0 });
    expect(inGate("policy", "test", "cases", "--policy", "pic_policy.json", "--keys", "pic_keys.json")).toMatchObject({ exit: 0 });
  });

  it("allows its example and no other amount, nor who may not ask", () => {
    const verify = (args: object, principal: string) => {
      writeFileSync(at("gate-args.json"), JSON.stringify(args));
      const files = [
        "--policy",
        "pic_policy.json",
        "--keys",
        "pic_keys.json",
        "--audience",
        "example-gate",
        "--context",
        JSON.stringify({ principal }),
      ];
      return JSON.parse(
        inGate("verify", "example/signed.json", ...files, "--tool", "payments.transfer", "--args", `@${at("gate-args.json")}`, "--json")
          .stdout,
      );
    };
    const args = JSON.parse(readFileSync(at("gate/example/args.json"), "utf8"));
    const expected = JSON.parse(readFileSync(at("gate/example/expected.json"), "utf8"));
    expect(verify(args, "agent-1")).toMatchObject(expected);
    expect(verify({ ...args, amount_minor: 1 }, "agent-1")).toMatchObject({ reason: "binding.args_mismatch" });
    expect(verify(args, "finance-1")).toMatchObject({ reason: "policy.separation", facts: { rule: "asker-does-not-approve" } });
  });

  it("writes over nothing, and leaves nothing behind where it fails", () => {
    const before = readFileSync(at("gate/pic_keys.json"), "utf8");
    expect(cli.run(["init", "gate"])).toMatchObject({ exit: 64, stdout: "" });
    expect(cli.run(["init", "gate"]).stderr).toContain("is not empty");
    expect(readFileSync(at("gate/pic_keys.json"), "utf8")).toBe(before);
    writeFileSync(at("a-file"), "x");
    expect(cli.run(["init", "a-file"])).toMatchObject({ exit: 64, stdout: "" });
    expect(cli.run(["init", "a-file"]).stderr).toContain("is no folder");
    const full = cli.shell('ulimit -f 1; "$NODE" "$CLI" init new/deep/gate');
    expect([full.stdout, existsSync(at("new"))]).toEqual(["", false]);
    expect(full.stderr).toContain("cannot be written (EFBIG)");
    mkdirSync(at("hidden"));
    writeFileSync(at("hidden/.env"), "x");
    expect(cli.run(["init", "hidden"])).toMatchObject({ exit: 64, stdout: "" });
    expect(readdirSync(at("hidden"))).toEqual([".env"]);
    mkdirSync(at("empty"));
    expect(cli.run(["init"], { cwd: at("empty") })).toMatchObject({ exit: 0 });
    mkdirSync(at("locked"));
    chmodSync(at("locked"), 0o500);
    if (process.getuid?.() !== 0) expect(cli.run(["init", "locked"])).toMatchObject({ exit: 64, stdout: "" });
  });

  it("drafts from a tool list, tells what it denied, and refuses what is none", () => {
    const tools = [
      { name: "files.read", inputSchema: { type: "object", properties: {} }, annotations: { readOnlyHint: true } },
      { name: "files.delete" },
    ];
    const run = cli.run(["init", "drafted", "--from", cli.file("tools.json", { tools })]);
    expect(run.exit).toBe(0);
    expect(run.stderr).toContain("files.delete is denied (not-reviewed)");
    const policy = JSON.parse(readFileSync(at("drafted/pic_policy.json"), "utf8"));
    expect(Object.keys(policy.tools)).toEqual(["payments.transfer", "files.read", "files.delete"]);
    expect(cli.run(["init", "piped", "--from", "-"], { stdin: JSON.stringify(tools) })).toMatchObject({ exit: 0 });
    for (const [name, content] of [
      ["none.json", { a: 1 }],
      ["half.json", '{"tools":'],
    ] as const) {
      expect(cli.run(["init", "refused", "--from", cli.file(name, content)])).toMatchObject({ exit: 1, stdout: "" });
      expect(existsSync(at("refused"))).toBe(false);
    }
    expect(cli.run(["init", "refused", "--from", at("nowhere.json")])).toMatchObject({ exit: 1, stdout: "" });
  });
});
