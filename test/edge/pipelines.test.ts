import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { ARGS, KEYRING, POLICY, signed, unsigned } from "./cli-fixtures.js";
import { useCli } from "./cli-process.js";

const cli = useCli();
const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const read = (path: string) => parse(readFileSync(join(ROOT, "integrations", path), "utf8"));

interface Step {
  readonly name: string;
  readonly if?: string;
  readonly shell: string;
  readonly env: Readonly<Record<string, string>>;
  readonly run: string;
}

const ACTION = read("github/action.yml") as {
  inputs: Record<string, { required?: boolean; default?: string }>;
  outputs: Record<string, { value: string }>;
  runs: { using: string; steps: readonly Step[] };
};
const JOB = read("gitlab/verify-proposal.yml")[".countersign-verify"] as {
  variables: Record<string, string>;
  script: readonly string[];
  artifacts: { reports: { junit: string } };
};

let world: string;
const at = (...path: string[]) => join(world, ...path);
const put = (path: string, content: unknown) => {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), typeof content === "string" ? content : JSON.stringify(content));
};

/** The proposal is signed for the time of the other fixtures, so the clock of the process is set by the test. */
const CLOCK = "Date.now = () => Date.parse('2026-10-01T12:00:00Z');\n";

beforeEach(() => {
  world = mkdtempSync(join(tmpdir(), "countersign-pipeline-"));
  put("protected/policy.json", POLICY);
  put("protected/keys.json", KEYRING);
  put("checkout/args.json", ARGS);
  put("checkout/proposal.json", signed());
  // What stands in for the built program; it only sets the clock.
  put("home/dist/cli.cjs", `${CLOCK}require(${JSON.stringify(cli.script())});\n`);
  return () => rmSync(world, { recursive: true, force: true });
});

function bash(script: string, env: Readonly<Record<string, string>>) {
  const { status, stdout, stderr } = spawnSync("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", script], {
    cwd: at("checkout"),
    env: { PATH: process.env.PATH ?? "", TMPDIR: world, ...env },
    encoding: "utf8",
    timeout: 30_000,
  });
  return { exit: status, stdout, stderr };
}

/** The action's last step with these inputs, its expressions filled in as the runner does. */
function runAction(inputs: Readonly<Record<string, string>>) {
  const step = ACTION.runs.steps.at(-1) as Step;
  const given: Record<string, string> = {
    proposal: "proposal.json",
    tool: "payments.transfer",
    args: "args.json",
    policy: at("protected/policy.json"),
    keys: at("protected/keys.json"),
    cli: at("home/dist/cli.cjs"),
    ...inputs,
  };
  const value = (text: string) =>
    text.replace(/\$\{\{ inputs\.([a-z-]+) \}\}/g, (_, name: string) => {
      const input = ACTION.inputs[name];
      if (input === undefined) throw new Error(`no input ${name}`);
      return given[name] ?? input.default ?? "";
    });
  const env = Object.fromEntries(Object.entries(step.env).map(([name, text]) => [name, value(text)]));
  put("output", "");
  const place = { GITHUB_WORKSPACE: at("checkout"), GITHUB_ACTION_PATH: join(ROOT, "integrations/github"), GITHUB_OUTPUT: at("output") };
  return { ...bash(step.run, { ...env, ...place }), output: readFileSync(at("output"), "utf8") };
}

describe("the GitHub action", () => {
  it("puts no expression into a shell's text", () => {
    expect(ACTION.runs.using).toBe("composite");
    for (const { run, shell, env } of ACTION.runs.steps) {
      expect(run).not.toContain("${{");
      expect(shell).toBe("bash");
      for (const text of Object.values(env)) expect(text).toMatch(/^\$\{\{ inputs\.[a-z-]+ \}\}$/);
    }
    const used = ACTION.runs.steps.flatMap(({ env, if: when = "" }) => [when, ...Object.values(env)]).join(" ");
    for (const name of Object.keys(ACTION.inputs)) expect(used).toMatch(new RegExp(`inputs\\.${name}\\b`));
    expect(Object.values(ACTION.inputs).every(({ required, default: text }) => (required === true) === (text === undefined))).toBe(true);
    expect(ACTION.outputs.verdict?.value).toContain("steps.verify.outputs.verdict");
  });

  it("passes on allow alone", () => {
    expect(runAction({})).toMatchObject({ exit: 0, output: "verdict=allow\n" });
    put("checkout/proposal.json", unsigned());
    const blocked = runAction({});
    expect(blocked).toMatchObject({ exit: 4, output: "verdict=block\n" });
    expect(blocked.stdout).toMatch(/^::error file=proposal\.json.*PIC_EVIDENCE_REQUIRED/);
  });

  it("uses an approval up, in a ledger that stays", () => {
    // A ledger has a clock of its own, so this proposal is signed for now.
    const key = ["--tool", "payments.transfer", "--impact", "money", "--keyring", at("protected/now.json")];
    cli.run(["keys", "generate", "--id", "now", "--out", at("now.pem"), ...key]);
    put("plain.json", unsigned());
    cli.run(["attest", at("plain.json"), "--private-key", at("now.pem"), "--key-id", "now", "--out", at("checkout/signed.json")]);
    const ledger = `sqlite:${at("protected/ledger.sqlite")}`;
    const inputs = { ledger, proposal: "signed.json", keys: at("protected/now.json"), cli: cli.script() };
    expect(runAction(inputs)).toMatchObject({ exit: 0, output: "verdict=allow\n" });
    const again = { exit: 5, output: "verdict=block\n", stdout: expect.stringContaining("policy.already_used") };
    expect(runAction(inputs)).toMatchObject(again);
  });

  it("writes a SARIF report, and still fails", () => {
    put("checkout/proposal.json", unsigned());
    const run = runAction({ format: "sarif", report: "report.sarif" });
    expect({ exit: run.exit, stdout: run.stdout }).toEqual({ exit: 4, stdout: "" });
    expect(JSON.parse(readFileSync(at("checkout/report.sarif"), "utf8")).version).toBe("2.1.0");
  });

  it("records who asked, outside the checkout", () => {
    expect(runAction({ audit: at("protected/audit.jsonl"), principal: `a "quoted" name; $(touch pwned)` }).exit).toBe(0);
    const kept = readFileSync(at("protected/audit.jsonl"), "utf8");
    expect(kept).toContain('a \\"quoted\\" name; $(touch pwned)');
    expect(existsSync(at("checkout/pwned"))).toBe(false);
  });

  it.each([
    ["policy", (path: string) => path],
    ["keys", (path: string) => path],
    ["cli", (path: string) => path],
    ["audit", (path: string) => path],
    ["ledger", (path: string) => `sqlite:${path}`],
  ])("refuses %s in the checkout, by every way there", (name, told) => {
    const good = name === "cli" ? readFileSync(at("home/dist/cli.cjs"), "utf8") : name === "keys" ? KEYRING : POLICY;
    put("checkout/mine.json", good);
    mkdirSync(at("elsewhere"));
    symlinkSync(at("checkout/mine.json"), at("elsewhere/link"));
    symlinkSync(at("protected/policy.json"), at("checkout/link-out"));
    symlinkSync(at("checkout"), at("elsewhere/folder"));
    symlinkSync(at("protected"), at("checkout/folder-out"));
    mkdirSync(at("protected/deep"), { recursive: true });
    for (const path of [
      "mine.json",
      "./mine.json",
      at("checkout/mine.json"),
      at("elsewhere/link"),
      at("elsewhere/folder/mine.json"),
      "link-out",
      at("checkout/folder-out/policy.json"),
      at("checkout/folder-out/deep/../policy.json"),
      "folder-out/policy.json",
      at("elsewhere/folder/folder-out/policy.json"),
    ]) {
      const run = runAction({ [name]: told(path), principal: "ci" });
      expect([path, run.exit, run.output, run.stderr]).toEqual([path, 64, "", expect.stringContaining("lies in the checkout")]);
    }
  });

  it("is not misled by a folder whose name begins like the checkout's, nor by a way that leaves it at once", () => {
    put("checkout-protected/policy.json", POLICY);
    expect(runAction({ policy: at("checkout-protected/policy.json") }).exit).toBe(0);
    expect(runAction({ policy: at("checkout/../checkout-protected/policy.json") }).exit).toBe(0);
  });

  it.each(["policy", "keys", "proposal", "tool", "args"])("goes nowhere without %s", (name) => {
    const run = runAction({ [name]: "" });
    expect([run.exit, run.stderr]).toEqual([64, `countersign: ${name.toUpperCase()} is needed\n`]);
  });

  it.each([
    ["a policy that is not there", { policy: "/nonexistent/policy.json" }, 64],
    ["a policy that is no policy", { policy: "/dev/null" }, 6],
    ["a proposal that is not there", { proposal: "none.json" }, 1],
    ["another tool", { tool: "payments.refund" }, 3],
    ["a tool that is a flag", { tool: "--unbound" }, 3],
    ["a proposal that is a flag", { proposal: "--help" }, 1],
    ["a format that is none", { format: "xml" }, 64],
    ["a ledger that is none", { ledger: "redis:x" }, 64],
  ])("fails on %s", (_, inputs, exit) => {
    const run = runAction(inputs);
    expect(run.exit).toBe(exit);
    expect(run.output).not.toContain("allow");
  });

  it("takes no policy from the environment, and no switches of Node's", () => {
    const env = { PIC_POLICY_PATH: at("protected/policy.json"), NODE_OPTIONS: `--require=${at("protected/evil.cjs")}` };
    put("protected/evil.cjs", "process.exit(0);\n");
    const step = ACTION.runs.steps.at(-1) as Step;
    const run = bash(step.run, { ...env, GITHUB_WORKSPACE: at("checkout"), GITHUB_ACTION_PATH: join(ROOT, "integrations/github") });
    expect(run.exit).toBe(64);
  });

  it("writes its report through no link that the change brings", () => {
    put("victim", "untouched");
    symlinkSync(at("victim"), at("checkout/report.sarif"));
    symlinkSync(world, at("checkout/out"));
    expect(runAction({ format: "sarif", report: "report.sarif" }).exit).toBe(0);
    for (const report of ["out/victim", at("checkout/out/victim"), "./out/victim"])
      expect(runAction({ format: "sarif", report }).exit).toBe(64);
    expect(runAction({ format: "sarif", report: at("report.sarif") }).exit).toBe(0);
    expect(readFileSync(at("victim"), "utf8")).toBe("untouched");
  });
});

describe("the GitHub action with a base commit", () => {
  let base = "";
  const git = (...args: string[]) => {
    const author = [
      "-c",
      "user.name=x",
      "-c",
      "user.email=x@example.invalid",
      "-c",
      "commit.gpgsign=false",
      "-c",
      "init.defaultBranch=main",
    ];
    const { status, stdout, stderr } = spawnSync("git", [...author, ...args], { cwd: at("checkout"), encoding: "utf8" });
    if (status !== 0) throw new Error(stderr);
    return stdout.trim();
  };
  beforeEach(() => {
    put("checkout/gate/policy.json", POLICY);
    put("checkout/gate/keys.json", KEYRING);
    git("init", "-q");
    git("add", "-A");
    git("commit", "-qm", "base");
    base = git("rev-parse", "HEAD");
    // The change under review brings a policy and keys of its own.
    put("checkout/gate/policy.json", { version: 1, tools: {} });
    put("checkout/gate/keys.json", { trusted_keys: {} });
    git("commit", "-qam", "change");
  });

  it("takes policy and keys as they are there", () => {
    const inputs = { policy: "gate/policy.json", keys: "gate/keys.json" };
    expect(runAction({ ...inputs, "base-commit": base }).exit).toBe(0);
    expect(runAction({ ...inputs, "base-commit": git("rev-parse", "HEAD") }).exit).not.toBe(0);
    expect(runAction(inputs).exit).toBe(64);
  });

  it.each([
    ["a branch", { "base-commit": "main" }],
    ["a short id", { "base-commit": "abcdef1" }],
    ["a commit that was not fetched", { "base-commit": "0".repeat(40) }],
    ["a file that was not there then", { policy: "gate/none.json" }],
    ["a way out", { policy: "../protected/policy.json" }],
    ["an absolute path", { policy: "/gate/policy.json" }],
  ])("refuses %s", (_, inputs) => {
    expect(runAction({ policy: "gate/policy.json", keys: "gate/keys.json", "base-commit": base, ...inputs }).exit).toBe(64);
  });
});

describe("the GitLab job", () => {
  beforeAll(() => expect(JOB.artifacts.reports.junit).toBe(JOB.variables.REPORT));

  const runJob = (variables: Readonly<Record<string, string>> = {}) => {
    mkdirSync(at("home/integrations"), { recursive: true });
    writeFileSync(at("home/integrations/verify-proposal.sh"), readFileSync(join(ROOT, "integrations/verify-proposal.sh")));
    const files = { POLICY: at("protected/policy.json"), KEYS: at("protected/keys.json"), TOOL: "payments.transfer" };
    const place = { CI_PROJECT_DIR: at("checkout"), COUNTERSIGN_HOME: at("home") };
    return bash(JOB.script.join("\n"), { ...JOB.variables, ...files, ...place, ...variables });
  };

  it("passes on allow alone, with a report", () => {
    expect(runJob().exit).toBe(0);
    expect(readFileSync(at("checkout", JOB.variables.REPORT as string), "utf8")).toContain("<testsuite");
    put("checkout/proposal.json", unsigned());
    expect(runJob().exit).toBe(4);
    expect(readFileSync(at("checkout", JOB.variables.REPORT as string), "utf8")).toContain("PIC_EVIDENCE_REQUIRED");
  });

  it("refuses a policy of the change's own", () => {
    put("checkout/policy.json", POLICY);
    expect(runJob({ POLICY: at("checkout/policy.json") }).exit).toBe(64);
  });
});
