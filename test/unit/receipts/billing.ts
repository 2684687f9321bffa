import { loadContract, loadPolicy } from "../../../src/compile/index.js";
import type { HostData } from "../../../src/index.js";
import { loadKeyring, type Policy, verifyAction } from "../../../src/index.js";
import { type Contract, type ResultDecision, verifyResult } from "../../../src/result.js";
import { attest, issueReceipt, type ProposalData, proposalFor, type Receipt } from "../../../src/sign/index.js";
import { testKey } from "../../keys/test-only-keys.js";

export const NOW = Date.parse("2026-10-01T12:00:00Z");
export const AUDIENCE = "billing-gate";
export const ARGS = { invoice_id: "INV-204", amount_minor: 48_200, to: "acct_7731" };
const REQUEST = { id: "req.J7q94MkP", tool: "billing.invoice", args: { invoice_id: "INV-204" }, context: { tenant: "acme" } };
export const INVOICE = { tenant: "acme", invoice_id: "INV-204", amount_minor: 48_200, payee: "acct_7731", note: "net 30" };

// biome-ignore lint/suspicious/noExplicitAny: files here are faulty on purpose
type Anything = any;

const answerOf = (data: object = INVOICE, id = REQUEST.id) => ({
  tool: "billing.invoice",
  request_id: id,
  outcome: "success",
  data: { ...data },
});

export function contractFile(changes: object = {}): Anything {
  const fixture = { request: { id: REQUEST.id, args: REQUEST.args, context: REQUEST.context }, now: "2026-10-01T12:00:00Z" };
  const { note, ...given } = INVOICE;
  return {
    contract: 1,
    tool: "billing.invoice",
    version: "2",
    owner: "payments platform",
    upstream: { adapter: "billing-adapter 1.0.0", endpoint: "GET https://billing.example/v1/invoices/{invoice_id}" },
    limits: { bytes: 32_768, depth: 4, items: 10 },
    data: {
      type: "object",
      properties: {
        tenant: { type: "string", pattern: "^[a-z]{2,20}$" },
        invoice_id: { type: "string", pattern: "^INV-[0-9]{1,8}$" },
        amount_minor: { type: "integer", minimum: 1, maximum: 100_000_000 },
        payee: { type: "string", pattern: "^acct_[0-9]{4}$" },
        note: { type: "string", maxLength: 20_000 },
      },
      required: ["tenant", "invoice_id", "amount_minor", "payee", "note"],
      additionalProperties: false,
    },
    errors: { NOT_FOUND: { retryable: false } },
    bind: [
      { data: "/tenant", request: "/context/tenant" },
      { data: "/invoice_id", request: "/args/invoice_id" },
    ],
    select: ["/tenant", "/invoice_id", "/amount_minor", "/payee", "/note"],
    text: [{ field: "/note", max: 40 }],
    receipt: {},
    fixtures: [
      {
        title: "an invoice",
        answer: { json: answerOf() },
        ...fixture,
        expect: { outcome: "success", data: given, untrusted_text: { note } },
      },
      {
        title: "no JSON",
        answer: { text: "<html>" },
        ...fixture,
        expect: { outcome: "failure", code: "INVALID_RESPONSE", reason: "json.syntax" },
      },
    ],
    ...changes,
  };
}

const CONTRACT = await loadContract(contractFile());

const bytesOf = (value: object) => new TextEncoder().encode(JSON.stringify(value));

/** The gate's decision on an invoice, as it was asked for by default. */
export function invoice(changes: { data?: object; contract?: Contract; request?: object; now?: number } = {}): ResultDecision {
  const { data, contract = CONTRACT, request = {}, now = NOW } = changes;
  const asked = { ...REQUEST, ...request } as typeof REQUEST & { args: HostData };
  return verifyResult({ kind: "json", bytes: bytesOf(answerOf(data, asked.id)) }, { contract, request: asked, now });
}

export const GATE = testKey("test-receipts");
const APPROVER = testKey("test-approver");
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

const RECEIPT_KEY = { public_key: base64(GATE.publicKey), purpose: "receipt", tools: ["billing.invoice"], impacts: ["money"] };
const APPROVER_KEY = {
  public_key: base64(APPROVER.publicKey),
  purpose: "approve",
  owner: "finance",
  tools: ["payments.transfer"],
  impacts: ["money"],
};

export const keyringOf = (receiptKey: object = RECEIPT_KEY) =>
  loadKeyring({ trusted_keys: { [GATE.keyId]: receiptKey as HostData, [APPROVER.keyId]: APPROVER_KEY } });

const FACT = 'facts["billing.invoice"]';
const WHEN = [
  { id: "this-invoice", cel: `${FACT}.bound.invoice_id == args.invoice_id && ${FACT}.bound.tenant == context.tenant` },
  { id: "as-billed", cel: `args.amount_minor == ${FACT}.result.amount_minor && args.to == ${FACT}.result.payee` },
];

export const policyFile = (rules: object = {}, tool: object = {}): Anything => ({
  version: 1,
  tools: {
    "payments.transfer": {
      impact: "money",
      facts: [{ id: "invoice-read", contract: "billing.invoice", max_age_seconds: 300, ...rules }],
      when: WHEN,
      ...tool,
    },
  },
});

const POLICY = await loadPolicy(policyFile());

export function proposal(receipts: readonly Receipt[], args: typeof ARGS = ARGS): ProposalData {
  return proposalFor({
    tool: "payments.transfer",
    args,
    intent: "Pay supplier invoice INV-204",
    impact: "money",
    sources: [{ id: "inv-204", source: "erp:invoices" }],
    claims: [{ text: "INV-204 is approved for payment", evidence: ["inv-204"] }],
    receipts,
  });
}

export const approved = (given: ProposalData, at = NOW) =>
  attest(given, APPROVER, { id: "inv-204", issuedAt: at, lifetimeSeconds: 900, nonce: "n-1", audience: AUDIENCE });

export const receiptOf = (decision: ResultDecision = invoice(), options: object = {}) =>
  issueReceipt(decision, GATE, { audience: AUDIENCE, ...options });

interface Judging {
  readonly policy?: Policy;
  readonly keyring?: ReturnType<typeof keyringOf>;
  readonly now?: number;
  readonly args?: object;
  readonly tenant?: string;
  readonly more?: object;
}

export function judge(
  given: ProposalData,
  { policy = POLICY, keyring = keyringOf(), now = NOW, args, tenant = "acme", more = {} }: Judging = {},
) {
  return verifyAction(given, {
    policy,
    keyring,
    now,
    audience: AUDIENCE,
    context: { tenant },
    call: { tool: given.action.tool, args: (args ?? given.action.args) as HostData },
    ...more,
  });
}

export const reasonsOf = ({ issues }: { issues: readonly { reason: string }[] }) => issues.map(({ reason }) => reason);
