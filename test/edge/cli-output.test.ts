import { existsSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { ARGS, KEYRING, NOW, POLICY, READ, signed, unsigned } from "./cli-fixtures.js";
import { useCli } from "./cli-process.js";

const cli = useCli();
let config: string[];
let live: string[];
let allowed: string;
let blocked: string;

beforeAll(() => {
  config = ["--policy", cli.file("policy.json", POLICY), "--keys", cli.file("keys.json", KEYRING), "--now", NOW];
  live = [...config, "--tool", "payments.transfer", "--args", `@${cli.file("args.json", ARGS)}`];
  allowed = cli.file("allowed.json", signed());
  blocked = cli.file("blocked.json", unsigned());
});

const verify = (file: string, ...flags: string[]) => cli.run(["verify", file, ...live, ...flags]);

describe("json", () => {
  it("is one object on one line, the decision and the files used", () => {
    const { stdout, stderr, exit } = verify(blocked, "--format", "json");
    expect(exit).toBe(4);
    expect(stderr).toBe("");
    expect(stdout).toMatch(/^[\x20-\x7e]+\n$/);
    expect(JSON.parse(stdout)).toMatchObject({
      verdict: "block",
      code: "PIC_EVIDENCE_REQUIRED",
      reason: "evidence.required",
      binding: "full",
      single_use: "unchecked",
      audience: "unchecked",
      profile: "strict",
      files: { input: blocked, evidence_root: null, policy: { path: config[1], from: "flag" }, keys: { path: config[3], from: "flag" } },
    });
  });

  it.each([
    ["usage", 64, ["verify", "-", "--nope"]],
    ["usage", 1, ["verify", "/nowhere/at/all"]],
    ["configuration", 6, ["verify", "-", "--policy", "/nowhere/policy.json", "--keys", "/nowhere/keys.json"]],
  ])("is one object on a %s fault (exit %i)", (kind, exit, args) => {
    const run = cli.run([...args, ...(exit === 1 ? live : []), "--format", "json"]);
    expect(run.exit).toBe(exit);
    const { error, ...rest } = JSON.parse(run.stdout);
    expect(rest).toEqual({ verdict: "block", code: null });
    expect(Object.keys(error)).toEqual(["kind", "file", "place", "message"]);
    expect(error.kind).toBe(kind);
    expect(run.stderr).not.toBe("");
  });

  it("is one object where the formats disagree", () => {
    const run = cli.run(["verify", "-", "--json", "--format", "text"]);
    expect(run.exit).toBe(64);
    expect(JSON.parse(run.stdout).error).toMatchObject({ kind: "usage", place: "--json" });
    expect(JSON.parse(cli.run(["keys", "list", "--json=1"]).stdout).error).toMatchObject({ kind: "usage", message: "takes no value" });
  });

  it("says the audience was not checked where none was signed", () => {
    expect(JSON.parse(verify(allowed, "--format", "json", "--audience", "billing").stdout).audience).toBe("unchecked");
  });
});

describe("text", () => {
  it("names verdict, finding, what to do, what was compared and the files", () => {
    const { stdout } = verify(blocked);
    expect(stdout.split("\n")).toEqual([
      "BLOCK PIC_EVIDENCE_REQUIRED",
      "  evidence.required at /evidence",
      "    The impact needs evidence and the proposal has none.",
      "    Attach an attestation by a key in the operator's keyring.",
      "tool payments.transfer",
      "impact money by the policy, money by the proposal",
      "binding full (tool and arguments compared with the live call), single use unchecked, audience unchecked, profile strict",
      `policy ${config[1]} (given)`,
      `keys ${config[3]} (given)`,
      `arguments ${live.at(-1)?.slice(1)}`,
      "",
    ]);
  });

  it("colours on demand, and NO_COLOR yields to FORCE_COLOR alone", () => {
    const coloured = (env: Record<string, string>) => cli.run(["verify", allowed, ...live], { env }).stdout.includes("\u001b[");
    expect(coloured({})).toBe(false);
    expect(coloured({ NO_COLOR: "1" })).toBe(false);
    expect(coloured({ FORCE_COLOR: "1" })).toBe(true);
    expect(coloured({ FORCE_COLOR: "1", NO_COLOR: "1" })).toBe(true);
    expect(coloured({ FORCE_COLOR: "0" })).toBe(false);
  });
});

describe("github", () => {
  it("annotates each finding, with a line where there is one", () => {
    const bad = cli.file("two,lines:50%.json", '{\n  "a": 1,\n  "a": 2\n}');
    const { stdout, exit } = verify(bad, "--format", "github");
    expect(exit).toBe(1);
    expect(stdout).toMatch(
      /^::error file=[^,:]*two%2Clines%3A50%25\.json,line=3,col=\d+,title=PIC_INVALID_REQUEST json\.duplicate_name::[^\n]+\n$/,
    );
  });

  it("notices an allow, and annotates a fault", () => {
    expect(verify(allowed, "--format", "github").stdout).toMatch(/^::notice [^\n]+\n$/);
    expect(cli.run(["verify", "-", "--format", "github", "--nope"]).stdout).toMatch(/^::error title=countersign%3A usage::[^\n]+\n$/);
  });
});

describe("sarif", () => {
  it("is one run with one result per finding", () => {
    const log = JSON.parse(verify(blocked, "--format", "sarif").stdout);
    expect(log).toMatchObject({ version: "2.1.0", runs: [{ tool: { driver: { name: "countersign" } } }] });
    const [run] = log.runs;
    expect(run.invocations).toEqual([{ executionSuccessful: true, exitCode: 4 }]);
    expect(run.results).toHaveLength(1);
    const [result] = run.results;
    expect(result).toMatchObject({ ruleId: "evidence.required", ruleIndex: 0, level: "error" });
    expect(run.tool.driver.rules[0].id).toBe("evidence.required");
    expect(result.locations[0].physicalLocation.artifactLocation.uri).toBe(`file://${blocked}`);
  });

  it("has no result on allow, and tells a fault as a failed run", () => {
    expect(JSON.parse(verify(allowed, "--format", "sarif").stdout).runs[0].results).toEqual([]);
    const fault = JSON.parse(cli.run(["verify", "-", "--format=sarif", "--nope"]).stdout).runs[0];
    expect(fault.invocations[0]).toMatchObject({ executionSuccessful: false, exitCode: 64 });
    expect(fault.invocations[0].toolConfigurationNotifications).toHaveLength(1);
  });
});

describe("junit", () => {
  it("is a test case that fails with the finding", () => {
    const { stdout } = verify(blocked, "--format", "junit");
    expect(stdout).toContain('<testsuites name="countersign" tests="1" failures="1" errors="0" skipped="0">');
    expect(stdout).toContain('<failure type="PIC_EVIDENCE_REQUIRED" message="evidence.required at /evidence">');
  });

  it("passes on allow, errs on a fault, and escapes names", () => {
    const odd = cli.file('a&<"\u0001.json', signed());
    const { stdout } = verify(odd, "--format", "junit");
    expect(stdout).toContain("a&amp;&lt;&quot;\\u{1}.json");
    expect(stdout).not.toContain("<failure");
    expect(cli.run(["verify", "-", "--format", "junit", "--nope"]).stdout).toContain('<error type="usage"');
  });
});

describe("explain", () => {
  it("lays out claim, source, evidence and key", () => {
    const { stdout, exit } = cli.run(["explain", allowed, ...live]);
    expect(exit).toBe(0);
    expect(stdout).toContain(
      [
        'proposal "payments.transfer", impact money, intent "Pay supplier invoice INV-204"',
        '└─ claim 0 "Invoice INV-204 is approved for payment"',
        '   └─ source "inv-204" from "mail:ap-inbox": trusted (declared untrusted, raised by fin-ops)',
        "      └─ evidence 0 signature (canonical): verified",
        "         ├─ attestation from 2026-10-01T11:55:00Z until 2026-10-01T12:30:00Z; no audience; without a nonce",
        '         └─ key "fin-ops": in force; purpose approve; tools payments.transfer; impacts money',
      ].join("\n"),
    );
  });

  it("shows what hangs on nothing, and names no key that the keyring lacks as its own", () => {
    const loose = { ...signed({}, undefined, "ghost") };
    const [entry] = loose.evidence;
    const proposal = { ...loose, claims: [{ text: "x", evidence: ["nobody"] }], evidence: [{ ...entry, id: "elsewhere" }] };
    const { stdout, exit } = cli.run(["explain", cli.file("loose.json", proposal), ...config]);
    expect(exit).toBe(4);
    expect(stdout).toContain('source "nobody" is not in provenance');
    expect(stdout).toContain("named by no claim");
    expect(stdout).toContain("evidence for no source: raises nothing");
    expect(stdout).toContain('key "ghost": missing');
  });

  it("shows controls, bidi and invisible characters escaped", () => {
    const nasty = "\u001b[2J\u202e\u200b\u3164\ufe0f\u{e0041}\u00a0\ufeff\r\n::error::x";
    const proposal = unsigned({ intent: nasty, claims: [{ text: nasty, evidence: ["inv-204"] }] });
    const { stdout } = cli.run(["explain", cli.file("nasty.json", proposal), ...config]);
    expect(stdout).toContain("\\u{1b}[2J\\u{202e}\\u{200b}\\u{3164}\\u{fe0f}\\u{e0041}\\u{a0}\\u{feff}\\u{d}\\u{a}::error::x");
    expect(stdout).toMatch(/^[\x20-\x7e\n└├─│]+$/);
  });

  it("lists every finding with what to do, in the order of the catalogue", () => {
    const proposal = { ...unsigned(), protocol: 1, extra: 1 };
    const { stdout, exit } = cli.run(["explain", cli.file("shape.json", proposal), ...config]);
    expect(exit).toBe(2);
    const at = ["wire.unknown_member", "wire.type"].map((reason) => stdout.indexOf(reason));
    expect(at[0]).toBeGreaterThan(0);
    expect(at[1]).toBeGreaterThan(at[0] as number);
  });

  it("shows an unbound allow and does not exit 0", () => {
    const run = cli.run(["explain", allowed, ...config]);
    expect(run.exit).toBe(64);
    expect(run.stdout).toContain("ALLOW PIC_OK");
    expect(cli.run(["explain", allowed, ...config, "--unbound"]).exit).toBe(0);
  });

  it("has a JSON form", () => {
    const { proposal, findings, verdict } = JSON.parse(cli.run(["explain", allowed, ...live, "--format", "json"]).stdout);
    expect(verdict).toBe("allow");
    expect(findings).toEqual([]);
    expect(proposal.claims[0].sources[0].evidence[0]).toMatchObject({ status: "verified", key: { id: "fin-ops", state: "ok" } });
  });
});

describe("evidence-verify", () => {
  it("passes on evidence that verifies, and on nothing else", () => {
    expect(cli.run(["evidence-verify", allowed, ...config]).exit).toBe(0);
    expect(cli.run(["evidence-verify", blocked, ...config]).exit).toBe(4);
    expect(cli.run(["evidence-verify", cli.file("read.json", READ), ...config]).exit).toBe(4);
    expect(cli.run(["evidence-verify", cli.file("junk", "x"), ...config]).exit).toBe(1);
  });
});

describe("standard output that does not take the verdict", () => {
  const run = 'exec "$NODE" "$CLI" verify allowed.json $FLAGS';
  const env = () => ({ FLAGS: live.join(" ") });

  it.runIf(existsSync("/dev/full"))("a full disk is no allow", () => {
    const full = cli.shell(`${run} > /dev/full`, env());
    expect(full.exit).toBe(70);
    expect(full.stderr).toContain("ENOSPC");
  });

  it("a closed pipe is no allow, and nobody is told", () => {
    const closed = cli.shell(`{ sleep 0.2; ${run}; } | true; echo "\${PIPESTATUS[0]}"`, env());
    expect(closed.stdout).toBe("70\n");
    expect(closed.stderr).toBe("");
  });

  it.runIf(process.platform === "linux")(
    "standard output that was closed from the start is no allow; /dev/null is a place to write",
    () => {
      expect(cli.shell(`${run} >&-`, env())).toMatchObject({ exit: 70, stderr: expect.stringContaining("EBADF") });
      expect(cli.shell(`${run} > /dev/null`, env())).toMatchObject({ exit: 0, stderr: "" });
    },
  );

  it("a block keeps its own code", () => {
    const closed = cli.shell(`{ sleep 0.2; exec "$NODE" "$CLI" verify blocked.json $FLAGS; } | true; echo "\${PIPESTATUS[0]}"`, env());
    expect(closed.stdout).toBe("4\n");
  });
});
