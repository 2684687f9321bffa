import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { openAuditLog } from "../../src/node/audit/open-audit-log.js";
import { openSqliteLedger } from "../../src/node/sqlite/ledger.js";
import { encodeBase64 } from "../../src/trust/base64.js";
import { testKey } from "../keys/test-only-keys.js";
import { decisionRecord, outcomeRecord } from "../support/audit-records.js";
import { ManualClock } from "../support/manual-clock.js";
import { useCli } from "./cli-process.js";

const cli = useCli();
const key = testKey("test-receipts");
const observedBlock = { code: "PIC_POLICY_VIOLATION", reason: "policy.denied", path: "/action/tool", issues: [], more_issues: 0 } as const;
let file = "";
let text = "";
let keys = "";

beforeAll(async () => {
  file = `${cli.folder()}/audit.jsonl`;
  const audit = await openAuditLog({
    file,
    clock: new ManualClock(),
    checkpoint: { signer: { keyId: "notary", publicKey: key.publicKey, sign: key.sign } },
  });
  const { decision } = decisionRecord();
  await audit.append(decisionRecord({ request_id: "req_allowed1" }));
  await audit.append(outcomeRecord("started", "req_allowed1"));
  await audit.append(outcomeRecord("succeeded", "req_allowed1"));
  const blocked = {
    ...decision,
    verdict: "block",
    code: "PIC_EVIDENCE_FAILED",
    reason: "trust.key_expired",
    path: "/evidence/0/key_id",
  } as const;
  await audit.append(decisionRecord({ request_id: "req_blocked1", decision: blocked, context: { principal: "agent\u202e\u001b[2J" } }));
  await audit.append(decisionRecord({ request_id: "req_observed", observed: true, would_block: observedBlock }));
  await audit.append(decisionRecord({ request_id: "req_started1" }));
  await audit.append(outcomeRecord("started", "req_started1"));
  await audit.close();
  text = readFileSync(file, "latin1");
  keys = cli.file("keys.json", { trusted_keys: { notary: { public_key: encodeBase64(key.publicKey), purpose: "checkpoint" } } });
});

const json = (args: readonly string[]) => {
  const { exit, stdout } = cli.run([...args, "--json"]);
  return { exit, ...JSON.parse(stdout) };
};
const variant = (name: string, change: (text: string) => string) => cli.file(name, change(text));

describe("audit verify", () => {
  it("says that a log is whole, and what vouches for it", () => {
    const { exit, stdout, stderr } = cli.run(["audit", "verify", file, "--keys", keys]);
    expect([exit, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(
      /^whole: .*, 11 records\ncheckpoints: 2 hold, the last covers record 9; 1 after it\nhead [0-9a-f]{32}:10:[0-9a-f]{64}\nkeys /,
    );
    expect(json(["audit", "verify", file])).toMatchObject({
      exit: 0,
      whole: true,
      records: 11,
      kinds: { log: 1, decision: 4, outcome: 3, checkpoint: 2, closed: 1 },
      checkpoints: { verified: 0, covered: null },
      findings: [],
    });
  });

  it.each([
    ["an edited record", (log: string) => log.replace("req_blocked1", "req_blocked2"), ["altered"]],
    ["a removed record", (log: string) => log.split("\n").toSpliced(4, 1).join("\n"), ["missing"]],
    ["reordered records", (log: string) => swapLines(log, 3, 4), ["missing", "out_of_order", "missing"]],
    ["a torn tail", (log: string) => log.slice(0, -30), ["torn_tail"]],
    ["another file", () => "hello\n", ["not_a_log"]],
    ["a line as long as a disk", (log: string) => `${log}${"x".repeat(3_000_000)}\n`, ["not_a_record"]],
    ["a torn line as long as a disk", (log: string) => `${log}${"x".repeat(3_000_000)}`, ["torn_tail"]],
    ["an empty file", () => "", ["not_a_log"]],
  ])("finds %s", (name, change, reasons) => {
    const report = json(["audit", "verify", variant(`${name}.jsonl`, change)]);
    expect([report.exit, report.whole, report.findings.map(({ reason }: { reason: string }) => reason)]).toEqual([1, false, reasons]);
  });

  it("says where a line begins that is longer than what it reads at once", () => {
    const long = (end: string) => variant("long.jsonl", (log) => `${log}${"x".repeat(3_000_000)}${end}`);
    expect(json(["audit", "verify", long("\n")]).findings).toMatchObject([{ reason: "not_a_record", line: 12, offset: text.length }]);
    expect(json(["audit", "verify", long("")]).findings).toMatchObject([{ reason: "torn_tail", line: 12, offset: text.length }]);
  });

  it("says where", () => {
    const edited = variant("edited.jsonl", (log) => log.replace("req_blocked1", "req_blocked2"));
    const { exit, stdout } = cli.run(["audit", "verify", edited]);
    const line = text.split("\n").findIndex((one) => one.includes("req_blocked1"));
    const offset = text.split("\n").slice(0, line).join("\n").length + 1;
    expect(exit).toBe(1);
    expect(stdout).toContain(`altered at line ${line + 1}, byte ${offset}, record ${line}: this record was altered`);
  });

  it("finds a cut by a head that was kept elsewhere", () => {
    const { stdout: head } = cli.run(["audit", "head", file]);
    expect(json(["audit", "verify", file, "--expect-head", head.trim()]).exit).toBe(0);
    const cut = variant("cut.jsonl", (log) => `${log.trimEnd().split("\n").slice(0, 5).join("\n")}\n`);
    expect(json(["audit", "verify", cut]).exit).toBe(0);
    for (const expected of [head.trim(), head.trim().split(":")[2] as string]) {
      const report = json(["audit", "verify", cut, "--expect-head", expected]);
      expect([report.exit, report.findings[0].reason]).toEqual([1, "cut"]);
    }
  });

  it("finds a cut by the head that the ledger keeps, and a log that the ledger does not know", async () => {
    const address = `sqlite:${cli.folder()}/ledger.sqlite`;
    const { log, seq, hash } = JSON.parse(text.split("\n")[6] ?? "");
    const ledger = await openSqliteLedger({ file: `${cli.folder()}/ledger.sqlite` });
    await ledger.consume({ attestations: [], nonce: "n", budgets: [], head: { log, seq, hash }, now: Date.now() });
    await ledger.close();
    expect(json(["audit", "verify", file, "--ledger", address])).toMatchObject({ exit: 0, findings: [], ledger_head: { log, seq, hash } });
    expect(cli.run(["audit", "verify", file, "--ledger", address]).stdout).toContain(
      `\nledger: keeps record ${seq}; ${10 - seq} after it\n`,
    );
    const cut = variant("ledger-cut.jsonl", (whole) => `${whole.split("\n").slice(0, 6).join("\n")}\n`);
    expect(json(["audit", "verify", cut])).toMatchObject({ exit: 0 });
    expect(json(["audit", "verify", cut, "--ledger", address])).toMatchObject({ exit: 1, findings: [{ reason: "cut", seq: 6 }] });
    const other = `${cli.folder()}/other.jsonl`;
    await (await openAuditLog({ file: other })).close();
    expect(json(["audit", "verify", other, "--ledger", address])).toMatchObject({ exit: 1, findings: [{ reason: "unknown_to_ledger" }] });
    expect(json(["audit", "verify", cli.file("none.jsonl", "x\n"), "--ledger", address])).toMatchObject({
      exit: 1,
      findings: [{ reason: "not_a_log" }],
    });
  });

  it("does not make a ledger, nor repeat an address", () => {
    expect(cli.run(["audit", "verify", file, "--ledger", "sqlite:nowhere.sqlite"]).exit).toBe(1);
    expect(existsSync(`${cli.folder()}/nowhere.sqlite`)).toBe(false);
    const wrong = cli.run(["audit", "verify", file, "--ledger", "mysql://root:secret@db"]);
    expect([wrong.exit, wrong.stderr.includes("secret")]).toEqual([64, false]);
  });

  it("finds that checkpoints were taken out", () => {
    const headOnly = variant("no-checkpoint.jsonl", (log) => `${log.split("\n")[0]}\n`);
    expect(json(["audit", "verify", headOnly, "--keys", keys])).toMatchObject({ exit: 1, findings: [{ reason: "no_checkpoint" }] });
    expect(json(["audit", "verify", headOnly]).exit).toBe(0);
  });

  it.each([
    [["audit", "verify"], 64],
    [["audit", "verify", "a", "b"], 64],
    [["audit", "verify", "nowhere.jsonl"], 1],
    [["audit", "verify", "."], 1],
    [["audit", "verify", "keys.json", "--expect-head", "x"], 64],
    [["audit", "verify", "keys.json", "--keys", "nowhere.json"], 6],
    [["audit", "nothing"], 64],
    [["audit"], 64],
    [["audit", "head", "keys.json"], 1],
    [["audit", "tail", "keys.json", "--lines", "0"], 64],
    [["audit", "show", "keys.json"], 64],
    [["audit", "show", "keys.json", "x y"], 64],
    [["audit", "show", "keys.json", ""], 64],
  ])("%j exits %i", (args, exit) => {
    const run = cli.run(args);
    expect([run.exit, run.stderr.startsWith("countersign: ")]).toEqual([exit, true]);
  });
});

describe("audit tail", () => {
  it("shows the last decisions, and what became of them", () => {
    const { exit, stdout } = cli.run(["audit", "tail", file]);
    expect(exit).toBe(0);
    expect(stdout.split("\n").map((line) => line.trim().split(/ {2,}/))).toEqual([
      ["time", "verdict", "reason", "tool", "principal", "request", "outcome"],
      ["2026-10-01T12:00:00Z", "allow", "PIC_OK", "payments.transfer", "agent-7", "req_allowed1", "succeeded"],
      ["2026-10-01T12:00:00Z", "block", "trust.key_expired", "payments.transfer", "agent\\u{202e}\\u{1b}[2J", "req_blocked1"],
      ["2026-10-01T12:00:00Z", "OBSERVED", "policy.denied", "payments.transfer", "agent-7", "req_observed"],
      ["2026-10-01T12:00:00Z", "allow", "PIC_OK", "payments.transfer", "agent-7", "req_started1", "unknown"],
      [""],
    ]);
  });

  it("shows as many as are asked for, as one object where that is asked for", () => {
    const { exit, decisions } = json(["audit", "tail", file, "--lines", "2"]);
    expect(exit).toBe(0);
    expect(decisions).toMatchObject([
      { request_id: "req_observed", verdict: "OBSERVED", observed: true, outcome: "" },
      { request_id: "req_started1", verdict: "allow", outcome: "unknown", altered: false },
    ]);
  });

  it("shows an altered record as such", () => {
    const edited = variant("tail.jsonl", (log) => log.replace("req_started1", "req_started2"));
    const { exit, stdout } = cli.run(["audit", "tail", edited]);
    expect([exit, stdout.includes("ALTERED")]).toEqual([1, true]);
  });

  it.each([
    ["nothing", ""],
    ["no record", "hello\n"],
    ["half a record", '{"at":"'],
  ])("refuses a file with %s in it", (name, content) => {
    const { exit, stdout, stderr } = cli.run(["audit", "tail", variant(`tail ${name}.jsonl`, () => content)]);
    expect([exit, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("holds no record of an audit log");
  });

  it("tells lines that are no records, where a decision may have stood", () => {
    const gap = variant("gap.jsonl", (log) => log.replace(/^.*"req_blocked1".*$/m, "x"));
    const { exit, stdout } = cli.run(["audit", "tail", gap]);
    expect(exit).toBe(1);
    expect(stdout).toMatch(/\n1 of the lines read are no records; see `countersign audit verify`\n$/);
    expect(json(["audit", "tail", gap])).toMatchObject({ exit: 1, unreadable_lines: 1 });
    expect(json(["audit", "tail", file])).toMatchObject({ exit: 0, unreadable_lines: 0 });
  });

  it("reads a log of many megabytes from its end", () => {
    const padding = `${"x".repeat(60_000)}\n`.repeat(60);
    const long = variant("long.jsonl", (log) => `${log.split("\n")[0]}\n${padding}${log}${"y".repeat(200_000)}`);
    expect(json(["audit", "tail", long]).decisions.length).toBe(4);
    expect(cli.run(["audit", "head", long]).stdout).toBe(cli.run(["audit", "head", file]).stdout);
  });

  it("paints only where that is asked for, and minds a reader that went away", () => {
    expect(cli.run(["audit", "tail", file], { env: { FORCE_COLOR: "1" } }).stdout).toContain("\u001b[31mOBSERVED\u001b[0m");
    expect(cli.run(["audit", "tail", file], { env: { NO_COLOR: "1" } }).stdout).not.toContain("\u001b");
    const { stdout, stderr } = cli.shell(`"$NODE" "$CLI" audit tail audit.jsonl | true; echo "\${PIPESTATUS[0]}"`);
    expect([["70\n", "0\n"].includes(stdout), stderr]).toEqual([true, ""]);
  });
});

describe("audit show", () => {
  it("shows a decision and its outcomes", () => {
    const { exit, stdout } = cli.run(["audit", "show", file, "req_allowed1"]);
    expect(exit).toBe(0);
    expect(stdout).toMatch(/^2026-10-01T12:00:00Z {2}decision {2}record 1\n/);
    expect(stdout).toMatch(/\n {2}verdict +allow\n/);
    expect(stdout).toMatch(/\n {2}args +\{"\/amount_minor":48200\}\n/);
    expect(stdout).toMatch(/outcome: succeeded\n$/);
    expect(json(["audit", "show", file, "req_allowed1"])).toMatchObject({
      outcome: "succeeded",
      records: [{ kind: "decision" }, { kind: "outcome" }, { kind: "outcome" }],
    });
  });

  it("says unknown of an action that was started and never ended", () => {
    expect(json(["audit", "show", file, "req_started1"])).toMatchObject({ exit: 0, outcome: "unknown" });
  });

  it("is loud about what was only observed", () => {
    expect(cli.run(["audit", "show", file, "req_observed"]).stdout).toMatch(/^OBSERVED: /);
  });

  it("shows nothing unescaped, and says where there is nothing", () => {
    const { stdout } = cli.run(["audit", "show", file, "req_blocked1"]);
    expect(stdout).toMatch(/^[\x20-\x7e\n]+$/);
    expect(stdout).toMatch(/outcome: none recorded\n$/);
    expect(json(["audit", "show", file, "req_nowhere1"])).toMatchObject({ exit: 1, outcome: null, records: [] });
  });

  it("shows an altered record as such", () => {
    const edited = variant("show.jsonl", (log) => log.replace('"amount_minor":48200', '"amount_minor":1').replace("48200", "48201"));
    expect(json(["audit", "show", edited, "req_allowed1"])).toMatchObject({
      exit: 1,
      records: [{ altered: true }, { altered: false }, { altered: false }],
    });
  });
});

describe("a log that a gate is writing", () => {
  it("can be verified meanwhile", async () => {
    const live = `${cli.folder()}/live.jsonl`;
    const audit = await openAuditLog({ file: live, durability: "os" });
    let going = true;
    const writing = (async () => {
      for (let at = 0; going; at += 1) {
        await Promise.all(Array.from({ length: 20 }, (_, n) => audit.append(decisionRecord({ request_id: `req_${at}_0000${n}` }))));
        await new Promise(setImmediate);
      }
    })();
    const { exit, stdout } = await cli.start(["audit", "verify", live, "--json"]);
    going = false;
    await writing;
    await audit.close();
    expect([exit, JSON.parse(stdout).findings]).toEqual([0, []]);
    writeFileSync(live, "");
  });
});

function swapLines(log: string, a: number, b: number): string {
  const lines = log.split("\n");
  return lines.map((line, at) => (at === a ? lines[b] : at === b ? lines[a] : line)).join("\n");
}
