import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { openAuditLog } from "../../src/node/audit/open-audit-log.js";
import { attest, generateKey, signerFromPem } from "../../src/node/sign.js";
import { decisionRecord } from "../support/audit-records.js";
import { ARGS, READ, unsigned } from "./cli-fixtures.js";
import { useCli } from "./cli-process.js";

const cli = useCli();
const { privateKeyPem, keyringEntry } = generateKey({
  id: "fin-ops",
  purpose: ["approve"],
  tools: ["payments.transfer"],
  impacts: ["money"],
});
const CONTEXT = '{"principal":"agent-7","session":"s1","tenant":"t1"}';
let config: string[];
let live: string[];

beforeAll(() => {
  const policy = {
    version: 1,
    tools: { "payments.transfer": { impact: "money", audit_args: ["/to"] }, "docs.search": { impact: "read" } },
  };
  config = ["--policy", cli.file("policy.json", policy), "--keys", cli.file("keys.json", { trusted_keys: { "fin-ops": keyringEntry } })];
  live = [...config, "--tool", "payments.transfer", "--args", `@${cli.file("args.json", ARGS)}`, "--context", CONTEXT];
});

let count = 0;
const approved = () => {
  count += 1;
  const signer = signerFromPem(privateKeyPem, { keyId: "fin-ops" });
  return attest(JSON.stringify(unsigned()), signer, { id: "inv-204", issuedAt: Date.now(), lifetimeSeconds: 600, nonce: `audit-${count}` });
};
const at = (name: string) => join(cli.folder(), name);
const verify = (proposal: unknown, flags: readonly string[]) => cli.run(["verify", "-", ...flags], { stdin: JSON.stringify(proposal) });
const bodies = (name: string) =>
  readFileSync(at(name), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line))
    .filter(({ kind }) => kind === "decision")
    .map(({ body }) => body);

describe("verify --audit", () => {
  it("records allow, second use and block, so that audit verify and the ledger have something to prove", async () => {
    const flags = [...live, "--ledger", `sqlite:${at("l.sqlite")}`, "--audit", "a.jsonl"];
    const payment = await approved();
    const first = verify(payment, [...flags, "--json"]);
    expect([first.exit, first.stderr]).toEqual([0, ""]);
    const { record } = JSON.parse(first.stdout);
    expect(record).toMatchObject({ audit: "a.jsonl", recorded: true });
    const second = verify(payment, flags);
    expect(second.exit).toBe(5);
    expect(second.stdout).toMatch(/\nrecorded in a\.jsonl as req_[0-9a-f]{32}\n/);
    expect(verify(unsigned(), flags).exit).toBe(4);

    const [allowed, used, blocked] = bodies("a.jsonl");
    expect(allowed).toMatchObject({
      request_id: record.request_id,
      verdict: "allow",
      code: "PIC_OK",
      single_use: "consumed",
      tool: "payments.transfer",
      context: { principal: "agent-7", session: "s1", tenant: "t1" },
      args: { "/to": "acct_7731" },
      binding: "full",
      observed: false,
      would_block: null,
      impact: { declared: "money", operator: "money" },
    });
    expect(allowed.evidence[0]).toMatchObject({ key_id: "fin-ops", status: "verified" });
    expect(allowed.idempotency_key).toMatch(/^ik_[0-9a-f]{40}$/);
    // Named by what it uses, so that both tries of one approval are one action to the tool's own backend.
    expect(used).toMatchObject({ verdict: "block", reason: "policy.already_used", idempotency_key: null });
    expect(blocked).toMatchObject({ verdict: "block", reason: "evidence.required", args_digest: allowed.args_digest });
    const whole = cli.run(["audit", "verify", "a.jsonl", "--ledger", `sqlite:${at("l.sqlite")}`, "--json"]);
    expect([whole.exit, JSON.parse(whole.stdout)]).toMatchObject([0, { whole: true, kinds: { decision: 3, opened: 2, closed: 3 } }]);
  });

  it("has the ledger keep the head, so that a log that was cut back is told", async () => {
    const flags = [...live, "--ledger", `sqlite:${at("h.sqlite")}`, "--audit", "h.jsonl"];
    for (let time = 0; time < 2; time += 1) expect(verify(await approved(), flags).exit).toBe(0);
    const lines = readFileSync(at("h.jsonl"), "utf8").split("\n");
    writeFileSync(at("h.jsonl"), `${lines.slice(0, 2).join("\n")}\n`);
    const cut = cli.run(["audit", "verify", "h.jsonl", "--ledger", `sqlite:${at("h.sqlite")}`]);
    expect(cut.exit).toBe(1);
    expect(cut.stdout).toContain("cut at record");
  });

  it("records without a ledger too", () => {
    const read = [...config, "--tool", "docs.search", "--args", `@${cli.file("q.json", READ.action.args)}`, "--context", CONTEXT];
    expect(verify(READ, [...read, "--audit", "r.jsonl"]).exit).toBe(0);
    expect(bodies("r.jsonl")).toMatchObject([{ verdict: "allow", single_use: "unchecked", tool: "docs.search" }]);
  });

  it("blocks an allow whose record does not fit the disk, and keeps its use spent; a block stays one", async () => {
    const ledger = ["--ledger", `sqlite:${at("full.sqlite")}`];
    const log = await openAuditLog({ file: at("full.jsonl") });
    // Larger than the ledger's files, which have the same bound.
    for (let size = 0; size < 400_000; size = statSync(at("full.jsonl")).size)
      await Promise.all(Array.from({ length: 64 }, () => log.append(decisionRecord())));
    await log.close();
    verify(await approved(), [...live, ...ledger]);
    // What opening writes fits, and no decision after it.
    const bound = Math.floor((statSync(at("full.jsonl")).size + 1500) / 1024);
    const bounded = (proposal: unknown) => {
      cli.file("full.json", proposal);
      const words = ["verify", "full.json", ...live, ...ledger, "--audit", "full.jsonl", "--json"].map((word) => `'${word}'`).join(" ");
      return cli.shell(`trap '' XFSZ; ulimit -f ${bound}; exec "$NODE" "$CLI" ${words}`);
    };
    const payment = await approved();
    const unrecorded = bounded(payment);
    expect(unrecorded.exit).toBe(70);
    expect(JSON.parse(unrecorded.stdout)).toMatchObject({
      verdict: "block",
      reason: "internal.audit_unavailable",
      single_use: "consumed",
      record: { recorded: false },
    });
    expect(JSON.parse(bounded(unsigned()).stdout)).toMatchObject({ reason: "evidence.required", record: { recorded: false } });
    expect(verify(payment, [...live, ...ledger]).stdout).toContain("policy.already_used");
  });

  it("refuses what no log can be kept in before anything is used up", async () => {
    const refused = verify(await approved(), [...live, "--ledger", `sqlite:${at("device.sqlite")}`, "--audit", "/dev/full", "--json"]);
    expect(refused.exit).toBe(6);
    expect(JSON.parse(refused.stdout)).toMatchObject({ code: null, error: { kind: "configuration", place: "--audit" } });
    expect(existsSync(at("device.sqlite"))).toBe(false);
  });

  it("uses nothing up where another process writes the log", async () => {
    const audit = await openAuditLog({ file: at("held.jsonl") });
    const payment = await approved();
    const flags = [...live, "--ledger", `sqlite:${at("held.sqlite")}`, "--audit", "held.jsonl"];
    expect(verify(payment, flags).exit).toBe(6);
    await audit.close();
    expect(verify(payment, flags).exit).toBe(0);
  });

  it.each<[string, () => readonly string[], string]>([
    ["a call that is not stated", () => [...config, "--unbound"], "--audit: needs --tool and --args"],
    ["nobody who asks", () => live.slice(0, -2), "--context: must say who asks"],
    ["a principal that is no text", () => [...live.slice(0, -1), '{"principal":7}'], "--context: must say who asks"],
  ])("is a usage error with %s", (_, flags, says) => {
    const { exit, stderr } = verify(unsigned(), [...flags(), "--audit", "none.jsonl"]);
    expect(exit).toBe(64);
    expect(stderr).toContain(says.split(": ")[1]);
    expect(existsSync(at("none.jsonl"))).toBe(false);
  });
});
