// A payment that two people must approve: blocked and kept, signed by both, paid once, and then over the day's budget.
import { approverEntries, loadKeyring } from "countersign";
import { loadPolicy } from "countersign/compile";
import { approve, createGate, createMemoryLedger, type GateDecision, generateKey, signerFromPem } from "countersign/node";
import { proposalFor } from "countersign/sign";

const TOOL = "payments.transfer";
const scope = { purpose: "approve", roles: ["finance"], tools: [TOOL], impacts: ["money"] } as const;
const keys = ["first", "second"].map((owner) => generateKey({ id: `${owner}-2026`, owner, ...scope }));

const policy = await loadPolicy({
  version: 1,
  tools: {
    [TOOL]: {
      impact: "money",
      approvals: [{ id: "two-of-finance", count: 2, role: "finance" }],
      separation: { id: "four-eyes" },
      limits: [{ id: "per-day", sum: "/amount_minor", by: ["/to"], window_seconds: 86_400, max: 50_000 }],
    },
  },
});
const ledger = createMemoryLedger();
const gate = await createGate({
  policy,
  keyring: loadKeyring({ trusted_keys: Object.fromEntries(keys.map(({ id, keyringEntry }) => [id, keyringEntry])) }),
  audience: "billing-gate",
  ledger,
});

/** The host builds the proposal from the call: each approver has a provenance entry of its own. */
function ask(reference: string): Promise<GateDecision> {
  const args = { to: "acct_7731", amount_minor: 48_200, reference };
  const proposal = proposalFor({
    tool: TOOL,
    args,
    intent: `Pay supplier invoice ${reference}`,
    impact: "money",
    sources: [{ id: "invoice", source: `erp:invoices/${reference}` }],
    claims: [{ text: `Invoice ${reference} is due`, evidence: ["invoice"] }],
    approvers: approverEntries(policy, TOOL),
  });
  return gate.decide({ proposal, tool: TOOL, args, context: { principal: "agent-7" } });
}

function tell(title: string, { verdict, reason, pending, single_use, facts }: GateDecision): void {
  console.log(`${title}: ${verdict} ${reason ?? single_use}${pending ? ", pending" : ""}${facts.rule ? `, ${facts.rule}` : ""}`);
}

/** What `countersign approvals approve` does at a terminal, after it has shown the request to a person. */
async function sign({ approval_request: request }: GateDecision, at: number): Promise<void> {
  const key = keys[at];
  if (request === null || key === undefined || ledger.approvals === undefined) throw new Error("nothing to sign");
  const evidence = await approve(request, signerFromPem(key.privateKeyPem, { keyId: key.id }), { vouchesFor: [`approval-${at + 1}`] });
  await ledger.approvals.sign(request.attestation.x_nonce as string, evidence);
}

const asked = await ask("INV-204");
tell("asked", asked);
await sign(asked, 0);
tell("one signature", await ask("INV-204"));
await sign(asked, 1);
tell("two signatures", await ask("INV-204"));
tell("the same again", await ask("INV-204"));

const another = await ask("INV-205");
await sign(another, 0);
await sign(another, 1);
tell("over the day's budget", await ask("INV-205"));
await gate.close();

//> asked: block evidence.required, pending
//> one signature: block policy.approvals, pending, two-of-finance
//> two signatures: allow consumed
//> the same again: block evidence.required, pending
//> over the day's budget: block policy.limit, per-day
