// A live gate in front of a function that moves money. The tool runs with the verified arguments or not at all.
import { loadKeyring } from "countersign";
import { loadPolicy } from "countersign/compile";
import { attest, BlockedError, createGate, createMemoryLedger, generateKey, signerFromPem } from "countersign/node";
import { type ProposalData, proposalFor } from "countersign/sign";

const TOOL = "payments.transfer";
const AUDIENCE = "billing-gate";

const approver = generateKey({ id: "finance-2026", tools: [TOOL], impacts: ["money"], audiences: [AUDIENCE] });
const signer = signerFromPem(approver.privateKeyPem, { keyId: approver.id });

const gate = await createGate({
  policy: await loadPolicy({
    version: 1,
    tools: {
      [TOOL]: {
        impact: "money",
        args: {
          type: "object",
          properties: {
            to: { type: "string", pattern: "^acct_[0-9]{4}$" },
            amount_minor: { type: "integer", minimum: 1, maximum: 100_000 },
          },
          required: ["to", "amount_minor"],
        },
      },
    },
  }),
  keyring: loadKeyring({ trusted_keys: { [approver.id]: approver.keyringEntry } }),
  audience: AUDIENCE,
  ledger: createMemoryLedger(),
});

// The one door to the bank: whatever else holds this function's credentials is outside the gate.
const transfer = gate.guard(TOOL, (args) => `sent ${args.amount_minor} to ${args.to}`);

/** What the host does for a call that its agent asks for: the proposal comes from the call, the approval from a person. */
async function approved(args: { to: string; amount_minor: number }) {
  const proposal = proposalFor({
    tool: TOOL,
    args,
    intent: "Pay supplier invoice INV-204",
    impact: "money",
    sources: [{ id: "inv-204", source: "erp:invoices/INV-204" }],
    claims: [{ text: "Invoice INV-204 is approved for payment", evidence: ["inv-204"] }],
  });
  return attest(proposal, signer, { id: "inv-204", audience: AUDIENCE });
}

async function attempt(title: string, args: object, proposal: ProposalData): Promise<void> {
  try {
    console.log(`${title}: ${await transfer(args, { proposal, context: { principal: "agent-7" } })}`);
  } catch (error) {
    if (!(error instanceof BlockedError)) throw error;
    console.log(`${title}: ${error.decision.code} ${error.decision.reason}`);
  }
}

const args = { to: "acct_7731", amount_minor: 48_200 };
const proposal = await approved(args);
await attempt("first use", args, proposal);
await attempt("second use", args, proposal);
await attempt("another account", { ...args, to: "acct_9999" }, await approved(args));
await attempt("above the policy's limit", { ...args, amount_minor: 100_001 }, await approved({ ...args, amount_minor: 100_001 }));
await gate.close();

//> first use: sent 48200 to acct_7731
//> second use: PIC_POLICY_VIOLATION policy.already_used
//> another account: PIC_ARG_BINDING_MISMATCH binding.args_mismatch
//> above the policy's limit: PIC_POLICY_VIOLATION policy.args_invalid
