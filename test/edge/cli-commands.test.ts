import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ALICE, ARGS, KEYRING, NOW, POLICY, unsigned } from "./cli-fixtures.js";
import { useCli } from "./cli-process.js";

const cli = useCli();
const at = (name: string) => join(cli.folder(), name);

describe("from nothing to a proposal that is allowed and then blocked", () => {
  it("generates a key, signs, verifies, and notices a change", () => {
    const made = cli.run(["keys", "generate", "--id", "me", "--tool", "payments.transfer", "--impact", "money", "--out", "me.pem"]);
    expect(made.exit).toBe(0);
    expect(readFileSync(at("me.pem"), "utf8")).toMatch(/^-----BEGIN PRIVATE KEY-----\n/);
    expect(statSync(at("me.pem")).mode & 0o777).toBe(0o600);
    expect(made.stdout + made.stderr).not.toContain("PRIVATE");
    const keys = cli.file("me-keys.json", made.stdout);
    const policy = cli.file("v1.json", { version: 1, tools: { "payments.transfer": { impact: "money" } } });
    const proposal = cli.file("by-hand.json", unsigned());

    const sign = ["attest", proposal, "--private-key", "me.pem", "--key-id", "me", "--now", NOW, "--out", "signed.json"];
    expect(cli.run(sign)).toMatchObject({ exit: 0, stdout: "wrote signed.json\n" });
    const args = `@${cli.file("args.json", ARGS)}`;
    const flags = ["--policy", policy, "--keys", keys, "--now", NOW, "--tool", "payments.transfer"];
    expect(cli.run(["verify", "signed.json", ...flags, "--args", args]).exit).toBe(0);

    const other = `@${cli.file("other.json", { ...ARGS, amount_minor: 1 })}`;
    expect(cli.run(["verify", "signed.json", ...flags, "--args", other]).exit).toBe(3);
    const bent = JSON.parse(readFileSync(at("signed.json"), "utf8"));
    bent.action.args.amount_minor = 1;
    expect(cli.run(["verify", "-", ...flags, "--args", other], { stdin: JSON.stringify(bent) }).exit).toBe(4);
    // Fifteen minutes unless said otherwise.
    const later = flags.map((flag) => (flag === NOW ? "2026-10-01T12:15:00Z" : flag));
    expect(cli.run(["verify", "signed.json", ...later, "--args", args]).exit).toBe(4);

    expect(cli.run(sign).exit).toBe(64);
    expect(cli.run(["keys", "generate", "--id", "you", "--out", "me.pem"]).exit).toBe(64);
  });

  it("seals a key with a passphrase", () => {
    const secret = cli.file("passphrase", "correct horse\nsecond line");
    const made = cli.run(["keys", "generate", "--id", "sealed", "--out", "sealed.pem", "--passphrase-file", secret]);
    expect(made.exit).toBe(0);
    expect(readFileSync(at("sealed.pem"), "utf8")).toContain("ENCRYPTED PRIVATE KEY");
    const sign = ["attest", cli.file("p.json", unsigned()), "--private-key", "sealed.pem", "--key-id", "sealed"];
    expect(cli.run([...sign, "--passphrase-file", secret]).exit).toBe(0);
    expect(cli.run(sign).exit).toBe(6);
    expect(cli.run([...sign, "--passphrase-file", cli.file("wrong", "battery staple")]).exit).toBe(6);
  });

  it("takes no passphrase that is not UTF-8: its bytes would pass for others", () => {
    const bytes = (name: string, ...list: number[]) => cli.file(name, Uint8Array.from(list));
    const made = cli.run(["keys", "generate", "--id", "b", "--out", "bytes.pem", "--passphrase-file", bytes("b1", 0xff, 0xfe, 0xfd)]);
    expect(made).toMatchObject({ exit: 64, stdout: "", stderr: "countersign: --passphrase-file: names a file that is not UTF-8 text\n" });
    expect(existsSync(at("bytes.pem"))).toBe(false);
    cli.run(["keys", "generate", "--id", "b", "--out", "marks.pem", "--passphrase-file", cli.file("marks", "\ufffd\ufffd\ufffd")]);
    const sign = ["attest", cli.file("p.json", unsigned()), "--private-key", "marks.pem", "--key-id", "b"];
    expect(cli.run([...sign, "--passphrase-file", "marks"]).exit).toBe(0);
    expect(cli.run([...sign, "--passphrase-file", bytes("b2", 0xf1, 0xf2, 0xf3)])).toMatchObject({ exit: 64, stdout: "" });
  });

  it("signs nothing that a strict gate would refuse for its form", () => {
    cli.run(["keys", "generate", "--id", "k", "--out", "k.pem"]);
    const sign = (proposal: unknown) =>
      cli.run(["attest", "-", "--private-key", "k.pem", "--key-id", "k"], { stdin: JSON.stringify(proposal) });
    expect(sign(unsigned()).exit).toBe(0);
    expect(sign([])).toMatchObject({ exit: 1, stdout: "" });
    expect(sign({ ...unsigned(), extra: 1 })).toMatchObject({ exit: 2, stdout: "" });
    expect(sign(unsigned({ claims: [{ text: "x", evidence: ["nobody"] }] }))).toMatchObject({ exit: 3, stdout: "" });
    const two = [
      { id: "inv-204", trust: "untrusted" },
      { id: "other", trust: "untrusted" },
    ];
    expect(sign(unsigned({ provenance: two })).exit).toBe(64);
    expect(cli.run(["attest", "-", "--private-key", "absent.pem", "--key-id", "k"], { stdin: JSON.stringify(unsigned()) }).exit).toBe(1);
  });
});

describe("keys", () => {
  it("lists and checks", () => {
    const file = cli.file("ring.json", {
      trusted_keys: {
        "fin-ops": KEYRING.trusted_keys["fin-ops"],
        old: { public_key: "dL3E58FzFPKc/GRNiRebOm2h/3xJIX0VOwv+c6rL9QY=", expires_at: NOW },
      },
      revoked_keys: [],
    });
    const list = cli.run(["keys", "list", "--keys", file, "--now", NOW, "--json"]);
    expect(list.exit).toBe(0);
    expect(JSON.parse(list.stdout).keys).toMatchObject([
      { id: "fin-ops", state: "ok", tools: ["payments.transfer"] },
      { id: "old", state: "expired", tools: null, expires_at: NOW },
    ]);
    expect(cli.run(["keys", "--keys", file, "--now", NOW]).stdout).toContain("fin-ops  ok");
    const check = cli.run(["keys", "check", "--keys", file, "--now", NOW]);
    expect(check.exit).toBe(0);
    expect(check.stdout).toContain("valid: 2 keys, 1 in force");
    expect(check.stdout).toContain("old: tools and impacts not written");
  });

  it("tells a weak key that is revoked, and takes it for no key", () => {
    const weak = { old: "0".repeat(64) };
    const file = (name: string, keys: object) => cli.file(name, { trusted_keys: keys, revoked_keys: ["old"] });
    const ring = ["--keys", file("weak.json", { ...KEYRING.trusted_keys, ...weak }), "--now", NOW];
    expect(cli.run(["keys", ...ring]).stdout).toMatch(/^old +revoked +weak key/m);
    expect(JSON.parse(cli.run(["keys", "list", ...ring, "--json"]).stdout)).toMatchObject({ revoked_ids: ["old"], weak_ids: ["old"] });
    const check = cli.run(["keys", "check", ...ring]);
    expect(check.exit).toBe(0);
    expect(check.stdout).toContain("valid: 1 key, 1 in force");
    expect(check.stdout).toContain("old: revoked, and a weak key");
    expect(cli.run(["keys", "list", "--keys", file("weak-alone.json", weak), "--now", NOW]).exit).toBe(6);
  });

  it("exits 6 on a keyring that is broken, empty, out of force or shares a key in strict", () => {
    const file = (name: string, content: unknown) => ["--keys", cli.file(name, content), "--now", NOW];
    const expired = { trusted_keys: { old: { public_key: ALICE.publicKey, expires_at: NOW } } };
    const shared = { trusted_keys: { a: ALICE.publicKey, b: ALICE.publicKey } };
    expect(cli.run(["keys", "check", ...file("r1", "{")]).exit).toBe(6);
    expect(cli.run(["keys", "check", ...file("r2", { trusted_keys: {} })]).exit).toBe(6);
    expect(cli.run(["keys", "list", ...file("r3", { trusted_keys: {} })]).exit).toBe(6);
    expect(cli.run(["keys", "check", ...file("r4", expired)]).exit).toBe(6);
    expect(cli.run(["keys", "check", ...file("r5", shared)]).exit).toBe(6);
    expect(cli.run(["keys", "check", ...file("r5", shared), "--profile", "interop"]).exit).toBe(1);
  });

  it("writes the reference's example in interop alone, and once", () => {
    const write = ["keys", "--write-example"];
    expect(cli.run(write).exit).toBe(64);
    expect(cli.run([...write, "--profile", "interop"]).exit).toBe(0);
    expect(JSON.parse(readFileSync(at("pic_keys.example.json"), "utf8"))).toHaveProperty("trusted_keys");
    expect(cli.run([...write, "--profile", "interop"]).exit).toBe(64);
  });
});

describe("policy", () => {
  it("policy show says what holds in the profile, not what the file writes", () => {
    const file = cli.file("lists-nowhere.json", { impact_by_tool: { pay: "money" }, require_pic_for_impacts: ["privacy"] });
    const pic = (...flags: string[]) => JSON.parse(cli.run(["policy", "show", "--policy", file, "--json", ...flags]).stdout).tools[0].pic;
    expect([pic(), pic("--profile", "interop")]).toEqual(["required", "optional"]);
  });

  it("checks and shows", () => {
    const file = cli.file("policy.json", POLICY);
    expect(cli.run(["policy", "check", "--policy", file]).stdout).toMatch(/^valid: form reference, 2 tools/);
    const { tools } = JSON.parse(cli.run(["policy", "show", "--policy", file, "--json"]).stdout);
    expect(tools).toMatchObject([
      { tool: "payments.transfer", impact: "money", evidence: "required" },
      { tool: "docs.search", impact: "read", evidence: "not required" },
    ]);
    expect(cli.run(["policy", "--policy", file]).stdout).toMatch(/^payments\.transfer +money/);
  });

  it("shows rules, and what does not bind yet", () => {
    const pay = {
      impact: "money",
      principals: { id: "who", allow: ["agent-7", "agent\u3164-8"] },
      when: [{ id: "eur", cel: "args.currency == 'EUR'" }],
      approvals: [
        { id: "one", count: 1 },
        { id: "two", count: 2, role: "finance" },
      ],
      separation: { id: "apart" },
      check: [{ id: "desk" }],
      limits: [
        { id: "call", amount: "/a", scale: 2, max: "0.05" },
        { id: "day", sum: "/a", by: ["/c", "/d"], window_seconds: 60, max: 7 },
        { id: "count", count: true, window_seconds: 9, max: 3 },
      ],
      break_glass: { id: "night", until: "2027-01-31T00:00:00Z" },
      observe: { until: "2027-01-31T01:00:00+01:00" },
      audit_args: ["/a"],
    };
    const file = cli.file("ruled.json", { version: 1, tools: { pay, see: { impact: "read" } }, audit_best_effort: ["read"] });
    const shown = JSON.parse(cli.run(["policy", "show", "--policy", file, "--json"]).stdout);
    expect(shown.tools[0].rules).toEqual([
      { kind: "principals", id: "who", says: "only agent-7, agent\u3164-8" },
      { kind: "when", id: "eur", says: "args.currency == 'EUR'" },
      { kind: "approvals", id: "one", says: "one owner approves" },
      { kind: "approvals", id: "two", says: "2 owners approve, of the role finance" },
      { kind: "separation", id: "apart", says: "who asks holds no key that raised trust" },
      { kind: "check", id: "desk", says: "passes within 200 ms" },
      { kind: "limits", id: "call", says: "/a: at most 0.05 in a call" },
      { kind: "limits", id: "day", says: "sum of /a by /c, /d: at most 7 in 60 s" },
      { kind: "limits", id: "count", says: "calls: at most 3 in 9 s" },
      { kind: "break_glass", id: "night", says: "two owners' keys until 2027-01-31T00:00:00Z, each word for at most 900 s" },
    ]);
    expect(shown).toMatchObject({ observe: [{ tool: "pay", until: "2027-01-31T00:00:00Z" }], audit_best_effort: ["read"] });
    expect(shown.tools[1].rules).toEqual([]);
    const text = cli.run(["policy", "show", "--policy", file]).stdout;
    expect(text).toMatch(/^pay +principals +who +only agent-7, agent\\u\{3164\}-8$/m);
    expect(text).toMatch(/^OBSERVED until 2027-01-31T00:00:00Z: pay; what is blocked may run$/m);
    expect(cli.run(["policy", "check", "--policy", file]).stdout).toMatch(
      /^valid: form version-1, 2 tools, 10 rules, [\s\S]*^OBSERVED until /m,
    );
    expect(JSON.parse(cli.run(["policy", "check", "--policy", file, "--json"]).stdout)).toMatchObject({
      rules: 10,
      observe: [{ tool: "pay" }],
    });
    const whole = cli.file("whole.json", { version: 1, tools: { see: { impact: "read" } }, observe: { until: "2027-01-31T00:00:00Z" } });
    expect(cli.run(["policy", "check", "--policy", whole]).stdout).toMatch(/^OBSERVED until 2027-01-31T00:00:00Z: every tool; /m);
  });

  it("names file and place of a fault", () => {
    const file = cli.file("bad.json", { impact_by_tool: { "payments.transfer": "moneyy" } });
    const { exit, stdout } = cli.run(["policy", "check", "--policy", file, "--json"]);
    expect(exit).toBe(6);
    expect(JSON.parse(stdout).error).toMatchObject({ kind: "configuration", file, place: "/impact_by_tool/payments.transfer" });
  });
});

describe("the rest", () => {
  it("schema prints the published schema", () => {
    const { exit, stdout } = cli.run(["schema"]);
    expect(exit).toBe(0);
    expect(JSON.parse(stdout)).toEqual(
      JSON.parse(readFileSync(new URL("../../spec/schemas/proposal.schema.json", import.meta.url), "utf8")),
    );
  });

  it("demo decides each row as it should", () => {
    const { exit, stdout } = cli.run(["demo", "--json"]);
    expect(exit).toBe(0);
    const { rows, all_as_expected } = JSON.parse(stdout);
    expect(all_as_expected).toBe(true);
    expect(rows.filter((row: { tool_ran: boolean }) => row.tool_ran)).toHaveLength(1);
    expect(rows.map((row: { code: string }) => row.code)).toEqual([
      "PIC_OK",
      "PIC_POLICY_VIOLATION",
      "PIC_EVIDENCE_FAILED",
      "PIC_ARG_BINDING_MISMATCH",
      "PIC_POLICY_VIOLATION",
      "PIC_EVIDENCE_FAILED",
      "PIC_TOOL_BINDING_MISMATCH",
      "PIC_EVIDENCE_REQUIRED",
    ]);
    expect(cli.run(["demo"]).stdout).toContain("all 8 as they should be");
  });

  it("conformance run reports in the reference's form and exit codes", () => {
    const vector = { id: "v", mode: "core", expected: "block", expected_error_code: "PIC_VERIFIER_FAILED", proposal: unsigned() };
    cli.file("conformance/core/v.json", vector);
    const { proposal: _, ...entry } = { ...vector, file: "core/v.json" };
    const manifest = cli.file("conformance/manifest.json", { version: "t", vectors: [entry] });
    const passed = cli.run(["conformance", "run", "--json"]);
    expect(passed).toMatchObject({ exit: 0, stderr: "" });
    expect(JSON.parse(passed.stdout)).toEqual({
      manifest_version: "t",
      selection: { total_in_manifest: 1, selected: 1, filter_modes: [], filter_ids: [] },
      results: [{ id: "v", mode: "core", passed: true, reason_code: null, message: null }],
      summary: { total: 1, passed: 1, failed: 0, all_passed: true, diagnostic: null, message: null },
      exit_code: 0,
    });
    cli.file("conformance/core/v.json", { ...vector, id: "w" });
    expect(cli.run(["conformance", "run", "--manifest", manifest]).exit).toBe(1);
    expect(cli.run(["conformance", "run", "--filter-id", "nope"]).exit).toBe(2);
    const absent = cli.run(["conformance", "run", "--manifest", "nowhere.json", "--json"]);
    expect(absent.exit).toBe(2);
    expect(JSON.parse(absent.stdout).summary.diagnostic).toBe("manifest_invalid");
  });
});
