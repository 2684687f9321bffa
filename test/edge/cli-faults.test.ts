import { beforeAll, describe, expect, it } from "vitest";
import { KEYRING, NOW, POLICY, READ, signed, unsigned } from "./cli-fixtures.js";
import { useCli } from "./cli-process.js";

const cli = useCli();
let policy: string;
let keys: string;

beforeAll(() => {
  policy = cli.file("policy.json", POLICY);
  keys = cli.file("keys.json", KEYRING);
});

const stdin = JSON.stringify(READ);
const verify = (...flags: string[]) => cli.run(["verify", "-", "--now", NOW, ...flags], { stdin });

describe("a fault is file, place and sentence, each once", () => {
  it("on standard error, in JSON, and in the other formats", () => {
    const file = cli.file("impact.json", { version: 1, tools: { a: { impact: "moneyy" } } });
    const sentence = 'must be one of "read", "write", "external", "compute", "money", "privacy", "irreversible"; did you mean "money"?';
    const run = (format: string) => verify("--policy", file, "--keys", keys, "--format", format);
    expect(run("text").stderr).toBe(`countersign: ${file} /tools/a/impact: ${sentence}\n`);
    expect(JSON.parse(run("json").stdout).error).toEqual({ kind: "configuration", file, place: "/tools/a/impact", message: sentence });
    expect(run("json").stderr).toBe(run("text").stderr);
    expect(run("github").stdout).toContain(`::/tools/a/impact: ${sentence}\n`);
    expect(run("junit").stdout).toContain('message="/tools/a/impact: must be one of');
  });

  it.each([
    [["verify"], "verify: needs FILE|-"],
    [["verify", "-", "--args", "@x"], "--args: needs --tool"],
    [["verify", "-", "--tool", "t", "--args", "x"], "--args: is @FILE or -"],
    [["verify", "-", "--polcy", "x"], '--polcy: is no flag of this command; did you mean "--policy"?'],
    [["verify", "-", "--nothing", "x"], "--nothing: is no flag of this command"],
    [["verify", "-", "--policy"], "--policy: needs a value"],
    [["verify", "-"], "--policy: is needed: give its file, or set PIC_POLICY_PATH"],
    [["nope"], "nope: is no command; `countersign --help` lists them"],
    [["keys", "nope"], "keys: needs one of: generate, add, scope, revoke, list, check; a file is given with --keys FILE"],
    [["keys", "check", "ring.json"], "keys check: takes no operand: give the file with --keys FILE"],
    [["policy", "check", "p.json"], "policy check: takes no operand: give the file with --policy FILE"],
  ])("%j says it once", (args, line) => {
    expect(cli.run(args).stderr).toBe(`countersign: ${line}\n`);
  });

  it("without an empty place", () => {
    const file = cli.file("extra.json", { trusted_keys: {}, comment: 1 });
    expect(verify("--policy", policy, "--keys", file).stderr).toMatch(new RegExp(`^countersign: ${file}: unknown member "comment"`));
  });

  it("by the flag's own name for the evidence root", () => {
    const run = verify("--policy", policy, "--keys", keys, "--evidence-root", "nowhere", "--json");
    expect(run.exit).toBe(6);
    expect(JSON.parse(run.stdout).error).toMatchObject({ file: "nowhere", place: "--evidence-root" });
  });

  it("without a file for what the flag itself holds", () => {
    const flags = ["--policy", policy, "--keys", keys];
    const run = verify(...flags, "--context", "{", "--json");
    expect(run.exit).toBe(1);
    expect(JSON.parse(run.stdout).error).toMatchObject({ file: null, place: "--context" });
    expect(run.stderr).toMatch(/^countersign: --context: is not one JSON value/);
    for (const value of ["ctx.json", "@", "1", "[]"]) {
      expect(verify(...flags, "--context", value)).toMatchObject({
        exit: 64,
        stderr: "countersign: --context: is @FILE or a JSON object\n",
      });
    }
  });
});

describe("files in each other's place", () => {
  it("are told as that", () => {
    for (const ring of [KEYRING, { k: { public_key: "x" } }]) {
      const run = verify("--policy", cli.file("ring-as-policy.json", ring), "--keys", keys);
      expect(run).toMatchObject({ exit: 6 });
      expect(run.stderr).toContain("this looks like a keyring, not a policy");
    }
    for (const file of [POLICY, { version: 1, tools: {} }, { impact_by_tool: {} }, { require_pic_for_impacts: [] }]) {
      const run = verify("--policy", policy, "--keys", cli.file("policy-as-ring.json", file));
      expect(run).toMatchObject({ exit: 6 });
      expect(run.stderr).toContain("policy-as-ring.json: this looks like a policy, not a keyring");
    }
  });
});

describe("help", () => {
  it("lists the verbs of a group", () => {
    for (const args of [
      ["keys", "--help"],
      ["help", "keys"],
    ]) {
      const run = cli.run(args);
      expect(run).toMatchObject({ exit: 0, stderr: "" });
      for (const verb of ["keys generate", "keys list", "keys check"]) expect(run.stdout).toContain(`  ${verb}  `);
      expect(run.stdout).toContain("Without a verb it is `keys list`.");
    }
    for (const group of ["policy", "conformance"]) expect(cli.run([group, "-h"])).toMatchObject({ exit: 0, stderr: "" });
  });

  it("gives the page of a command, and of the program", () => {
    expect(cli.run(["help", "keys", "generate"]).stdout).toBe(cli.run(["keys", "generate", "--help"]).stdout);
    expect(cli.run(["help"])).toEqual(cli.run(["--help"]));
    expect(cli.run(["help", "nope"])).toMatchObject({ exit: 64, stdout: "" });
  });

  it("marks the flags that must be given", () => {
    expect(cli.run(["attest", "--help"]).stdout).toMatch(/--private-key FILE +\(required\) /);
    expect(cli.run(["verify", "--help"]).stdout).not.toContain("(required)");
  });
});

describe("evidence-verify needs what it looks at", () => {
  const hash = { ...unsigned(), evidence: [{ id: "inv-204", type: "hash", ref: "file://a.txt", sha256: "0".repeat(64) }] };
  const check = (proposal: unknown, ...flags: string[]) =>
    cli.run(["evidence-verify", "-", "--now", NOW, ...flags], { stdin: JSON.stringify(proposal) });

  it("no policy, and a keyring for signatures alone", () => {
    expect(check(signed(), "--keys", keys)).toMatchObject({ exit: 0, stderr: "" });
    expect(check(signed(), "--keys", keys).stdout).toContain("policy none given\n");
    expect(check(signed())).toMatchObject({ exit: 6, stdout: "" });
    expect(check(signed()).stderr).toMatch(/^countersign: --keys: is needed/);
    cli.file("root/a.txt", "evidence");
    const good = {
      ...hash,
      evidence: [{ ...hash.evidence[0], sha256: "ee8250fb76e094b34b471f13a73dbbe51d1ae142e9df59d7c0d31ec20f0a0a8e" }],
    };
    expect(check(hash, "--evidence-root", "root").exit).toBe(4);
    expect(check(good, "--evidence-root", "root").exit).toBe(0);
    expect(JSON.parse(check(hash, "--evidence-root", "root", "--json").stdout).files).toMatchObject({ policy: null, keys: null });
    expect(check("x")).toMatchObject({ exit: 1 });
    expect(check(unsigned())).toMatchObject({ exit: 4 });
  });

  it("a folder for hash evidence, or it says that there is none", () => {
    expect(check(hash).stdout).toContain("evidence root none given: --evidence-root DIR");
    expect(check(hash, "--evidence-root", ".").stdout).not.toContain("none given: --evidence-root");
    const run = cli.run(["verify", "-", "--policy", policy, "--keys", keys, "--unbound"], { stdin: JSON.stringify(hash) });
    expect(run.stdout).toContain("evidence root none given: --evidence-root DIR");
  });
});

describe("explain shows an attestation's terms", () => {
  it("window, audience and nonce, escaped", () => {
    const proposal = signed();
    const [entry] = proposal.evidence;
    const show = (payload: string) =>
      cli.run(["explain", "-", "--policy", policy, "--keys", keys, "--now", NOW], {
        stdin: JSON.stringify({ ...proposal, evidence: [{ ...entry, payload }] }),
      }).stdout;
    const payload = (entry as { payload: string }).payload;
    expect(show(payload)).toContain("attestation from 2026-10-01T11:55:00Z until 2026-10-01T12:30:00Z; no audience; without a nonce\n");
    const bent = { ...JSON.parse(payload), issued_at: "\u001b[2J", expires_at: 7, audience: "bill\u202eing", x_nonce: "n" };
    expect(show(JSON.stringify(bent))).toContain('attestation from \\u{1b}[2J until no time; audience "bill\\u{202e}ing"; with a nonce\n');
    expect(show("approved by phone")).not.toContain("attestation from");
  });
});

describe("text output", () => {
  it("says of the proposal's impact what is known", () => {
    const run = cli.run(["verify", "-", "--policy", policy, "--keys", keys, "--tool", "docs.search"], { stdin: "{}" });
    expect(run.stdout).not.toContain("unknown by");
    const unnamed = cli.run(["verify", "-", "--policy", policy, "--keys", keys], {
      stdin: JSON.stringify(unsigned({ impact: "read", action: { tool: "shell.run", args: {} } })),
    });
    expect(unnamed.stdout).toContain("impact not named by the policy, read by the proposal\n");
  });

  it("conformance run names what it did not find", () => {
    const absent = cli.run(["conformance", "run", "--manifest", "nowhere.json"]);
    expect(absent.exit).toBe(2);
    expect(absent.stderr).toMatch(/^countersign: the manifest cannot be read: [^\n]*nowhere\.json; --manifest FILE names another\n$/);
    const vector = { id: "v", mode: "core", file: "v.json", expected: "block", expected_error_code: "PIC_SCHEMA_INVALID" };
    const manifest = cli.file("m/manifest.json", { version: "t", vectors: [vector] });
    const run = (...flags: string[]) => cli.run(["conformance", "run", "--manifest", manifest, ...flags]);
    expect(run("--filter-id", "v", "--filter-id", "w\u202e").stderr).toBe(
      'countersign: no vector of the manifest has the id "w\\u{202e}"\n',
    );
    expect(run("--filter-mode", "cor").stderr).toBe('countersign: no vector of the manifest has the mode "cor"\n');
  });
});
