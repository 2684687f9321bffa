import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { ALICE, ARGS, KEYRING, keyOf, MALLORY, NOW, READ, signed, unsigned } from "./cli-fixtures.js";
import { useCli } from "./cli-process.js";

const cli = useCli();
const at = (name: string) => join(cli.folder(), name);

const POLICY = {
  version: 1,
  tools: {
    "payments.transfer": {
      impact: "money",
      args: {
        type: "object",
        properties: {
          amount_minor: { type: "integer", minimum: 1, maximum: 50_000 },
          currency: { enum: ["EUR"] },
          to: { type: "string", pattern: "^acct_[0-9]+$" },
        },
        required: ["amount_minor", "currency", "to"],
      },
    },
    "docs.search": { impact: "read", pic: "optional" },
  },
};
const RING = {
  trusted_keys: {
    "fin-ops": { public_key: ALICE.publicKey, purpose: ["approve"], tools: ["payments.transfer"], impacts: ["money"], owner: "fin" },
    gone: { public_key: MALLORY.publicKey, tools: ["*"], impacts: ["*"], revoked: {} },
  },
};
const BASE = { now: NOW, call: "as-proposed", proposal: unsigned() };

/** A folder with one case. */
function folderOf(name: string, value: unknown): string {
  mkdirSync(at(name), { recursive: true });
  cli.file(`${name}/one.case.json`, value);
  return at(name);
}

const test = (folder: string, ...flags: string[]) =>
  cli.run(["policy", "test", folder, "--policy", at("policy.json"), "--keys", at("ring.json"), ...flags]);

beforeAll(() => {
  cli.file("policy.json", POLICY);
  cli.file("ring.json", RING);
});

describe("policy test", () => {
  const cases: readonly (readonly [string, object])[] = [
    [
      "an approval by a key that stands in for the keyring's",
      { ...BASE, approved_by: ["fin-ops"], expect: { verdict: "allow", code: "PIC_OK" } },
    ],
    ["nobody's approval", { ...BASE, expect: { verdict: "block", code: "PIC_EVIDENCE_REQUIRED", reason: "evidence.required" } }],
    ["a revoked key", { ...BASE, approved_by: ["gone"], expect: { verdict: "block", reason: "trust.key_revoked" } }],
    [
      "an approval that has ended",
      {
        ...BASE,
        approved_by: [{ key: "fin-ops", vouches_for: ["inv-204"], issued_at: "2026-10-01T11:00:00Z", expires_at: NOW }],
        expect: { verdict: "block", reason: "trust.attestation_expired" },
      },
    ],
    [
      "another amount in the call",
      {
        ...BASE,
        call: { tool: "payments.transfer", args: { ...ARGS, amount_minor: 1 } },
        approved_by: ["fin-ops"],
        expect: { verdict: "block", reason: "binding.args_mismatch" },
      },
    ],
    [
      "an amount that the schema refuses",
      {
        ...BASE,
        proposal: unsigned({ action: { tool: "payments.transfer", args: { ...ARGS, amount_minor: 50_001 } } }),
        approved_by: ["fin-ops"],
        expect: { verdict: "block", reason: "policy.args_invalid" },
      },
    ],
    ["a proposal that was really signed, in a file", { ...BASE, proposal: "../signed.json", expect: { verdict: "allow" } }],
    [
      "a keyring of its own",
      { ...BASE, proposal: "../signed.json", keyring: { trusted_keys: {} }, expect: { verdict: "block", reason: "trust.key_missing" } },
    ],
    ["a call without a proposal", { now: NOW, call: { tool: "docs.search", args: { q: "x" } }, expect: { verdict: "allow" } }],
    [
      "a proposal that is malformed on purpose",
      { ...BASE, call: "proposal-only", proposal: { protocol: "PIC/2.0" }, expect: { verdict: "block", code: "PIC_SCHEMA_INVALID" } },
    ],
    ["a gate's name", { ...BASE, audience: "billing", approved_by: ["fin-ops"], expect: { verdict: "allow" } }],
  ];

  it("takes every kind of case, and passes those whose decision is the one expected", () => {
    cli.file("signed.json", signed());
    for (const [index, [title, value]] of cases.entries()) cli.file(`all/${String(index).padStart(2, "0")}.case.json`, { title, ...value });
    cli.file("all/deeper/read.case.json", {
      title: "a read",
      now: NOW,
      call: "proposal-only",
      proposal: READ,
      expect: { verdict: "allow" },
    });
    cli.file("all/not-a-case.json", "{");
    const run = test(at("all"));
    expect(run.stdout).toContain(`${cases.length + 1} of ${cases.length + 1} passed\n`);
    expect(run).toMatchObject({ exit: 0, stderr: "" });
    expect(run.stdout.match(/^pass /gm)).toHaveLength(cases.length + 1);
    const again = test(at("all"), "--json");
    expect(again.stdout).toBe(test(at("all"), "--json").stdout);
    expect(JSON.parse(again.stdout)).toMatchObject({ total: 12, passed: 12, failed: 0, errors: 0 });
  });

  it("fails where the decision is another, and tells both", () => {
    const folder = folderOf("wrong", { title: "wrong", ...BASE, expect: { verdict: "allow", code: "PIC_OK" } });
    const run = test(folder);
    expect(run.exit).toBe(1);
    expect(run.stdout).toMatch(/^FAIL .*one\.case\.json +wrong +block PIC_EVIDENCE_REQUIRED evidence\.required$/m);
    expect(run.stdout).toContain(
      "      verdict: expected allow, got block\n      code: expected PIC_OK, got PIC_EVIDENCE_REQUIRED\n0 of 1 passed, 1 failed\n",
    );
    expect(JSON.parse(test(folder, "--json").stdout).cases[0]).toMatchObject({
      result: "fail",
      got: { verdict: "block", reason: "evidence.required", rule: null },
    });
    const junit = test(folder, "--format", "junit").stdout;
    expect(junit).toContain('<testsuites name="countersign" tests="1" failures="1" errors="0" skipped="0">');
    expect(junit).toContain('name="wrong">\n      <failure type="decision" message="verdict: expected allow, got block">');
    expect(test(folder, "--format", "github").stdout).toMatch(
      /^::error file=.*one\.case\.json,title=policy test%3A wrong::verdict: expected allow, got block; /,
    );
  });

  it("judges approvals, checks and limits as a gate would, with what the case says of the rest", () => {
    const rules = {
      approvals: [{ id: "two", count: 2 }],
      check: [{ id: "fraud" }],
      limits: [{ id: "day", sum: "/amount_minor", window_seconds: 86_400, max: 100_000 }],
      break_glass: { id: "glass", until: "2026-10-02T00:00:00Z" },
    };
    const key = (byte: number, owner: string, purpose: string) => ({
      public_key: keyOf(byte).publicKey,
      purpose: [purpose],
      tools: ["*"],
      impacts: ["*"],
      owner,
    });
    const keyring = {
      trusted_keys: {
        a: key(0x33, "A", "approve"),
        b: key(0x44, "B", "approve"),
        c: key(0x55, "C", "break_glass"),
        d: key(0x66, "D", "break_glass"),
      },
    };
    const proposal = unsigned({
      provenance: ["inv-204", "second"].map((id) => ({ id, trust: "untrusted" })),
      claims: [{ text: "approved", evidence: ["inv-204", "second"] }],
    });
    const tool = { ...POLICY.tools["payments.transfer"], ...rules };
    cli.file("ruled.json", { ...POLICY, tools: { "payments.transfer": tool } });
    const both = { now: NOW, call: "as-proposed", proposal, keyring, approved_by: ["a", "b"], checks: { fraud: "allow" } };
    const block = (reason: string, rule: string) => ({ verdict: "block", reason, rule });
    const ruled: Readonly<Record<string, object>> = {
      allow: { ...both, expect: { verdict: "allow" } },
      one: { ...both, approved_by: ["a"], expect: block("policy.approvals", "two") },
      refused: { ...both, checks: { fraud: "refuse" }, expect: block("policy.check", "fraud") },
      unanswered: { ...both, checks: {}, expect: block("policy.check", "fraud") },
      fits: { ...both, spent: { day: 51_800 }, expect: { verdict: "allow" } },
      full: { ...both, spent: { day: 51_801 }, expect: block("policy.limit", "day") },
      glass: { ...both, approved_by: ["c", "d"], checks: {}, expect: { verdict: "allow" } },
      glassEnded: {
        ...both,
        now: "2026-10-02T00:00:00Z",
        approved_by: ["c", "d"],
        expect: { verdict: "block", reason: "trust.key_purpose" },
      },
    };
    for (const [name, value] of Object.entries(ruled)) cli.file(`ruled/${name}.case.json`, { title: name, ...value });
    const run = cli.run(["policy", "test", at("ruled"), "--policy", at("ruled.json")]);
    expect(run.stdout).toContain("8 of 8 passed\n");
    expect(run.exit).toBe(0);
  });

  it.each([
    ["a misspelt member", { title: "t", ...BASE, approvedBy: ["fin-ops"], expect: { verdict: "block" } }, "/approvedBy: is no member here"],
    [
      "a key that the keyring does not have",
      { title: "t", ...BASE, approved_by: ["fin-opps"], expect: { verdict: "block" } },
      'the keyring has no key "fin-opps"',
    ],
    [
      "more approvers than entries",
      { title: "t", ...BASE, approved_by: ["fin-ops", "gone"], expect: { verdict: "block" } },
      "each approver needs one of its own",
    ],
    [
      "a proposal that is not there",
      { title: "t", ...BASE, proposal: "none.json", expect: { verdict: "block" } },
      "none.json does not exist",
    ],
    [
      "a keyring that does not load",
      { title: "t", ...BASE, keyring: { trusted_keys: { a: "x" } }, expect: { verdict: "block" } },
      "/trusted_keys/a: key",
    ],
    [
      "a malformed proposal as the call",
      { title: "t", ...BASE, proposal: {}, expect: { verdict: "block" } },
      "is no proposal (wire.required",
    ],
    [
      "an answer to a check that the policy does not have",
      { title: "t", ...BASE, checks: { freeze: "allow" }, expect: { verdict: "block" } },
      '/checks: the policy has no check "freeze"',
    ],
    [
      "a window that the policy does not have",
      { title: "t", ...BASE, spent: { "per-day": 1 }, expect: { verdict: "block" } },
      '/spent: the policy has no limit over a window "per-day"',
    ],
    ["half a file", '{"title":', "is not strict JSON"],
    ["a name given twice", '{"title":"a","title":"b"}', "json.duplicate_name"],
  ])("cannot run %s, which is no pass", (name, value, message) => {
    const folder = folderOf(`broken-${name.replaceAll(" ", "-")}`, value);
    const run = test(folder);
    expect(run.exit).toBe(1);
    expect(run.stdout).toContain(message);
    expect(run.stdout).toContain("0 of 1 passed, 1 could not be run\n");
    expect(test(folder, "--format", "junit").stdout).toContain('failures="0" errors="1"');
  });

  it("needs a case, a folder, a policy, and a keyring that loads", () => {
    mkdirSync(at("none"), { recursive: true });
    expect(test(at("none"))).toMatchObject({ exit: 1, stdout: "" });
    expect(test(at("none")).stderr).toContain("holds no case");
    expect(test(at("nowhere")).stderr).toContain("does not exist");
    expect(test(at("policy.json")).stderr).toContain("is no folder");
    expect(cli.run(["policy", "test", at("all")])).toMatchObject({ exit: 6, stdout: "" });
    expect(cli.run(["policy", "test", at("all"), "--policy", at("policy.json"), "--keys", at("policy.json")])).toMatchObject({ exit: 6 });
    expect(cli.run(["policy", "test", "--policy", at("policy.json")])).toMatchObject({ exit: 64 });
  });

  it("lets no title or file write to the terminal or begin a workflow command", () => {
    const folder = folderOf("odd", { title: "\u001b[31m\n::stop-commands::x", ...BASE, expect: { verdict: "allow" } });
    for (const format of ["text", "github", "junit"]) {
      const { stdout } = test(folder, "--format", format);
      expect(stdout).not.toContain("\u001b");
      expect(stdout).not.toMatch(/^::stop/m);
    }
  });
});

describe("policy diff", () => {
  const diff = (next: object, ...flags: string[]) => {
    cli.file("next.json", next);
    return cli.run(["policy", "diff", at("policy.json"), at("next.json"), "--cases", at("flips"), "--keys", at("ring.json"), ...flags]);
  };
  const withTool = (tool: object) => ({
    ...POLICY,
    tools: { ...POLICY.tools, "payments.transfer": { ...POLICY.tools["payments.transfer"], ...tool } },
  });

  beforeAll(() => {
    cli.file("flips/paid.case.json", { title: "paid", ...BASE, approved_by: ["fin-ops"], expect: { verdict: "allow" } });
    cli.file("flips/free.case.json", { title: "free", ...BASE, expect: { verdict: "block" } });
    cli.file("flips/unknown.case.json", {
      title: "unknown",
      now: NOW,
      call: { tool: "mail.send", args: {} },
      expect: { verdict: "block" },
    });
  });

  it("says nothing of policies that decide alike, whatever the cases expect", () => {
    const run = diff({ ...POLICY, max_attestation_lifetime: 3600 });
    expect(run).toMatchObject({ exit: 0, stderr: "" });
    expect(run.stdout).toContain(
      "3 cases: 0 open, 0 close, 0 change reason, 0 could not be run, 3 the same\nadded /max_attestation_lifetime\n  + 3600\n",
    );
    expect(diff(POLICY).stdout).toContain("the two policies say the same\n");
  });

  it("tells first what opens, then what closes, then new reasons", () => {
    const next = { version: 1, tools: { ...withTool({ deny: "frozen" }).tools, "mail.send": { impact: "read", pic: "optional" } } };
    const run = diff(next);
    expect(run.exit).toBe(1);
    const opens = run.stdout.indexOf("OPENS: blocked before, allowed now\n");
    const closes = run.stdout.indexOf("closes: allowed before, blocked now\n");
    expect(opens).toBe(0);
    expect(closes).toBeGreaterThan(opens);
    // The tool that is new under the open title, the frozen one under the other.
    expect(run.stdout.slice(opens, closes)).toContain("-> allow PIC_OK\n");
    expect(run.stdout.slice(closes)).toContain("allow PIC_OK -> block");
    expect(run.stdout).toContain("block PIC_INVALID_REQUEST request.missing -> allow PIC_OK\n");
    expect(run.stdout).toContain("allow PIC_OK -> block PIC_POLICY_VIOLATION policy.denied rule frozen\n");
    expect(run.stdout).toContain("added /tools/mail.send\n");
    expect(JSON.parse(diff(next, "--json").stdout)).toMatchObject({ total: 3, opens: 1, closes: 1, reason: 0, errors: 0 });
    expect(diff(next, "--format", "github").stdout).toMatch(/^::error .*title=policy diff%3A OPENS/);
    expect(diff({ version: 1, tools: { x: { impact: "read" } } }, "--json").exit).toBe(1);
  });

  it("exits 1 where only a reason differs, or a case cannot be run", () => {
    const other = JSON.parse(
      diff({ ...POLICY, tools: { ...POLICY.tools, "mail.send": { impact: "read", pic: "optional", deny: "no-mail" } } }, "--json").stdout,
    );
    expect(other).toMatchObject({ opens: 0, closes: 0, reason: 1 });
    cli.file("flips-broken/a.case.json", "{}");
    const run = cli.run(["policy", "diff", at("policy.json"), at("policy.json"), "--cases", at("flips-broken")]);
    expect(run.exit).toBe(1);
    expect(run.stdout).toContain("could not be run\n");
  });

  it("takes two policies and a folder", () => {
    expect(cli.run(["policy", "diff", at("policy.json"), "--cases", at("flips")])).toMatchObject({ exit: 64, stdout: "" });
    expect(cli.run(["policy", "diff", at("policy.json"), at("policy.json")])).toMatchObject({ exit: 64, stdout: "" });
    expect(cli.run(["policy", "diff", at("ring.json"), at("policy.json"), "--cases", at("flips")])).toMatchObject({ exit: 6 });
    expect(cli.run(["policy", "diff", "--help"]).stdout).toMatch(/^countersign policy diff OLD NEW \[flags\]\n/);
  });
});

describe("policy check and explain", () => {
  const LOOSE = { version: 1, tools: { "payments.transfer": { impact: "money" } } };

  it("warns, and exits 1 only where that is asked for", () => {
    const file = ["--policy", cli.file("loose.json", LOOSE)];
    const run = cli.run(["policy", "check", ...file]);
    expect(run).toMatchObject({ exit: 0, stderr: "" });
    expect(run.stdout).toContain("warning args-missing at /tools/payments.transfer: takes any arguments");
    expect(cli.run(["policy", "check", ...file, "--strict"])).toMatchObject({ exit: 1 });
    expect(cli.run(["policy", "check", "--policy", at("policy.json"), "--strict"])).toMatchObject({ exit: 0 });
    expect(JSON.parse(cli.run(["policy", "check", ...file, "--json"]).stdout)).toMatchObject({
      valid: true,
      warnings: [{ lint: "args-missing", place: "/tools/payments.transfer" }],
    });
    expect(cli.run(["policy", "check", ...file, "--format", "github"]).stdout).toMatch(
      /^::warning file=.*loose\.json,title=policy check%3A args-missing::/,
    );
  });

  it("holds the policy against a keyring, at the time that it is told", () => {
    const file = cli.file("quorum.json", {
      ...POLICY,
      tools: {
        "payments.transfer": {
          ...POLICY.tools["payments.transfer"],
          approvals: [{ id: "two", count: 2 }],
          observe: { until: "2026-10-05T00:00:00Z" },
        },
      },
    });
    const check = (...flags: string[]) =>
      JSON.parse(cli.run(["policy", "check", "--policy", file, "--json", ...flags]).stdout).warnings.map(
        ({ lint }: { lint: string }) => lint,
      );
    expect(check("--now", "2026-01-01T00:00:00Z")).toEqual([]);
    expect(check("--now", NOW)).toEqual(["observe-ends-soon"]);
    expect(check("--now", "2026-10-06T00:00:00Z", "--keys", at("ring.json"))).toEqual(["approvals-unreachable", "observe-ended"]);
    expect(cli.run(["policy", "check", "--policy", file, "--keys", cli.file("no-ring.json", "{")])).toMatchObject({ exit: 6, stdout: "" });
    expect(cli.run(["policy", "check", "--policy", file, "--keys", cli.file("reference-ring.json", KEYRING)]).exit).toBe(0);
  });

  it("explains one tool, all, or those of an impact", () => {
    const explain = (...flags: string[]) => cli.run(["policy", "explain", "--policy", at("policy.json"), ...flags]);
    expect(explain("--tool", "docs.search").stdout).toMatch(/^docs\.search, impact read:\n {3}1\. the call may come without a proposal/);
    expect(explain().stdout).toContain("payments.transfer, impact money:\n");
    expect(explain().stdout).toContain("any other tool is blocked [policy.tool_unknown]\n");
    expect(explain("--impact", "money").stdout).not.toContain("docs.search");
    expect(explain("--impact", "privacy").stdout).toContain("the policy names no tool of impact privacy\n");
    expect(explain("--tool", "mail.send").stdout).toContain("every call is blocked [policy.tool_unknown]");
    expect(JSON.parse(explain("--tool", "docs.search", "--json").stdout).tools[0]).toMatchObject({ tool: "docs.search", impact: "read" });
    expect(explain("--tool", "a", "--impact", "money")).toMatchObject({ exit: 64 });
    expect(explain("--tool", "no name")).toMatchObject({ exit: 64 });
    expect(explain("--impact", "monye")).toMatchObject({ exit: 64 });
  });
});
