import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Command } from "../../src/cli/command.js";
import { command as approveStored } from "../../src/cli/commands/approvals-approve.js";
import { command as deny } from "../../src/cli/commands/approvals-deny.js";
import { command as list } from "../../src/cli/commands/approvals-list.js";
import { command as show } from "../../src/cli/commands/approvals-show.js";
import type { ApprovalStore } from "../../src/gate/approval-store.js";
import { openLedger } from "../../src/node/open-ledger.js";
import { generateKey } from "../../src/node/sign.js";
import { approvalAction } from "../../src/sign/approval-action.js";
import { type ApprovalRequestParts, approvalRequestFor } from "../../src/sign/approval-request-for.js";
import { approve } from "../../src/sign/approve.js";
import { proposalFor } from "../../src/sign/proposal-for.js";
import { readApprovalRequest } from "../../src/sign/read-approval-request.js";
import type { SignatureEvidence } from "../../src/wire/proposal.js";
import { testKey } from "../keys/test-only-keys.js";
import { typingTerminal } from "../support/typing-terminal.js";

const NOW = Date.UTC(2026, 9, 1, 12);
const TOOL = "payments.transfer";
// The store goes by the machine's time, so what stands here ends in a far year.
const END = Date.UTC(2199, 0, 1);

let folder = "";
let ledger = "";
const at = (name: string) => join(folder, name);
const file = (name: string, content: unknown) => {
  writeFileSync(at(name), typeof content === "string" ? content : JSON.stringify(content));
  return at(name);
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "countersign-approvals-"));
  const trusted: Record<string, unknown> = {};
  for (const id of ["alice", "bob", "agent-7"]) {
    const { privateKeyPem, keyringEntry } = generateKey({
      id,
      purpose: ["approve"],
      tools: [TOOL],
      impacts: ["money"],
      roles: ["finance"],
      owner: id,
    });
    trusted[id] = keyringEntry;
    file(`${id}.pem`, privateKeyPem);
  }
  file("keys.json", { trusted_keys: trusted, revoked_keys: [] });
  const approvals = [{ id: "two-eyes", count: 2, role: "finance" }];
  file("policy.json", {
    version: 1,
    tools: { [TOOL]: { impact: "money", max_attestation_lifetime: 10_000_000_000, approvals, separation: { id: "not-oneself" } } },
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;
beforeEach(async () => {
  count += 1;
  ledger = `sqlite:${at(`ledger-${count}.sqlite`)}`;
  await inStore(async () => undefined);
});

async function inStore<T>(use: (store: ApprovalStore) => Promise<T>): Promise<T> {
  const opened = await openLedger(ledger);
  try {
    return await use(opened.approvals as ApprovalStore);
  } finally {
    await opened.close();
  }
}

function asked(over: Partial<ApprovalRequestParts> = {}, args: object = { to: "acct_7731" }) {
  const proposal = proposalFor({ tool: TOOL, args, intent: "Pay", impact: "money", sources: [], claims: [], approvers: 2 });
  return approvalRequestFor({
    proposal,
    impact: "money",
    principal: "agent-7",
    audience: "billing",
    issuedAt: NOW,
    expiresAt: END,
    nonce: "n-1",
    ...over,
  });
}

/** Keeps a request as a gate does. */
async function keep(request = asked()) {
  const action = approvalAction(request.proposal, { principal: `${request.principal}`, tenant: null, audience: "billing" });
  await inStore((store) => store.open({ request, nonce: request.attestation.x_nonce as string, action, expiresAt: END }));
  return request;
}

async function run(command: Command, args: readonly string[], answers: readonly string[] | null = null) {
  const terminal = answers === null ? null : typingTerminal(answers);
  const shell = { env: {}, cwd: folder, now: NOW, colour: async () => false, terminal: async () => terminal };
  const reply = await command.run(args, shell).catch((error: Error & { place?: string }) => ({
    exit: error.name,
    stdout: "",
    stderr: `${error.place ?? ""}: ${error.message}`,
  }));
  return { ...reply, screen: terminal?.screen() ?? "" };
}

const keysOf = (id: string) => ["--key", at(`${id}.pem`), "--key-id", id, "--keys", at("keys.json"), "--policy", at("policy.json")];

describe("approvals list", () => {
  it("shows what stands, oldest first, with how many signed", async () => {
    expect(await run(list, ["--ledger", ledger])).toMatchObject({ exit: 0, stdout: "none\n" });
    const first = await keep();
    const second = await keep(asked({ principal: null, nonce: "n-2" }, { to: "\u202eacct" }));
    const entry = await approve(first, testKey("test-approver"), { id: "approval-1" });
    await inStore((store) => store.sign("n-1", entry));
    await inStore((store) => store.deny("n-2"));
    expect((await run(list, ["--ledger", ledger, "--policy", at("policy.json")])).stdout).toBe(
      [
        "code            tool               impact  principal  state    ends                  signed  nonce",
        `${first.code}  payments.transfer  money   agent-7    pending  2199-01-01T00:00:00Z  1 of 2  n-1`,
        `${second.code}  payments.transfer  money   -          denied   2199-01-01T00:00:00Z  0 of 2  n-2`,
        "",
      ].join("\n"),
    );
    const { approvals, damaged } = JSON.parse((await run(list, ["--ledger", ledger, "--json"])).stdout);
    expect(damaged).toEqual([]);
    expect(approvals[0]).toEqual({
      code: first.code,
      nonce: "n-1",
      tool: TOOL,
      impact: "money",
      principal: "agent-7",
      state: "pending",
      expires_at: "2199-01-01T00:00:00Z",
      signed: [{ id: "approval-1", key_id: "test-approver" }],
      needed: null,
    });
  });

  it("tells a damaged request, and lists the others", async () => {
    const good = await keep();
    await keep({ ...asked({ nonce: "n-2" }, {}), principal: "cfo\u001b[2J" });
    const { exit, stdout } = await run(list, ["--ledger", ledger]);
    expect(exit).toBe(1);
    expect(stdout).toContain(good.code);
    expect(stdout).toContain(
      "the stored request n-2 is damaged: this is no approval request that can be signed: code is not the code of this request\n",
    );
    expect(stdout).not.toContain("\u001b");
  });

  it("tells one whose text the store has lost, lists the others, and lets it be denied", async () => {
    const good = await keep();
    await keep(asked({ nonce: "n-2" }, {}));
    await keep(asked({ nonce: "n-3" }, { to: "x" }));
    const database = new Sqlite(ledger.slice("sqlite:".length));
    database.exec("UPDATE approvals SET request = '{' WHERE nonce = 'n-2'; UPDATE approvals SET evidence = '{}' WHERE nonce = 'n-3'");
    database.close();
    const { exit, stdout } = await run(list, ["--ledger", ledger]);
    expect([exit, stdout.includes(good.code), stdout.match(/the stored request n-[23] is damaged/g)?.length]).toEqual([1, true, 2]);
    expect(await run(show, ["n-2", "--ledger", ledger])).toMatchObject({
      exit: "UnreadableError",
      stderr: expect.stringMatching(/damaged/),
    });
    await expect(inStore((store) => store.sign("n-3", {} as SignatureEvidence))).rejects.toThrow("damaged");
    expect(await run(deny, ["n-2", "--ledger", ledger])).toMatchObject({ exit: 0, stdout: "denied n-2\n" });
    expect((await run(show, [good.code, "--ledger", ledger])).exit).toBe(0);
  });

  it("makes no ledger where there is none, and repeats no address", async () => {
    file("empty.sqlite", "");
    const empty = at("empty.sqlite");
    expect(await run(list, ["--ledger", `sqlite:${empty}`])).toMatchObject({
      exit: "ConfigurationError",
      stderr: expect.stringMatching(/no gate has made a ledger of it/),
    });
    expect(statSync(empty).size).toBe(0);
    const before = readdirSync(folder);
    expect(await run(list, ["--ledger", "sqlite:absent.sqlite"])).toMatchObject({ exit: "UnreadableError" });
    expect(readdirSync(folder)).toEqual(before);
    for (const address of [undefined, "mysql://root:secret@h/d"]) {
      const refused = await run(list, address === undefined ? [] : ["--ledger", address]);
      expect(refused).toMatchObject({ exit: "UsageError", stderr: expect.stringMatching(/^--ledger: /) });
      expect(refused.stderr).not.toContain("secret");
    }
    file("odd.sqlite", "this is no database, and longer than a header of one would be: ".repeat(4));
    expect(await run(list, ["--ledger", `sqlite:${at("odd.sqlite")}`])).toMatchObject({ exit: "ConfigurationError" });
  });
});

describe("approvals show", () => {
  it("finds by nonce, by code and by code as it is spoken, and shows the approver's page", async () => {
    const { code } = await keep();
    const spoken = code.toLowerCase().replaceAll("-", "").replaceAll("0", "o").replaceAll("1", "l");
    for (const word of ["n-1", code, spoken]) {
      const { exit, stdout } = await run(show, [word, "--ledger", ledger, "--policy", at("policy.json"), "--keys", at("keys.json")]);
      expect(exit).toBe(0);
      expect(stdout).toContain(`Approval request ${code}\n`);
      expect(stdout).toContain("  - rule two-eyes: 2 owners in the role finance, 0 so far\n");
      expect(stdout).toContain('  /to = "acct_7731" (9 characters)\n');
    }
    expect(await run(show, ["n-9", "--ledger", ledger])).toMatchObject({
      exit: "UsageError",
      stderr: expect.stringMatching(/^n-9: .*no request/),
    });
  });

  it("gives the request as JSON that approve takes, and says that one is denied", async () => {
    const request = await keep();
    const entry = await approve(request, testKey("test-approver"), { id: "approval-1" });
    await inStore((store) => store.sign("n-1", entry));
    const shown = readApprovalRequest((await run(show, ["n-1", "--ledger", ledger, "--json"])).stdout);
    expect(shown).toEqual({ ...request, proposal: { ...request.proposal, evidence: [entry] } });
    await inStore((store) => store.deny("n-1"));
    expect((await run(show, ["n-1", "--ledger", ledger])).stdout).toMatch(/^DENIED/);
  });

  it("refuses a damaged one, and wants the keyring beside a policy", async () => {
    await keep({ ...asked(), principal: "cfo" });
    expect(await run(show, ["n-1", "--ledger", ledger])).toMatchObject({
      exit: "UnreadableError",
      stderr: expect.stringMatching(/damaged/),
    });
    expect(await run(show, ["n-1", "--ledger", ledger, "--policy", at("policy.json")])).toMatchObject({ exit: "ConfigurationError" });
  });
});

describe("approvals approve", () => {
  it("keeps the signature with the request, and a second one beside it", async () => {
    const { code } = await keep();
    const first = await run(approveStored, [code, "--ledger", ledger, ...keysOf("alice")], ["1", "approve"]);
    expect(first).toMatchObject({ exit: 0, stdout: `signed ${code}\n` });
    expect(first.screen).toContain("\nSigned. Still to come:\n  - policy.approvals: ");
    const second = await run(approveStored, ["n-1", "--ledger", ledger, ...keysOf("bob")], ["approve"]);
    expect(second.screen).toContain("  - rule two-eyes: 2 owners in the role finance, 1 so far\n");
    expect(second.screen).toContain("\nSigned. By this policy nothing is left to approve.\n");
    const stored = await inStore((store) => store.get("n-1"));
    expect(stored?.evidence.map(({ id, key_id }) => [id, key_id])).toEqual([
      ["approval-1", "alice"],
      ["approval-2", "bob"],
    ]);
  });

  it("leaves the request as it was where the approver says no", async () => {
    await keep();
    expect(await run(approveStored, ["n-1", "--ledger", ledger, ...keysOf("alice")], ["1", "no"])).toMatchObject({ exit: 1, stdout: "" });
    expect(await inStore((store) => store.get("n-1"))).toMatchObject({ state: "pending", evidence: [] });
  });

  it("refuses whoever asks themselves, and a request that somebody denied", async () => {
    await keep();
    const own = await run(approveStored, ["n-1", "--ledger", ledger, ...keysOf("agent-7")], ["1", "approve"]);
    expect(own).toMatchObject({ exit: 1, screen: "", stderr: expect.stringMatching(/policy\.separation/) });
    expect((await run(deny, ["n-1", "--ledger", ledger])).exit).toBe(0);
    const denied = await run(approveStored, ["n-1", "--ledger", ledger, ...keysOf("alice")], ["1", "approve"]);
    expect(denied).toMatchObject({ exit: 1, screen: "", stderr: expect.stringMatching(/somebody denied it/) });
  });

  it("says so where the signature could not be kept", async () => {
    await keep();
    const terminal = typingTerminal([]);
    const answers = ["1", "approve"];
    // Somebody denies while the page is read.
    const ask = async () => {
      if (answers.length === 1) await inStore((store) => store.deny("n-1"));
      return answers.shift() ?? null;
    };
    const shell = { env: {}, cwd: folder, now: NOW, colour: async () => false, terminal: async () => ({ ...terminal, ask }) };
    const reply = await approveStored.run(["n-1", "--ledger", ledger, ...keysOf("alice")], shell);
    expect(reply).toMatchObject({ exit: 1, stdout: "", stderr: expect.stringMatching(/was not kept/) });
  });

  it("needs a terminal", async () => {
    await keep();
    expect(await run(approveStored, ["n-1", "--ledger", ledger, ...keysOf("alice")])).toMatchObject({ exit: "UsageError" });
  });
});

describe("approvals deny", () => {
  it("denies, by code too, and a damaged one too", async () => {
    const { code } = await keep();
    expect(await run(deny, [code, "--ledger", ledger])).toMatchObject({ exit: 0, stdout: `denied ${code}\n` });
    expect(await inStore((store) => store.get("n-1"))).toMatchObject({ state: "denied" });
    await keep({ ...asked({ nonce: "n-2" }, {}), code: "x\u001b" });
    expect(await run(deny, ["n-2", "--ledger", ledger])).toMatchObject({ exit: 0, stdout: "denied x\\u{1b}\n" });
    expect(await run(deny, ["n-9", "--ledger", ledger])).toMatchObject({ exit: "UsageError" });
  });
});
