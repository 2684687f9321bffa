// The pure verifier: bytes, keys, policy, a time and the live call in; one decision out. Nothing is read or remembered.
import { loadKeyring, verifyAction } from "countersign";
import { loadPolicy } from "countersign/compile";
import { attest, generateKey, signerFromPem } from "countersign/node";
import { proposalFor } from "countersign/sign";

const TOOL = "payments.transfer";
const ARGS = { to: "acct_7731", amount_minor: 48_200, currency: "EUR" };

// The operator's two files, here as values.
const approver = generateKey({ id: "finance-2026", tools: [TOOL], impacts: ["money"] });
const keyring = loadKeyring({ trusted_keys: { [approver.id]: approver.keyringEntry } });
const policy = await loadPolicy({ version: 1, tools: { [TOOL]: { impact: "money" } } });

// The host builds the proposal from the call that it is about to make; a person approves it with a key.
const proposal = proposalFor({
  tool: TOOL,
  args: ARGS,
  intent: "Pay supplier invoice INV-204",
  impact: "money",
  sources: [{ id: "inv-204", source: "erp:invoices/INV-204" }],
  claims: [{ text: "Invoice INV-204 is approved for payment", evidence: ["inv-204"] }],
});
const signed = await attest(proposal, signerFromPem(approver.privateKeyPem, { keyId: approver.id }), { id: "inv-204" });

function show(title: string, input: object, args: object): void {
  const { verdict, code, reason } = verifyAction(input, { keyring, policy, now: Date.now(), call: { tool: TOOL, args } });
  console.log(`${title}: ${verdict} ${code}${reason === null ? "" : ` ${reason}`}`);
}

show("as approved", signed, ARGS);
show("another amount in the call", signed, { ...ARGS, amount_minor: 4_820_000 });
show(
  "another amount in both",
  { ...signed, action: { tool: TOOL, args: { ...ARGS, amount_minor: 4_820_000 } } },
  { ...ARGS, amount_minor: 4_820_000 },
);
show("not approved", proposal, ARGS);

//> as approved: allow PIC_OK
//> another amount in the call: block PIC_ARG_BINDING_MISMATCH binding.args_mismatch
//> another amount in both: block PIC_EVIDENCE_FAILED trust.args_digest_differs
//> not approved: block PIC_EVIDENCE_REQUIRED evidence.required
