import { describe, expect, it } from "vitest";
import { type ApprovalFrame, durationText, renderApproval } from "../../../../src/cli/approval/render-approval.js";
import { type ApprovalRequestParts, approvalRequestFor } from "../../../../src/sign/approval-request-for.js";
import { proposalFor } from "../../../../src/sign/proposal-for.js";
import { nowToNanos } from "../../../../src/trust/timestamp.js";

const NOW = "2026-10-01T12:00:00Z";
const frame: ApprovalFrame = { now: nowToNanos(NOW), columns: 100, policy: null, evidence: [], ownerOf: () => null };

function page(
  over: { args?: object; intent?: string; tool?: string; sources?: { id: string; source?: string }[]; claim?: string } = {},
  more: Partial<ApprovalFrame> = {},
  request: Partial<ApprovalRequestParts> = {},
) {
  const { args = { to: "acct_7731", amount_minor: 48200 }, intent = "Pay INV-204", tool = "payments.transfer", claim = "It is due" } = over;
  const sources = over.sources ?? [{ id: "inv-204", source: "mail:ap-inbox" }];
  const proposal = proposalFor({
    tool,
    args,
    intent,
    impact: "money",
    sources,
    claims: [{ text: claim, evidence: ["inv-204"] }],
    approvers: 1,
  });
  const made = approvalRequestFor({
    proposal,
    impact: "money",
    principal: "agent-7",
    audience: "billing",
    issuedAt: NOW,
    lifetimeSeconds: 900,
    nonce: "n",
    ...request,
  });
  return { code: made.code, rows: renderApproval(made, { ...frame, ...more }) };
}

describe("the page of an approval request", () => {
  it("shows all that is asked", () => {
    const { rows, code } = page({}, { policy: { impact: "money", demands: ["rule two-eyes: 2 owners, 0 so far"] } });
    expect(rows).toEqual([
      `Approval request ${code}`,
      "Compare the code with whoever asked: the same code is the same request.",
      "",
      "tool       payments.transfer",
      "impact     money (high), by the policy",
      'principal  "agent-7" (7 characters)',
      'gate       "billing" (7 characters)',
      "ends       2026-10-01T12:15:00Z, in 15 min",
      "",
      'intent     "Pay INV-204" (11 characters)',
      "",
      "arguments  2, each by its JSON pointer",
      "  /amount_minor = 48200",
      '  /to = "acct_7731" (9 characters)',
      "",
      "claims     2",
      '  claim 1: "It is due" (9 characters), rests on inv-204',
      '  claim 2: "This action is approved by those who sign for it" (48 characters), rests on approval-1',
      "",
      "sources    2, none of them checked by us",
      '  source 1: inv-204, from "mail:ap-inbox" (13 characters), named by claim 1',
      '  source 2: approval-1, from "approver" (8 characters), named by claim 2',
      "",
      "policy     still demands",
      "  - rule two-eyes: 2 owners, 0 so far",
    ]);
  });

  it("says what is not there", () => {
    const { rows } = page(
      { args: {} },
      { now: nowToNanos("2026-10-01T12:15:00Z"), policy: { impact: "read", demands: [] } },
      { principal: null, audience: null },
    );
    expect(rows).toEqual(
      expect.arrayContaining([
        "principal  not said",
        "impact     money (high) by the request, and the policy says READ: no gate will allow it",
        "gate       any: the request names none",
        "ends       2026-10-01T12:15:00Z, which has PASSED",
        "arguments  none",
        "policy     demands nothing more",
      ]),
    );
    const unnamed = page({}, { columns: 200, policy: { impact: null, demands: [] } }).rows;
    expect(unnamed).toContain("impact     money (high) by the request, and the policy DOES NOT NAME this tool: no gate will allow it");
    expect(page().rows.join("\n")).toContain("impact     money (high), as the request says; --policy FILE holds it against the policy\n");
  });

  it("shows every value of the arguments, deep ones and empty ones, by pointer in one order", () => {
    const { rows } = page({ args: { z: [], b: { "a/b": null, "": true }, list: [1.5, { x: -0 }], a: {}, "~": "" } });
    const from = rows.indexOf("arguments  7, each by its JSON pointer");
    expect(rows.slice(from + 1, from + 8)).toEqual([
      "  /a = {} (an empty object)",
      "  /b/ = true",
      "  /b/a~1b = null",
      "  /list/0 = 1.5",
      "  /list/1/x = 0",
      "  /z = [] (an empty list)",
      '  /~0 = "" (0 characters)',
    ]);
  });

  it("shows a long value whole, and lets none of it begin a row", () => {
    const text = `${"ok ".repeat(200)}/amount_minor = 1 ${"x".repeat(500)} and 4820000 to acct_0666`;
    const { rows } = page({ args: { note: text, ["very long name ".repeat(20)]: 1 } }, { columns: 60 });
    expect(Math.max(...rows.map((row) => row.length))).toBeLessThanOrEqual(59);
    for (const row of rows) expect(row).toMatch(/^(|Approval request .*|Compare .*|[a-zA-Z]+ {2,}\S.*| {2}(\/|claim|source).*| {4}\| .*)$/);
    const at = rows.findIndex((row) => row.startsWith("  /note = "));
    let whole = rows[at] as string;
    for (let next = at + 1; rows[next]?.startsWith("    | "); next += 1) whole += (rows[next] as string).slice(6);
    expect(whole).toBe(`  /note = "${text}" (${text.length} characters)`);
  });

  it("breaks wide letters before the terminal does", () => {
    const { rows } = page({ args: { note: "\u4e00".repeat(100) } }, { columns: 40 });
    for (const row of rows) expect([...row].reduce((cells, one) => cells + (one > "\u3000" ? 2 : 1), 0)).toBeLessThanOrEqual(39);
    expect(rows.join("").match(/\u4e00/g)).toHaveLength(100);
  });

  it.each([
    ["argument's value", { args: { note: "HOSTILE" } }],
    ["argument's name", { args: { HOSTILE: 1 } }],
    ["nested argument's name", { args: { a: [{ HOSTILE: "x" }] } }],
    ["intent", { intent: "HOSTILE" }],
    ["tool", { tool: "HOSTILE" }],
    ["claim", { claim: "HOSTILE" }],
    ["source", { sources: [{ id: "inv-204", source: "HOSTILE" }] }],
    ["source's id", { sources: [{ id: "inv-204" }, { id: "HOSTILE" }] }],
  ])("lets no %s touch the terminal", (_, over) => {
    const hostile = "\\u001b]0;x\\u0007\\u001b[2J\\u202e\\u2066\\u200b\\udb40\\udc41\\r\\n\\u0000\\u009b1A\\u0430";
    const bent = JSON.parse(JSON.stringify(over).replaceAll("HOSTILE", hostile));
    const text = page(bent).rows.join("\n");
    expect(text).toMatch(/^[ -~\n]*$/);
    expect(text.replaceAll("\n    | ", "")).toContain(
      "\\u{1b}]0;x\\u{7}\\u{1b}[2J\\u{202e}\\u{2066}\\u{200b}\\u{e0041}\\u{d}\\u{a}\\u{0}\\u{9b}1A\\u{430}",
    );
  });

  it("lets no principal and no gate touch the terminal", () => {
    const text = page({}, {}, { principal: "cfo\u001b[1A\u202e", audience: "b\u001b[2K" }).rows.join("\n");
    expect(text).toMatch(/^[ -~\n]*$/);
    expect(text).toContain('"cfo\\u{1b}[1A\\u{202e}"');
  });

  it("shows files, and who signed already", async () => {
    const proposal = JSON.parse(
      JSON.stringify(proposalFor({ tool: "t", args: {}, intent: "i", impact: "money", sources: [{ id: "f" }], claims: [], approvers: 1 })),
    );
    const signature = Buffer.alloc(64).toString("base64");
    proposal.evidence = [
      { id: "f", type: "hash", ref: "file://a\u202e.pdf", sha256: "0".repeat(64) },
      { id: "f-2", type: "hash", ref: "file://b", sha256: "1".repeat(64), attestor: "bank\n" },
      { id: "approval-1", type: "sig", ref: "x", payload: "free", alg: "ed25519", signature, key_id: "fin\u001b" },
      { id: "loose", type: "sig", ref: "x", payload: "free", alg: "ed25519", signature, key_id: "fin-2" },
    ];
    proposal.evidence.push(
      { ...proposal.evidence[3], id: "inv" },
      { ...proposal.evidence[3], id: "read" },
      { ...proposal.evidence[3], id: "inv-2" },
    );
    const evidence = [
      { type: "hash", mode: "file", status: "verified" },
      { type: "hash", mode: "file", status: "verified" },
      { type: "sig", mode: "canonical", status: "failed" },
      { type: "sig", mode: "canonical", status: "verified" },
      { type: "sig", mode: "legacy", status: "verified" },
      { type: "sig", mode: "receipt", status: "verified" },
    ] as const;
    const rows = page({}, { columns: 300, evidence, ownerOf: (id) => (id === "fin-2" ? "finance on call" : null) }, { proposal }).rows;
    expect(rows).toEqual(
      expect.arrayContaining([
        `    file "file://a\\u{202e}.pdf" (13 characters; 1 written as \\u{...}) with SHA-256 ${"0".repeat(64)}, not read here`,
        `  beside all sources, f-2: file "file://b" (8 characters) with SHA-256 ${"1".repeat(64)}, naming as its attestor "bank\\u{a}" (5 characters; 1 written as \\u{...}), not read here`,
        "    a signature that names key fin\\u{1b} and DOES NOT VERIFY",
        '  beside all sources, loose: signed with key fin-2 of "finance on call" (15 characters), verified',
        "  beside all sources, inv: a free text that key fin-2 signed, which says nothing of this action",
        "  beside all sources, read: a tool's answer that key fin-2 signed: a fact, and nobody's approval",
        "  beside all sources, inv-2: a signature that names key fin-2, not verified here",
      ]),
    );
  });
});

describe("durationText", () => {
  it.each([
    [0n, "less than 1 s"],
    [999_999_999n, "less than 1 s"],
    [1_000_000_000n, "1 s"],
    [61_000_000_000n, "1 min 1 s"],
    [3_600_000_000_000n, "1 h"],
    [90_061_000_000_000n, "1 d 1 h"],
  ])("%s ns is %s", (nanoseconds, text) => {
    expect(durationText(nanoseconds)).toBe(text);
  });
});
