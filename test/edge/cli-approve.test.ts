import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { command as approvalsRequest } from "../../src/cli/commands/approvals-request.js";
import { command as approveCommand } from "../../src/cli/commands/approve.js";
import type { Shell } from "../../src/cli/shell.js";
import { loadPolicy } from "../../src/compile/load-policy.js";
import { generateKey } from "../../src/node/sign.js";
import type { ApprovalRequest } from "../../src/sign/approval-request.js";
import { type ProposalParts, proposalFor } from "../../src/sign/proposal-for.js";
import { loadKeyring } from "../../src/trust/load-keyring.js";
import { verifyAction } from "../../src/verify-action.js";
import { type TypingTerminal, typingTerminal } from "../support/typing-terminal.js";

const NOW = Date.UTC(2026, 9, 1, 12);
const TOOL = "payments.transfer";
const parts: ProposalParts = {
  tool: TOOL,
  args: { to: "acct_7731", amount_minor: 48200 },
  intent: "Pay INV-204",
  impact: "money",
  sources: [{ id: "inv-204", source: "mail:ap-inbox" }],
  claims: [{ text: "INV-204 is due", evidence: ["inv-204"] }],
  approvers: 2,
};

let folder = "";
const file = (name: string, content: unknown) => {
  const path = join(folder, name);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
};
const at = (name: string) => join(folder, name);

/** Scope of the throw-away keys; `alice` and `bob` may approve. */
const SCOPES = {
  alice: { purpose: ["approve"], tools: [TOOL], impacts: ["money"], audiences: ["billing"], owner: "Alice of finance" },
  bob: { purpose: ["approve"], tools: [TOOL], impacts: ["money"], owner: "bob" },
  unwritten: { tools: [TOOL], impacts: ["money"] },
  attester: { purpose: ["attest"], tools: [TOOL], impacts: ["money"] },
  robot: { purpose: ["approve", "agent"], tools: [TOOL], impacts: ["money"] },
  other_tool: { purpose: ["approve"], tools: ["docs.publish"], impacts: ["money"] },
  other_impact: { purpose: ["approve"], tools: [TOOL], impacts: ["privacy"] },
  other_gate: { purpose: ["approve"], tools: [TOOL], impacts: ["money"], audiences: ["shipping"] },
  unscoped: { purpose: ["approve"] },
  expired: { purpose: ["approve"], tools: [TOOL], impacts: ["money"], expiresAt: "2026-10-01T12:00:00Z" },
  early: { purpose: ["approve"], tools: [TOOL], impacts: ["money"], notBefore: "2026-10-01T12:00:00.001Z" },
  revoked: { purpose: ["approve"], tools: [TOOL], impacts: ["money"] },
} as const;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "countersign-approve-"));
  const trusted: Record<string, unknown> = {};
  for (const [id, scope] of Object.entries(SCOPES)) {
    const { privateKeyPem, keyringEntry } = generateKey({ id, ...scope });
    trusted[id] = keyringEntry;
    file(`${id}.pem`, privateKeyPem);
  }
  const sealed = generateKey({ id: "sealed", ...SCOPES.bob, passphrase: "open sesame" });
  trusted.sealed = sealed.keyringEntry;
  file("sealed.pem", sealed.privateKeyPem);
  file("passphrase", "open sesame\n");
  file("keys.json", { trusted_keys: trusted, revoked_keys: ["revoked"] });
  file("policy.json", { version: 1, tools: { [TOOL]: { impact: "money", max_attestation_lifetime: 7200 } } });
  file("proposal.json", proposalFor(parts));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function shell(terminal: TypingTerminal | null, now = NOW): Shell {
  return { env: {}, cwd: folder, now, colour: async () => false, terminal: async () => terminal };
}

const FILES = () => ["--policy", at("policy.json"), "--keys", at("keys.json")];

async function ask(flags: readonly string[] = ["--audience", "billing", "--principal", "agent-7"], proposal = at("proposal.json")) {
  return approvalsRequest.run([proposal, ...FILES(), ...flags], shell(null));
}

async function requestFile(name = "request.json", flags?: readonly string[], proposal?: string): Promise<ApprovalRequest> {
  const { exit, stdout, stderr } = await ask(flags, proposal);
  if (exit !== 0) throw new Error(stderr);
  file(name, stdout);
  return JSON.parse(stdout);
}

async function approve(
  answers: readonly string[] | null,
  flags: readonly string[] = [],
  as = "alice",
  over: { now?: number; rows?: number; request?: string } = {},
) {
  const terminal = answers === null ? null : typingTerminal(answers, over.rows === undefined ? {} : { rows: over.rows });
  const argv = [at(over.request ?? "request.json"), "--key", at(`${as}.pem`), "--key-id", as, "--keys", at("keys.json"), ...flags];
  const reply = await approveCommand.run(argv, shell(terminal, over.now)).catch((error: Error & { place?: string }) => ({
    exit: error.name,
    stdout: "",
    stderr: `${error.place ?? ""}: ${error.message}`,
  }));
  return { ...reply, screen: terminal?.screen() ?? "", left: terminal?.left() ?? 0 };
}

async function gate(signed: string) {
  const keyring = loadKeyring(readFileSync(at("keys.json")));
  const policy = await loadPolicy(readFileSync(at("policy.json")));
  const call = { tool: parts.tool, args: parts.args };
  return verifyAction(signed, { keyring, policy, now: NOW, call, audience: "billing", audienceRequired: true });
}

describe("approvals request", () => {
  it("writes what an approver is asked to sign", async () => {
    const request = await requestFile();
    expect(request).toMatchObject({ approval_request: "countersign-approval/1", impact: "money", principal: "agent-7" });
    expect(request.attestation).toMatchObject({
      audience: "billing",
      issued_at: "2026-10-01T12:00:00Z",
      expires_at: "2026-10-01T13:00:00Z",
    });
    expect(request.attestation.x_nonce).not.toBe((await requestFile()).attestation.x_nonce);
  });

  it("takes a life that the policy allows, and no longer one", async () => {
    const asked = async (...flags: string[]) => (await requestFile("r.json", flags)).attestation;
    expect(await asked("--lifetime", "60")).toMatchObject({ expires_at: "2026-10-01T12:01:00Z" });
    expect(await asked("--lifetime", "7200", "--now", "2026-10-01T10:00:00Z")).toMatchObject({ expires_at: "2026-10-01T12:00:00Z" });
    await expect(ask(["--lifetime", "7201"])).rejects.toMatchObject({ place: "--lifetime", message: "is at most 7200 by the policy" });
    await expect(ask(["--lifetime", "0"])).rejects.toMatchObject({ place: "--lifetime" });
    await expect(ask(["--now", "9999-12-31T23:59:59Z"])).rejects.toMatchObject({ name: "UsageError", place: "--now" });
  });

  it("warns where a live gate would want an audience", async () => {
    expect(await ask([])).toMatchObject({ exit: 0, stderr: expect.stringMatching(/without --audience/) });
    expect((await ask()).stderr).toBeUndefined();
  });

  it("never replaces a file", async () => {
    file("there.json", "mine");
    await expect(ask(["--out", at("there.json")])).rejects.toThrow(/exists already/);
    expect(readFileSync(at("there.json"), "utf8")).toBe("mine");
    const { stdout } = await ask(["--out", at("fresh.json")]);
    const { code } = JSON.parse(readFileSync(at("fresh.json"), "utf8"));
    expect(stdout).toBe(`wrote ${at("fresh.json")}, code ${code}\n`);
  });

  it("says where no signature helps, or none is needed", async () => {
    const refused = async (proposal: object) => ask([], file("p.json", proposal));
    expect(await refused(proposalFor({ ...parts, tool: "docs.search" }))).toMatchObject({
      exit: 1,
      stdout: "",
      stderr: expect.stringMatching(
        /^countersign: .*p\.json is blocked, and no signature that can be asked for changes that: evidence\.required/,
      ),
    });
    expect((await refused({})).stderr).toMatch(/wire\.required/);
    file("policy-low.json", { version: 1, tools: { [TOOL]: { impact: "read" } } });
    const low = [file("p.json", proposalFor({ ...parts, impact: "read" })), "--policy", at("policy-low.json"), "--keys", at("keys.json")];
    expect(await approvalsRequest.run(low, shell(null))).toMatchObject({
      exit: 1,
      stderr: expect.stringMatching(/needs no approval: a gate allows it as it is/),
    });
  });
});

describe("approve", () => {
  let request: ApprovalRequest;
  beforeEach(async () => {
    request = await requestFile();
  });

  it("signs what it showed, and a gate allows it", async () => {
    const { exit, stdout, stderr, screen, left } = await approve(["2", "approve"], FILES().slice(0, 2));
    expect({ exit, stderr, left }).toEqual({ exit: 0, stderr: undefined, left: 0 });
    const { evidence } = JSON.parse(stdout);
    expect(evidence).toHaveLength(1);
    const { x_vouches_for, x_key_id, ...rest } = JSON.parse(evidence[0].payload);
    expect({ id: evidence[0].id, x_vouches_for, x_key_id }).toEqual({ id: "approval-1", x_vouches_for: ["approval-1"], x_key_id: "alice" });
    expect(rest).toEqual(request.attestation);
    expect((await gate(stdout)).verdict).toBe("allow");
    for (const shown of [
      `Approval request ${request.code}\n`,
      "\ntool       payments.transfer\n",
      "\nimpact     money (high), by the policy\n",
      '\nprincipal  "agent-7" (7 characters)\n',
      "\nends       2026-10-01T13:00:00Z, in 1 h\n",
      "\n  /amount_minor = 48200\n",
      '\n  /to = "acct_7731" (9 characters)\n',
      "\n  - evidence.required: The impact needs evidence and the proposal has none.\n",
      "\n  1  inv-204\n  2  approval-1\n  3  approval-2\n",
      "\nSigned. By this policy nothing is left to approve.\n",
    ])
      expect(screen).toContain(shown);
  });

  /** Asked for anew until the code ends as wanted: its nonce is another each time. */
  async function endingIn(wanted: RegExp, name: string): Promise<string> {
    let code = "";
    while (!wanted.test(code)) ({ code } = await requestFile(name));
    return code.slice(10);
  }

  it("takes the code's last group for a yes, in either case", async () => {
    const last = await endingIn(/[A-Z]\d..$/, "digits.json");
    const over = { request: "digits.json" };
    expect((await approve(["2", last], [], "alice", over)).exit).toBe(0);
    expect((await approve(["2", last.toLowerCase()], [], "alice", over)).exit).toBe(0);
  });

  it("takes no group of letters alone, which could spell a no, and does not offer it", async () => {
    const last = await endingIn(/[A-Z]{4}$/, "letters.json");
    const denied = await approve(["2", last], [], "alice", { request: "letters.json" });
    expect(denied).toMatchObject({ exit: 1, stdout: "" });
    expect(denied.screen).toContain("\nType approve; anything else denies: ");
    expect((await approve(["2", "approve"], [], "alice", { request: "letters.json" })).exit).toBe(0);
  });

  it.each<[string, readonly string[]]>([
    ["another word", ["2", "yes"]],
    ["y", ["2", "y"]],
    ["the word in capitals", ["2", "APPROVE"]],
    ["the word with a space", ["2", "approve "]],
    ["nothing", ["2", ""]],
    ["the end of the input", ["2"]],
    ["no source", [""]],
    ["the end of the input before a source", []],
    ["sources that are none, three times", ["4", "0", "x", "approve"]],
  ])("%s denies", async (_, answers) => {
    expect(await approve(answers)).toMatchObject({ exit: 1, stdout: "", stderr: "countersign: denied; nothing was signed\n" });
  });

  it("denies the first group of the code", async () => {
    expect((await approve(["2", request.code.slice(0, 4)])).exit).toBe(1);
  });

  it("preselects nothing among several sources, and takes several", async () => {
    expect((await approve(["approve", "approve"])).exit).toBe(1);
    const { stdout, screen } = await approve(["3 3", "4", "3, 1", "approve"]);
    const { evidence } = JSON.parse(stdout);
    expect([evidence[0].id, JSON.parse(evidence[0].payload).x_vouches_for]).toEqual(["approval-2", ["approval-2", "inv-204"]]);
    expect(screen.match(/Each must be a number/g)).toHaveLength(2);
    expect(screen).toContain("vouching for approval-2, inv-204.");
  });

  it("vouches for the one source where there is one", async () => {
    const lone = file("lone.json", proposalFor({ ...parts, approvers: 0 }));
    await requestFile("lone-request.json", undefined, lone);
    const { stdout, screen } = await approve(["approve"], [], "alice", { request: "lone-request.json" });
    expect(screen).toContain("You vouch for source 1, inv-204.\n");
    expect(JSON.parse(stdout).evidence[0].id).toBe("inv-204");
  });

  it("says that a signature for a source which no claim names lets nothing pass", async () => {
    const stray = file("stray.json", proposalFor({ ...parts, sources: [...parts.sources, { id: "po-9" }] }));
    await requestFile("stray-request.json", undefined, stray);
    const { screen } = await approve(["2", "no"], [], "alice", { request: "stray-request.json" });
    expect(screen).toContain("No claim rests on po-9: for a high impact this signature alone lets nothing pass.\n");
  });

  it("lets a second approver sign beside the first, and leaves no room for a third", async () => {
    const once = await approve(["2", "approve"]);
    const second = await requestFile("second.json", ["--audience", "billing"], file("once.json", proposalFor({ ...parts, approvers: 2 })));
    expect(second.code).not.toBe(request.code);
    // The same request, carrying the first signature: the code is the same, and the first source is taken.
    const carried = { ...request, proposal: JSON.parse(once.stdout) };
    file("carried.json", carried);
    const twice = await approve(["3", "approve"], [], "bob", { request: "carried.json" });
    expect(twice.screen).toContain(`Approval request ${request.code}\n`);
    expect(twice.screen).toContain('    signed with key alice of "Alice of finance" (16 characters), verified\n');
    expect(twice.screen).not.toContain("  2  approval-1\n");
    expect((await gate(twice.stdout)).facts.provenance?.map(({ raised_by }) => raised_by)).toEqual([[], ["alice"], ["bob"]]);
    file("carried.json", { ...request, proposal: JSON.parse(twice.stdout) });
    const third = await approve(["approve"], [], "unwritten", { request: "carried.json" });
    file("carried.json", { ...request, proposal: JSON.parse(third.stdout) });
    expect(await approve(["approve"], [], "sealed", { request: "carried.json" })).toMatchObject({
      exit: 1,
      stderr: "countersign: every source has its evidence; there is none left to vouch for\n",
    });
  });

  it("takes no entry that names a key for its signature", async () => {
    const once = JSON.parse((await approve(["2", "approve"])).stdout);
    once.evidence[0].key_id = "bob";
    file("forged.json", { ...request, proposal: once });
    const { screen } = await approve(["3", "no"], [], "alice", { request: "forged.json" });
    expect(screen).toContain("    a signature that names key bob and DOES NOT VERIFY\n");
    expect(screen).not.toContain("verified");
  });

  it("shows the page screen by screen, and goes on for Enter alone", async () => {
    const paged = await approve(["", "", "2", "approve"], [], "alice", { rows: 12 });
    expect(paged.exit).toBe(0);
    expect(paged.screen).toMatch(/-- 10 of \d+ rows; Enter shows more/);
    expect(await approve(["q", "2", "approve"], [], "alice", { rows: 12 })).toMatchObject({ exit: 1, left: 2 });
    // A confirmation that is typed too early is none.
    expect((await approve(["approve", "2", "approve"], [], "alice", { rows: 12 })).exit).toBe(1);
  });

  it("needs a terminal, whatever else is given", async () => {
    const refused = await approve(null);
    expect(refused).toMatchObject({ exit: "UsageError", stderr: expect.stringMatching(/at a terminal.*unattended there is attest/) });
    await expect(
      approveCommand.run(["-", "--key", at("alice.pem"), "--key-id", "alice", "--keys", at("keys.json")], shell(typingTerminal([]))),
    ).rejects.toThrow(/is a file/);
    await expect(approveCommand.run([at("request.json"), "--yes"], shell(typingTerminal([])))).rejects.toThrow(/is no flag/);
  });

  it.each<[string, string, RegExp]>([
    ["a key for attesting alone", "attester", /purpose is attest: only a key of purpose approve/],
    ["a key that an agent has", "robot", /an agent can sign with/],
    ["a key for another tool", "other_tool", /trust\.key_tool/],
    ["a key for another impact", "other_impact", /trust\.key_impact/],
    ["a key for another gate", "other_gate", /trust\.key_audience/],
    ["a revoked key", "revoked", /trust\.key_revoked/],
    ["an expired key", "expired", /trust\.key_expired/],
    ["a key before its time", "early", /trust\.key_not_yet_valid/],
  ])("refuses %s before anything is shown", async (_, id, why) => {
    const refused = await approve(["2", "approve"], [], id);
    expect(refused).toMatchObject({ exit: 1, stdout: "", screen: "", left: 2 });
    expect(refused.stderr).toMatch(why);
  });

  it("refuses an unscoped key where the policy does, and takes one whose purpose is not written", async () => {
    expect((await approve(["2", "approve"], FILES().slice(0, 2), "unscoped")).stderr).toMatch(/trust\.key_unscoped/);
    expect((await approve(["2", "approve"], [], "unwritten")).exit).toBe(0);
  });

  it("refuses a key that the keyring does not have, or has as another", async () => {
    file("mallory.pem", readFileSync(at("bob.pem"), "utf8"));
    expect((await approve(["2", "approve"], [], "mallory")).stderr).toMatch(/trust\.key_missing/);
    const keys = ["--key", at("bob.pem"), "--key-id", "alice", "--keys", at("keys.json")];
    await expect(approveCommand.run([at("request.json"), ...keys], shell(typingTerminal(["2", "approve"])))).rejects.toThrow(
      /is not the key that the keyring has as alice/,
    );
  });

  it("needs the keyring", async () => {
    const argv = [at("request.json"), "--key", at("alice.pem"), "--key-id", "alice"];
    await expect(approveCommand.run(argv, shell(typingTerminal([])))).rejects.toMatchObject({ name: "ConfigurationError" });
  });

  it("refuses a request at its end, and one of the future", async () => {
    const end = Date.UTC(2026, 9, 1, 13);
    expect((await approve(["2", "approve"], [], "alice", { now: end })).stderr).toMatch(/has ended/);
    expect((await approve(["2", "approve"], [], "bob", { now: end - 60_000 })).exit).toBe(0);
    expect((await approve(["2", "approve"], [], "bob", { now: NOW - 61_000 })).stderr).toMatch(/in the future/);
    expect((await approve(["2", "approve"], [], "bob", { now: NOW - 60_000 })).exit).toBe(0);
  });

  it("refuses a request that ends while it is read", async () => {
    const time = vi.spyOn(Date, "now").mockReturnValueOnce(0).mockReturnValue(60_000);
    try {
      const late = await approve(["2", "approve"], [], "bob", { now: Date.UTC(2026, 9, 1, 13) - 60_000 });
      expect(late).toMatchObject({ exit: 1, stdout: "", left: 0, stderr: expect.stringMatching(/has ended/) });
    } finally {
      time.mockRestore();
    }
  });

  it("opens a sealed key with what is typed unseen, or with the file", async () => {
    const typed = await approve(["wrong", "open sesame", "2", "approve"], [], "sealed");
    expect(typed.exit).toBe(0);
    expect(typed.screen).not.toContain("sesame");
    expect(typed.screen).toContain("The key does not open with this passphrase.\n");
    expect((await approve(["2", "approve"], ["--passphrase-file", at("passphrase")], "sealed")).exit).toBe(0);
    expect(await approve(["a", "b", "c", "2", "approve"], [], "sealed")).toMatchObject({ exit: "ConfigurationError", left: 2 });
    expect(await approve([""], [], "sealed")).toMatchObject({ exit: "UsageError" });
  });

  it("writes a new file, and never replaces one", async () => {
    const { exit, stdout } = await approve(["2", "approve"], ["--out", at("signed.json")]);
    expect({ exit, stdout }).toEqual({ exit: 0, stdout: `wrote ${at("signed.json")}\n` });
    expect((await gate(readFileSync(at("signed.json"), "utf8"))).verdict).toBe("allow");
    const again = await approve(["2", "approve"], ["--out", at("signed.json")]);
    // Told before anybody has read and answered.
    expect(again).toMatchObject({ exit: "UsageError", screen: "", stderr: expect.stringMatching(/exists already/) });
    for (const path of [at("nowhere/signed.json"), at("request.json/signed.json")])
      expect(await approve(["2", "approve"], ["--out", path])).toMatchObject({
        exit: "UsageError",
        screen: "",
        stderr: expect.stringMatching(/cannot be created/),
      });
  });

  it("takes one signature of an owner, whichever key it is by", async () => {
    const once = await approve(["2", "approve"], [], "bob");
    file("carried.json", { ...request, proposal: JSON.parse(once.stdout) });
    const why = "countersign: bob signed this request already; whoever else is asked signs next\n";
    for (const [key, flags] of [
      ["bob", []],
      ["sealed", ["--passphrase-file", at("passphrase")]],
    ] as const) {
      expect(await approve(["3", "approve"], flags, key, { request: "carried.json" })).toMatchObject({
        exit: 1,
        stdout: "",
        stderr: why,
        left: 2,
      });
    }
    expect((await approve(["3", "approve"], [], "alice", { request: "carried.json" })).exit).toBe(0);
  });

  it.skipIf(process.platform === "win32")("says that others may use the private key", async () => {
    chmodSync(at("alice.pem"), 0o644);
    const { screen } = await approve(["2", "no"]);
    chmodSync(at("alice.pem"), 0o600);
    expect(screen).toContain("alice.pem: others than its owner may use it (mode 0644); chmod 600\n");
    expect((await approve(["2", "no"])).screen).not.toContain("chmod");
  });

  it("does not say that a check refused, which nobody has asked", async () => {
    file("policy-check.json", { version: 1, tools: { [TOOL]: { impact: "money", check: [{ id: "freeze" }] } } });
    const { screen } = await approve(["2", "approve"], ["--policy", at("policy-check.json")]);
    expect(screen).toContain("Still to come:\n  - policy.check: The gate asks the operator's check when the call is made.\n");
  });

  it.each<[string, (request: string) => string, RegExp]>([
    ["an altered amount", (text) => text.replace("48200", "4820000"), /args_digest is not that of its proposal/],
    ["another principal", (text) => text.replace("agent-7", "cfo"), /code is not the code/],
    ["no JSON", () => "nonsense", /json\.syntax/],
    ["a proposal", () => JSON.stringify(proposalFor(parts)), /approval_request is missing/],
  ])("refuses a file with %s", async (_, bend, why) => {
    file("bent.json", bend(JSON.stringify(request)));
    const refused = await approve(["2", "approve"], [], "alice", { request: "bent.json" });
    expect(refused).toMatchObject({ exit: "UnreadableError", screen: "", left: 2 });
    expect(refused.stderr).toMatch(why);
  });

  it("says what the policy still demands, and that the impact is not the operator's", async () => {
    file("policy-other.json", { version: 1, tools: { [TOOL]: { impact: "irreversible" } } });
    const refused = await approve(["2", "no"], ["--policy", at("policy-other.json")], "bob");
    // Its scope is judged on the operator's impact.
    expect(refused.stderr).toMatch(/trust\.key_impact/);
    expect(existsSync(at("request.json"))).toBe(true);
  });
});
