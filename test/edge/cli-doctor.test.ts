import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { openAuditLog } from "../../src/node/audit/open-audit-log.js";
import { openSqliteLedger } from "../../src/node/sqlite/ledger.js";
import { encodeBase64 } from "../../src/trust/base64.js";
import { testKey } from "../keys/test-only-keys.js";
import { decisionRecord } from "../support/audit-records.js";
import { NOT_RUN, POSTGRES_URL, scratchSchema } from "../support/postgres.js";
import { useCli } from "./cli-process.js";

const cli = useCli();
const starter = () => join(cli.folder(), "starter");
const at = (name: string) => join(starter(), name);
const FILES = ["--policy", "pic_policy.json", "--keys", "pic_keys.json", "--audience", "example-gate"];
const doctor = (...flags: readonly string[]) => cli.run(["doctor", ...FILES, ...flags], { cwd: starter() });
interface Told {
  readonly findings: readonly { readonly check: string; readonly about: string | null; readonly says: string }[];
  readonly probes: readonly { readonly probe: string; readonly ok: boolean }[];
  readonly checks: readonly { readonly check: string; readonly ok: boolean; readonly notes: readonly { readonly says: string }[] }[];
}
const json = (...flags: readonly string[]) => {
  const { exit, stdout, stderr } = doctor(...flags, "--json");
  expect(stdout.split("\n")).toHaveLength(2);
  return { exit, stderr, ...(JSON.parse(stdout) as Told) };
};
const told = ({ findings }: Told) => findings.map(({ check, about, says }) => `${check}: ${about === null ? "" : `${about}: `}${says}`);
/** Another text of a starter file for the time of one run. */
function changed<T>(name: string, change: (value: Record<string, never>) => object, run: () => T): T {
  const before = readFileSync(at(name), "utf8");
  writeFileSync(at(name), JSON.stringify(change(JSON.parse(before))));
  try {
    return run();
  } finally {
    writeFileSync(at(name), before);
  }
}
const withTool = (more: object) => (policy: { tools?: Record<string, object> }) => ({
  ...policy,
  tools: { "payments.transfer": { ...policy.tools?.["payments.transfer"], ...more } },
});

beforeAll(() => {
  expect(cli.run(["init", "starter"]).exit).toBe(0);
});

describe("doctor on what init writes", () => {
  it("finds nothing, as text and as one object, and leaves nothing", () => {
    const before = readdirSync(tmpdir()).filter((name) => /^countersign-doctor-/.test(name));
    const { exit, stdout, stderr } = doctor();
    expect([exit, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^payments\.transfer {2}forged signature +block +block trust\.signature_invalid +ok$/m);
    expect(stdout).toMatch(/^fine: 15 of 15 probes as they should be; checked coverage, places, clock,/m);
    expect(json()).toMatchObject({ exit: 0, findings: [] });
    expect(readdirSync(tmpdir()).filter((name) => /^countersign-doctor-/.test(name))).toEqual(before);
  });

  it("reads no private key", () => {
    chmodSync(at("keys"), 0o000);
    try {
      expect(doctor().exit).toBe(0);
    } finally {
      chmodSync(at("keys"), 0o700);
    }
  });

  it("looks at ledger and audit and changes neither", async () => {
    const live = ["--tool", "payments.transfer", "--args", "@example/args.json", "--context", '{"principal":"agent-1"}'];
    const kept = ["--ledger", "sqlite:used.sqlite", "--audit", "used.jsonl"];
    expect(cli.run(["verify", "example/signed.json", ...FILES, ...live, ...kept], { cwd: starter() }).exit).toBe(0);
    const bytes = () => ["used.sqlite", "used.jsonl"].map((name) => readFileSync(at(name)).toString("hex"));
    const before = bytes();
    const report = json(...kept);
    expect([report.exit, told(report)]).toEqual([0, []]);
    expect(report.probes.every(({ ok }) => ok)).toBe(true);
    expect(bytes()).toEqual(before);
    // What the trial used up is still good, and what the operator used up is still used.
    expect(cli.run(["verify", "example/signed.json", ...FILES, ...live, ...kept], { cwd: starter() }).exit).toBe(5);
  });

  it("is told at another time: what the keys and files say of it", () => {
    const report = json("--now", "1970-01-02T00:00:00Z");
    expect(report.exit).toBe(1);
    expect(told(report)[0]).toMatch(/^clock: the clock says 1970-01-02T00:00:00Z: it was never set/);
    expect(told(json("--now", "2100-01-01T00:00:00Z")).join("\n")).toMatch(/keys: no key is in force/);
  });
});

describe("doctor finds", () => {
  it("a clock behind the files", () => {
    const { atimeMs, mtimeMs } = statSync(at("pic_policy.json"));
    utimesSync(at("pic_policy.json"), atimeMs / 1000, mtimeMs / 1000 + 7200);
    try {
      expect(told(json())).toEqual([expect.stringMatching(/^clock: pic_policy\.json: was written at .*: the clock is behind$/)]);
    } finally {
      utimesSync(at("pic_policy.json"), atimeMs / 1000, mtimeMs / 1000);
    }
  });

  it("loose modes and folders, and files where evidence is brought", () => {
    chmodSync(at("pic_keys.json"), 0o666);
    try {
      expect(told(json())).toEqual(["places: pic_keys.json: keys: anybody may write it (mode 0666); chmod go-w"]);
    } finally {
      chmodSync(at("pic_keys.json"), 0o644);
    }
    const root = told(json("--evidence-root", "."));
    expect(root).toHaveLength(2);
    expect(root[0]).toContain("policy: lies under the evidence root");
    mkdirSync(at("evidence"));
    expect(json("--evidence-root", "evidence").exit).toBe(0);
  });

  it("keys that end soon, and demands that nobody can meet", () => {
    const soon = new Date(Date.now() + 86_400_000).toISOString();
    type Keys = { trusted_keys: Record<string, object> };
    const end = (expires_at: string) => (keys: object) => {
      const { trusted_keys } = keys as Keys;
      return { trusted_keys: Object.fromEntries(Object.entries(trusted_keys).map(([id, key]) => [id, { ...key, expires_at }])) };
    };
    expect(changed("pic_keys.json", end(soon), () => told(json()))).toEqual(
      ["finance-1", "finance-2", "requester"].map((id) =>
        expect.stringMatching(new RegExp(`^keys: ${id}: ok, ends within (a day|2 days) `)),
      ),
    );
    expect(changed("pic_keys.json", end("2026-01-01T00:00:00Z"), () => told(json()))).toEqual([
      "keys: no key is in force: whatever needs a signature is blocked",
      expect.stringMatching(/^approvals: payments\.transfer: asks for 1 owner in the role finance, and the keyring has none/),
    ]);
  });

  it("what is only observed, loudly", () => {
    const until = new Date(Date.now() + 86_400_000).toISOString();
    const report = changed("pic_policy.json", withTool({ observe: { until } }), () => json());
    expect(report.exit).toBe(1);
    const lines = told(report);
    expect(lines[0]).toBe(
      "probes: payments.transfer: second use: LET RUN, since the tool is only observed; it would be blocked for policy.already_used",
    );
    expect(lines.at(-1)).toMatch(/^observation: payments\.transfer: only OBSERVED until .*LET RUN until then/);
  });

  it("a tool whose arguments nobody can make up, until an example shows them", () => {
    const args = { type: "object", properties: { t: { type: "string", not: { pattern: "^[xa1]$" } } }, required: ["t"] };
    const odd = withTool({ args, limits: undefined, audit_args: undefined });
    const proposal = JSON.parse(readFileSync(at("example/proposal.json"), "utf8"));
    const example = cli.file("starter/mine.json", { ...proposal, action: { ...proposal.action, args: { t: "rare" } } });
    const asCase = cli.file("starter/mine.case.json", {
      title: "rare",
      call: { tool: "payments.transfer", args: { t: "rare" } },
      context: { principal: "agent-1" },
      now: "2026-10-01T12:00:00Z",
      expect: { verdict: "block" },
    });
    changed("pic_policy.json", odd, () => {
      expect(told(json())).toEqual([
        "coverage: payments.transfer: no arguments were found that the policy takes, so nothing was tried with them; give a call that it takes with --example FILE",
      ]);
      for (const file of [example, asCase]) expect(told(json("--example", file))).toEqual([]);
    });
  });

  it("a ledger that is not there, is newer, or is none", async () => {
    expect(told(json("--ledger", "sqlite:absent.sqlite"))).toEqual([
      `ledger: ${at("absent.sqlite")}: does not exist: its name is misspelt, or no gate has used it yet`,
    ]);
    expect(existsSync(at("absent.sqlite"))).toBe(false);
    await (await openSqliteLedger({ file: at("newer.sqlite") })).close();
    const { default: Sqlite } = await import("better-sqlite3");
    const database = new Sqlite(at("newer.sqlite"));
    database.pragma("user_version = 99");
    database.close();
    expect(told(json("--ledger", "sqlite:newer.sqlite"))).toEqual([expect.stringContaining("was written by a newer version (schema 99")]);
    writeFileSync(at("text.sqlite"), "no ledger at all, and longer than a header is");
    expect(told(json("--ledger", "sqlite:text.sqlite"))).toEqual([expect.stringContaining("is not a SQLite file")]);
    writeFileSync(at("fresh.sqlite"), "");
    expect(json("--ledger", "sqlite:fresh.sqlite").exit).toBe(0);
    expect(statSync(at("fresh.sqlite")).size).toBe(0);
  });

  it("an audit log that was altered, lost its checkpoints, or tells of broken glass", async () => {
    const key = testKey("test-receipts");
    const notary = { public_key: encodeBase64(key.publicKey), purpose: "checkpoint" };
    const audit = await openAuditLog({ file: at("glass.jsonl") });
    const { decision } = decisionRecord();
    const break_glass = { rule: "outage", key_ids: ["a", "b"], set_aside: ["finance-approves"] };
    await audit.append(
      decisionRecord({ request_id: "req_glass001", decision: { ...decision, facts: { ...decision.facts, break_glass } } }),
    );
    await audit.close();
    const [use] = told(json("--audit", "glass.jsonl"));
    expect(use).toMatch(/^audit: .*glass\.jsonl: BROKEN GLASS at .*: payments\.transfer by .*\(countersign audit show req_glass001\)$/);
    const later = json("--audit", "glass.jsonl", "--now", new Date(Date.now() + 31 * 86_400_000).toISOString());
    expect(later.checks.find(({ check }) => check === "audit")).toMatchObject({ ok: true });
    const named = (keys: object) => {
      const { trusted_keys } = keys as { trusted_keys: object };
      return { trusted_keys: { ...trusted_keys, notary } };
    };
    expect(changed("pic_keys.json", named, () => told(json("--audit", "glass.jsonl")))[0]).toMatch(/no_checkpoint/);
    writeFileSync(at("glass.jsonl"), readFileSync(at("glass.jsonl"), "utf8").replace('"PIC_OK"', '"PIC_NO"'));
    expect(told(json("--audit", "glass.jsonl"))[0]).toMatch(/glass\.jsonl: altered at line 2 \(record 1\): this record was altered/);
    expect(told(json("--audit", "absent.jsonl"))).toEqual([`audit: ${at("absent.jsonl")}: does not exist`]);
  });

  it("the text of an operator's file as text, whatever stands in it", () => {
    const report = changed("pic_policy.json", withTool({ limits: [{ id: "per\u202eday", amount: "/amount_minor", max: 5 }] }), () =>
      doctor(),
    );
    expect(report.stdout).not.toContain("\u202e");
  });
});

describe("doctor's command line", () => {
  it.each<[string, readonly string[], number]>([
    ["an operand", ["doctor", "x"], 64],
    ["a tool that is not there", ["doctor", ...FILES, "--tool", "payments.transfr"], 64],
    ["an address that is none", ["doctor", ...FILES, "--ledger", "redis://x"], 64],
    ["no keys", ["doctor", "--policy", "pic_policy.json"], 6],
    ["keys that do not load", ["doctor", "--policy", "pic_policy.json", "--keys", "pic_policy.json"], 6],
    ["a policy that does not load", ["doctor", "--policy", "pic_keys.json", "--keys", "pic_keys.json"], 6],
    ["no such evidence root", ["doctor", ...FILES, "--evidence-root", "absent"], 6],
    ["an example that is none", ["doctor", ...FILES, "--example", "pic_keys.json"], 1],
    ["an example that is not there", ["doctor", ...FILES, "--example", "absent.json"], 1],
  ])("with %s is a fault, in one object", (_, args, exit) => {
    const run = cli.run([...args, "--json"], { cwd: starter() });
    expect(run.exit).toBe(exit);
    expect(JSON.parse(run.stdout)).toMatchObject({ verdict: "block", code: null });
  });

  it("says the name that was probably meant", () => {
    expect(doctor("--tool", "payments.transfr").stderr).toContain('did you mean "payments.transfer"');
  });
});

describe.skipIf(POSTGRES_URL === undefined)(`doctor with PostgreSQL${POSTGRES_URL === undefined ? ` (${NOT_RUN})` : ""}`, () => {
  it("tries in schemas of its own, and drops them", async () => {
    const database = await scratchSchema();
    const schemas = async () =>
      (await database.query("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'countersign%' ORDER BY 1")).rows;
    const before = await schemas();
    const report = json("--ledger", POSTGRES_URL as string);
    expect(report.probes.every(({ ok }) => ok)).toBe(true);
    expect(report.checks.find(({ check }) => check === "coverage")).toMatchObject({ ok: true, notes: [] });
    expect(await schemas()).toEqual(before);
    await database.drop();
  });
});

describe("doctor with a database that does not answer", () => {
  it("says so, without its password, and tries in memory", () => {
    const report = json("--ledger", "postgresql://u:hunter2@127.0.0.1:1/x");
    expect(report.exit).toBe(1);
    expect(told(report)).toEqual([
      "coverage: the ledger's database gave no answer (ECONNREFUSED); uses were tried on a ledger in memory",
      "ledger: the database: the ledger's database gave no answer (ECONNREFUSED)",
    ]);
    expect(JSON.stringify(report)).not.toContain("hunter2");
  });
});
