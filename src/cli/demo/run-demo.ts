import { loadPolicy } from "../../compile/load-policy.js";
import type { Code, Reason } from "../../decision/catalogue.js";
import type { Impact } from "../../decision/impact.js";
import { BlockedError } from "../../gate/blocked-error.js";
import { createMemoryLedger } from "../../gate/memory-ledger.js";
import { createGate } from "../../node/create-gate.js";
import { attest, generateKey, signerFromPem } from "../../node/sign.js";
import { proposalFor } from "../../sign/proposal-for.js";
import { loadKeyring } from "../../trust/load-keyring.js";
import type { ProposalData } from "../../wire/proposal.js";

export interface DemoRow {
  readonly proposed: string;
  readonly verdict: "allow" | "block";
  readonly code: Code;
  readonly reason: Reason | null;
  /** The tool's own function was called. */
  readonly tool_ran: boolean;
  readonly as_expected: boolean;
}

const AUDIENCE = "demo-gate";
const PAY = "payments.transfer";
const ARGS = { amount_minor: 48_200, currency: "EUR", to: "acct_7731" };
const ALTERED = { ...ARGS, amount_minor: 4_820_000 };

const POLICY = {
  version: 1,
  tools: {
    [PAY]: {
      impact: "money",
      args: {
        type: "object",
        properties: {
          amount_minor: { type: "integer", minimum: 1, maximum: 10_000_000 },
          currency: { enum: ["EUR", "USD"] },
          to: { type: "string", pattern: "^acct_[0-9]+$" },
        },
        required: ["amount_minor", "currency", "to"],
      },
    },
    "payments.refund": { impact: "money" },
  },
};

interface Attempt {
  readonly proposed: string;
  readonly proposal: ProposalData;
  readonly tool: string;
  readonly args: object;
  readonly code: Code;
  readonly reason: Reason | null;
}

/** Signs proposals with keys made for this run and calls guarded tools with them, through the gate that a service would use. */
export async function runDemo(): Promise<readonly DemoRow[]> {
  const approver = throwAwayKey("finance");
  const former = throwAwayKey("former-approver");
  const keyring = loadKeyring({
    trusted_keys: { [approver.id]: approver.entry, [former.id]: former.entry },
    revoked_keys: [former.id],
  });
  const gate = await createGate({
    policy: await loadPolicy(POLICY),
    keyring,
    audience: AUDIENCE,
    ledger: createMemoryLedger(),
    // The demo shows verdicts; a busy machine must not turn one into `limit.deadline`.
    deadlineMs: 30_000,
  });
  let calls = 0;
  const guarded = (tool: string) =>
    gate.guard(tool, () => {
      calls += 1;
    });
  const tools = new Map([PAY, "payments.refund"].map((tool) => [tool, guarded(tool)]));

  const rows: DemoRow[] = [];
  try {
    for (const attempt of await attempts(approver, former)) {
      const before = calls;
      const outcome = await call(tools.get(attempt.tool), attempt);
      const { code, reason, proposed } = attempt;
      const tool_ran = calls > before;
      const as_expected = outcome.code === code && outcome.reason === reason && tool_ran === (code === "PIC_OK");
      rows.push({ proposed, ...outcome, tool_ran, as_expected });
    }
  } finally {
    await gate.close();
  }
  return rows;
}

type Guarded = (
  args: unknown,
  call: { readonly proposal: ProposalData; readonly context: { readonly principal: string } },
) => Promise<void>;

async function call(tool: Guarded | undefined, { proposal, args }: Attempt): Promise<Pick<DemoRow, "verdict" | "code" | "reason">> {
  try {
    await tool?.(args, { proposal, context: { principal: "demo-agent" } });
    return { verdict: "allow", code: "PIC_OK", reason: null };
  } catch (error) {
    if (!(error instanceof BlockedError)) throw error;
    const { verdict, code, reason } = error.decision;
    return { verdict, code, reason };
  }
}

interface ThrowAwayKey {
  readonly id: string;
  readonly entry: object;
  readonly approve: (proposal: ProposalData) => Promise<ProposalData>;
}

function throwAwayKey(id: string): ThrowAwayKey {
  const { privateKeyPem, keyringEntry } = generateKey({
    id,
    purpose: "approve",
    tools: [PAY],
    impacts: ["money", "read"],
    audiences: [AUDIENCE],
  });
  const signer = signerFromPem(privateKeyPem, { keyId: id });
  return { id, entry: keyringEntry, approve: (proposal) => attest(proposal, signer, { id: "invoice", audience: AUDIENCE }) };
}

function payment(args: object, impact: Impact, source = { id: "invoice", source: "erp:invoices/INV-204" }): ProposalData {
  return proposalFor({
    tool: PAY,
    args,
    intent: "Pay supplier invoice INV-204",
    impact,
    sources: [source],
    claims: [{ text: "Invoice INV-204 is approved for payment", evidence: [source.id] }],
  });
}

async function attempts(approver: ThrowAwayKey, former: ThrowAwayKey): Promise<readonly Attempt[]> {
  const pay = { tool: PAY, args: ARGS };
  const approved = await approver.approve(payment(ARGS, "money"));
  const fresh = () => approver.approve(payment(ARGS, "money"));
  const bent = { ...approved, action: { tool: PAY, args: ALTERED } };
  const slack = { id: "message", source: "slack:#payments" };
  return [
    { ...pay, proposed: "a payment, approved for these arguments", proposal: approved, code: "PIC_OK", reason: null },
    {
      ...pay,
      proposed: "the same approval a second time",
      proposal: approved,
      code: "PIC_POLICY_VIOLATION",
      reason: "policy.already_used",
    },
    {
      tool: PAY,
      args: ALTERED,
      proposed: "another amount in proposal and call",
      proposal: bent,
      code: "PIC_EVIDENCE_FAILED",
      reason: "trust.args_digest_differs",
    },
    {
      tool: PAY,
      args: ALTERED,
      proposed: "another amount in the call alone",
      proposal: await fresh(),
      code: "PIC_ARG_BINDING_MISMATCH",
      reason: "binding.args_mismatch",
    },
    {
      ...pay,
      proposed: "the payment declared as a read",
      proposal: await approver.approve(payment(ARGS, "read")),
      code: "PIC_POLICY_VIOLATION",
      reason: "policy.impact_mismatch",
    },
    {
      ...pay,
      proposed: "an approval by a revoked key",
      proposal: await former.approve(payment(ARGS, "money")),
      code: "PIC_EVIDENCE_FAILED",
      reason: "trust.key_revoked",
    },
    {
      tool: "payments.refund",
      args: ARGS,
      proposed: "the approval used for another tool",
      proposal: await fresh(),
      code: "PIC_TOOL_BINDING_MISMATCH",
      reason: "binding.tool_mismatch",
    },
    {
      ...pay,
      proposed: "a Slack message as the only source",
      proposal: payment(ARGS, "money", slack),
      code: "PIC_EVIDENCE_REQUIRED",
      reason: "evidence.required",
    },
  ];
}
