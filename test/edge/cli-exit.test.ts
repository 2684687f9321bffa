import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { ALICE, ARGS, KEYRING, MALLORY, NOW, POLICY, READ, signed, unsigned } from "./cli-fixtures.js";
import { useCli } from "./cli-process.js";

const cli = useCli();
let config: string[];
let live: string[];

beforeAll(() => {
  config = ["--policy", cli.file("policy.json", POLICY), "--keys", cli.file("keys.json", KEYRING), "--now", NOW];
  live = [...config, "--tool", "payments.transfer", "--args", `@${cli.file("args.json", ARGS)}`];
});

const verify = (proposal: unknown, flags: readonly string[]) =>
  cli.run(["verify", "-", ...flags], {
    stdin: proposal instanceof Uint8Array || typeof proposal === "string" ? proposal : JSON.stringify(proposal),
  });

describe("exit codes of verify", () => {
  it("0: a bound, signed payment, and a read that needs no evidence", () => {
    expect(verify(signed(), live)).toMatchObject({ exit: 0, stderr: "" });
    expect(verify(signed(), live).stdout).toMatch(/^ALLOW PIC_OK\n/);
    expect(verify(READ, config).exit).toBe(0);
  });

  it("1: what is not one JSON object", () => {
    for (const bytes of ["", "not json", "[]", '{"a":1,"a":2}', Buffer.from([0xff])]) {
      expect(verify(bytes, live)).toMatchObject({ exit: 1 });
    }
  });

  it("2: another shape", () => {
    expect(verify({ ...signed(), extra: 1 }, live).exit).toBe(2);
  });

  it("3: another tool, other arguments, a repeated id, no trusted chain", () => {
    expect(verify(signed(), [...config, "--tool", "docs.search", "--unbound"]).exit).toBe(3);
    const other = `@${cli.file("other.json", { ...ARGS, amount_minor: 1 })}`;
    expect(verify(signed(), [...config, "--tool", "payments.transfer", "--args", other]).exit).toBe(3);
    const twice = [
      { id: "inv-204", trust: "untrusted" },
      { id: "inv-204", trust: "untrusted" },
    ];
    expect(verify(unsigned({ provenance: twice }), live).exit).toBe(3);
    expect(verify(signed({ claims: [{ text: "x", evidence: [] }] }), live).exit).toBe(3);
  });

  it("4: no evidence, and evidence that does not hold", () => {
    expect(verify(unsigned(), live).exit).toBe(4);
    expect(verify(signed({}, MALLORY), live).exit).toBe(4);
  });

  it("5: a tool the policy does not name, an understated impact", () => {
    expect(verify(unsigned({ impact: "read", action: { tool: "shell.run", args: {} } }), config).exit).toBe(5);
    expect(verify(signed({ impact: "read" }), live).exit).toBe(5);
  });

  it("7: more than the limit, whether it is read or only begun", () => {
    const big = cli.file("big.json", `"${"x".repeat(50_000_000)}"`);
    expect(cli.run(["verify", big, ...live]).exit).toBe(7);
    expect(verify("[".repeat(60_000), live).exit).toBe(7);
    expect(verify("[".repeat(100_000), live).exit).toBe(7);
  });
});

describe("inputs that are no file", () => {
  it("refuses a folder, a FIFO, a device and what is not there, at once", () => {
    const fifo = join(cli.folder(), "fifo");
    execFileSync("mkfifo", [fifo]);
    for (const path of [cli.folder(), fifo, "/dev/zero", "/dev/null", join(cli.folder(), "absent.json"), "\u202enosj"]) {
      const run = cli.run(["verify", path, ...live]);
      expect(run).toMatchObject({ exit: 1, stdout: "" });
      expect(run.stderr).toMatch(/^countersign: [\x20-\x7e]+\n$/);
    }
  });

  it("does the same for the live arguments", () => {
    const fifo = join(cli.folder(), "fifo-args");
    execFileSync("mkfifo", [fifo]);
    for (const path of [cli.folder(), fifo, "/dev/zero", cli.file("bad-args.json", '{"a":1,"a":1}')]) {
      expect(verify(signed(), [...config, "--tool", "payments.transfer", "--args", `@${path}`]).exit).toBe(1);
    }
  });
});

describe("binding is stated", () => {
  it("a high impact without the live arguments is a usage error unless --unbound is said", () => {
    expect(verify(signed(), config)).toMatchObject({ exit: 64, stdout: "" });
    expect(verify(signed(), [...config, "--tool", "payments.transfer"])).toMatchObject({ exit: 64, stdout: "" });
    expect(verify(signed(), [...config, "--unbound"]).exit).toBe(0);
    expect(verify(signed(), [...config, "--tool", "payments.transfer", "--unbound"]).exit).toBe(0);
  });

  it("the operator's impact counts as the proposal's does", () => {
    expect(verify(signed({ impact: "read" }), config).exit).toBe(64);
    expect(verify(unsigned({ action: { tool: "docs.search", args: {} } }), config).exit).toBe(64);
  });

  it("--unbound is fine at a low impact and contradicts --args", () => {
    expect(verify(READ, [...config, "--unbound"]).exit).toBe(0);
    expect(verify(signed(), [...live, "--unbound"]).exit).toBe(64);
  });

  it("says what was compared", () => {
    const bindings = [live, [...config, "--unbound", "--tool", "payments.transfer"], [...config, "--unbound"]].map(
      (flags) => JSON.parse(verify(signed(), [...flags, "--format", "json"]).stdout).binding,
    );
    expect(bindings).toEqual(["full", "tool", "none"]);
  });
});

describe("usage errors", () => {
  it.each([
    [[]],
    [["nope"]],
    [["keys", "nope"]],
    [["conformance"]],
    [["verify"]],
    [["verify", "a", "b"]],
    [["verify", ""]],
    [["verify", "-", "--polcy", "x"]],
    [["verify", "-", "-p"]],
    [["verify", "-", "--policy"]],
    [["verify", "-", "--policy="]],
    [["verify", "-", "--policy", "--keys", "x"]],
    [["verify", "-", "--policy", "a", "--policy", "b"]],
    [["verify", "-", "--unbound=yes"]],
    [["verify", "-", "--unbound", "--unbound"]],
    [["verify", "-", "--profile", "loose"]],
    [["verify", "-", "--format", "yaml"]],
    [["verify", "-", "--now", "2026-02-30T00:00:00Z"]],
    [["verify", "-", "--args", "@x"]],
    [["verify", "-", "--tool", "t", "--args", "x.json"]],
    [["verify", "-", "--tool", "t", "--args", "-"]],
    [["verify", "-", "--legacy-trust"]],
    [["verify", "-", "--verify-evidence"]],
    [["--version", "now"]],
    [["__proto__"]],
    [["verify", "-", "--__proto__", "x"]],
  ])("%j exits 64 with one line on standard error", (args) => {
    const run = cli.run(args);
    expect(run).toMatchObject({ exit: 64, stdout: "" });
    expect(run.stderr).toMatch(/^countersign: [^\n]+\n$/);
  });

  it("echoes nothing that moves a terminal", () => {
    for (const args of [["\u001b[2J\u202e"], ["verify", "-", "--\u001b[31mx"], ["verify", "\u001b]0;x\u0007"]]) {
      expect(cli.run(args).stderr).toMatch(/^countersign: [\x20-\x7e]+\n$/);
    }
  });

  it("context must be an object", () => {
    expect(verify(READ, [...config, "--context", "[1]"]).exit).toBe(64);
    expect(verify(READ, [...config, "--context", '{"principal":"agent-7"}']).exit).toBe(0);
    expect(verify(READ, [...config, "--context", "{"]).exit).toBe(1);
  });
});

describe("help and version", () => {
  it("prints the version of the package", async () => {
    const { default: manifest } = await import("../../package.json", { with: { type: "json" } });
    expect(cli.run(["--version"])).toEqual({ exit: 0, stdout: `${manifest.version}\n`, stderr: "" });
  });

  it("has a page for every command", () => {
    const commands = [
      "verify",
      "explain",
      "schema",
      "evidence-verify",
      "keys generate",
      "keys add",
      "keys scope",
      "keys revoke",
      "keys list",
      "keys check",
      "attest",
    ];
    for (const name of [...commands, "policy check", "policy show", "conformance run", "demo"]) {
      const run = cli.run([...name.split(" "), "--help"]);
      expect(run).toMatchObject({ exit: 0, stderr: "" });
      expect(run.stdout).toContain(`countersign ${name}`);
    }
    expect(cli.run(["--help"]).stdout).toContain("evidence-verify");
  });
});

describe("a word that asks for help, somewhere on the line", () => {
  it.each(["-h", "--help"])("%s is never a verdict: only alone does it exit 0", (word) => {
    for (const args of [
      ["-", word],
      ["-", "--tool", word],
      ["-", "--audience", word],
      [word, ...config],
      ["-", ...config, word],
    ]) {
      const run = cli.run(["verify", ...args], { stdin: JSON.stringify(READ) });
      expect(run.exit, args.join(" ")).toBe(64);
      expect(run.stdout).toBe("");
    }
    for (const command of ["evidence-verify -", "policy check", "policy explain", "keys check"]) {
      expect(cli.run([...command.split(" "), "--policy", word]).exit, command).toBe(64);
    }
  });
});

describe("operator's files", () => {
  it.each([
    ["absent", "nope.json"],
    ["empty", ""],
    ["cut off", '{"impact_by_tool":'],
    ["no object", "[]"],
    ["an unknown impact", '{"impact_by_tool":{"payments.transfer":"moneyy"}}'],
    ["a duplicate name", '{"impact_by_tool":{},"impact_by_tool":{}}'],
  ])("a policy that is %s exits 6 and names the file", (name, text) => {
    const path = name === "absent" ? join(cli.folder(), text) : cli.file(`broken-${name.replaceAll(" ", "-")}.json`, text);
    const run = verify(READ, ["--policy", path, "--keys", config[3] as string, "--now", NOW]);
    expect(run).toMatchObject({ exit: 6, stdout: "" });
    expect(run.stderr).toContain(path);
  });

  it("a policy or keyring that may not be read, is a folder, a FIFO or a device exits 6", () => {
    const locked = cli.file("locked.json", POLICY);
    chmodSync(locked, 0);
    const fifo = join(cli.folder(), "fifo-policy");
    execFileSync("mkfifo", [fifo]);
    // The superuser may read anything.
    const paths = [cli.folder(), fifo, "/dev/zero", ...(process.getuid?.() === 0 ? [] : [locked])];
    for (const path of paths) {
      expect(verify(READ, ["--policy", path, "--keys", config[3] as string]).exit).toBe(6);
      expect(verify(READ, ["--policy", config[1] as string, "--keys", path]).exit).toBe(6);
    }
  });

  it("a policy that names nothing blocks every tool", () => {
    const empty = cli.file("empty-policy.json", {});
    expect(verify(READ, ["--policy", empty, "--keys", config[3] as string, "--now", NOW]).exit).toBe(5);
    expect(cli.run(["policy", "check", "--policy", empty]).exit).toBe(6);
    expect(cli.run(["policy", "show", "--policy", empty]).exit).toBe(6);
  });

  it("none at all, or a variable that is set and empty, exits 6", () => {
    const [, policy = "", , keys = ""] = config;
    expect(verify(READ, ["--keys", keys]).exit).toBe(6);
    expect(verify(READ, ["--policy", policy]).exit).toBe(6);
    const run = (env: Record<string, string>) => cli.run(["verify", "-", "--now", NOW], { stdin: JSON.stringify(READ), env });
    expect(run({ PIC_POLICY_PATH: policy, PIC_KEYS_PATH: keys }).exit).toBe(0);
    for (const [name, env] of Object.entries({ PIC_KEYS_PATH: { PIC_POLICY_PATH: policy }, PIC_POLICY_PATH: { PIC_KEYS_PATH: keys } })) {
      const empty = run({ ...(env as Record<string, string>), [name]: "" });
      expect(empty.exit).toBe(6);
      expect(empty.stderr).toContain(`${name}: is set and empty`);
    }
  });

  it("an explicit keyring is the only one, however empty", () => {
    const cwd = join(cli.folder(), "hostile");
    mkdirSync(cwd);
    const evil = { trusted_keys: { "fin-ops": MALLORY.publicKey } };
    cli.file("hostile/pic_keys.json", evil);
    const empty = cli.file("no-keys.json", { trusted_keys: {} });
    const flags = ["--policy", config[1] as string, "--now", NOW, "--unbound", "--format", "json"];
    for (const profile of ["strict", "interop"]) {
      const run = cli.run(["verify", "-", "--keys", empty, "--profile", profile, ...flags], {
        cwd,
        env: { PIC_KEYS_PATH: join(cwd, "pic_keys.json") },
        stdin: JSON.stringify(signed({}, MALLORY)),
      });
      expect(run.exit).toBe(4);
      expect(JSON.parse(run.stdout)).toMatchObject({
        code: "PIC_EVIDENCE_FAILED",
        reason: "trust.key_missing",
        files: { keys: { from: "flag" } },
      });
    }
  });

  it("the working directory counts in interop alone, in the reference's order", () => {
    const cwd = join(cli.folder(), "ambient");
    mkdirSync(cwd);
    cli.file("ambient/pic_keys.json", { trusted_keys: { "fin-ops": ALICE.publicKey } });
    cli.file("ambient/pic_policy.json", POLICY);
    const run = (profile: string) =>
      cli.run(["verify", "-", "--profile", profile, "--now", NOW, "--unbound", "--format", "json"], {
        cwd,
        stdin: JSON.stringify(signed()),
      });
    expect(run("strict").exit).toBe(6);
    expect(run("interop").exit).toBe(0);
    const ambient = () => JSON.parse(run("interop").stdout).files.policy;
    expect(ambient()).toEqual({ path: "pic_policy.json", from: "working directory" });
    cli.file("ambient/pic_policy.local.json", POLICY);
    expect(ambient()).toEqual({ path: "pic_policy.json", from: "working directory" });
    cli.file("ambient/pic_policy.json", "{");
    expect(run("interop")).toMatchObject({ exit: 6 });
    rmSync(join(cwd, "pic_policy.json"));
    expect(ambient()).toEqual({ path: "pic_policy.local.json", from: "working directory" });
  });

  it("no variable turns a check off", () => {
    const proposal = JSON.stringify(unsigned({ provenance: [{ id: "inv-204", trust: "trusted" }] }));
    for (const env of [{ PIC_STRICT_TRUST: "" }, { PIC_STRICT_TRUST: "no" }, { PIC_VERIFY_EVIDENCE: " " }, { PIC_KEYS_PATH: "" }]) {
      const run = cli.run(["verify", "-", ...config, "--unbound", "--format", "json"], { stdin: proposal, env });
      expect(run.exit).toBe(4);
      expect(JSON.parse(run.stdout).code).toBe("PIC_EVIDENCE_REQUIRED");
    }
  });

  it("the reference's flags work in interop", () => {
    const proposal = unsigned({ provenance: [{ id: "inv-204", trust: "trusted" }] });
    const policy = cli.file("lenient.json", { ...POLICY, require_evidence_for_impacts: ["privacy"] });
    const flags = ["--policy", policy, "--keys", config[3] as string, "--profile", "interop", "--unbound", "--json"];
    expect(verify(proposal, [...flags, "--verify-evidence"]).exit).toBe(3);
    expect(verify(proposal, [...flags, "--legacy-trust"]).exit).toBe(0);
  });

  it("an evidence root that is not there exits 6", () => {
    expect(verify(READ, [...config, "--evidence-root", join(cli.folder(), "nowhere")]).exit).toBe(6);
  });
});
