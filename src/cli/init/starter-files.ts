import { loadPolicy } from "../../compile/load-policy.js";
import type { JsonObject } from "../../json/value.js";
import { type GenerateKeyOptions, generateKey, signerFromPem } from "../../node/sign.js";
import type { Version1File } from "../../policy/policy-file.js";
import { attest } from "../../sign/attest.js";
import { proposalFor } from "../../sign/proposal-for.js";
import { loadKeyring } from "../../trust/load-keyring.js";
import { formatTimestamp } from "../../trust/timestamp.js";
import { verifyAction } from "../../verify-action.js";
import type { ProposalData } from "../../wire/proposal.js";
import { printPage } from "./print-page.js";
import { APPROVAL, AUDIENCE, EXAMPLE_ARGS, PAYMENT_TOOL, PRINCIPAL } from "./starter-policy.js";
import { starterReadme } from "./starter-readme.js";

export interface StarterFile {
  /** Relative to the folder. */
  readonly path: string;
  readonly text: string;
  readonly mode: number;
}

const DAY_SECONDS = 86_400;
const YEAR_MS = 365 * DAY_SECONDS * 1000;

/**
 * Everything that `init` writes: policy, keyring with new keys, a signed example, cases, README. Nothing is given out that does not
 * hold: the example is verified here, with the files as they are written.
 */
export async function starterFiles(policy: Version1File, now: number): Promise<readonly StarterFile[]> {
  // Whole seconds: what is signed is read by people too.
  const at = now - (now % 1000);
  const made = [approver("finance-1", at), approver("finance-2", at), requester(at)];
  const keyring = { trusted_keys: Object.fromEntries(made.map(({ id, keyringEntry }) => [id, keyringEntry])), revoked_keys: [] };
  const proposal = exampleProposal();
  const [first] = made as [(typeof made)[number]];
  const signed = await attest(proposal, signerFromPem(first.privateKeyPem, { keyId: first.id }), {
    id: APPROVAL,
    audience: AUDIENCE,
    issuedAt: at,
    lifetimeSeconds: DAY_SECONDS,
    nonce: `example-${at / 1000}`,
  });
  const texts = { policy: json(policy), keyring: json(keyring), signed: json(signed) };
  const expected = await verified(texts, at);
  const json0644 = (path: string, text: string): StarterFile => ({ path, text, mode: 0o644 });
  return [
    json0644("pic_policy.json", texts.policy),
    json0644("pic_keys.json", texts.keyring),
    // A folder of private keys is not for a repository, whatever else of this is.
    json0644("keys/.gitignore", "*\n!.gitignore\n"),
    ...made.map(({ id, privateKeyPem }) => ({ path: `keys/${id}.pem`, text: privateKeyPem, mode: 0o600 })),
    json0644("example/proposal.json", json(proposal)),
    json0644("example/args.json", json(EXAMPLE_ARGS)),
    json0644("example/signed.json", texts.signed),
    json0644("example/expected.json", json(expected)),
    ...cases(formatTimestamp(at)).map(({ name, value }) => json0644(`cases/${name}.case.json`, json(value))),
    json0644("README.md", starterReadme(formatTimestamp(at + DAY_SECONDS * 1000))),
  ];
}

function approver(id: string, at: number) {
  return key(at, {
    id,
    purpose: ["approve"],
    tools: [PAYMENT_TOOL],
    impacts: ["money"],
    audiences: [AUDIENCE],
    roles: ["finance"],
    owner: id,
  });
}

/** The agent's own key signs what it asks for, and approves nothing. */
function requester(at: number) {
  return key(at, {
    id: "requester",
    purpose: ["agent"],
    tools: [PAYMENT_TOOL],
    impacts: ["money"],
    audiences: [AUDIENCE],
    owner: PRINCIPAL,
  });
}

function key(at: number, options: GenerateKeyOptions) {
  return generateKey({ ...options, expiresAt: at + YEAR_MS });
}

function exampleProposal(): ProposalData {
  return proposalFor({
    tool: PAYMENT_TOOL,
    args: EXAMPLE_ARGS,
    intent: "Pay supplier invoice INV-204",
    impact: "money",
    sources: [{ id: "invoice", source: "mail:ap-inbox" }],
    claims: [{ text: "Invoice INV-204 asks for 482.00 EUR to acct_7731", evidence: ["invoice"] }],
    approvers: [{ id: APPROVAL, role: "finance" }],
  });
}

async function verified(
  { policy, keyring, signed }: { policy: string; keyring: string; signed: string },
  now: number,
): Promise<JsonObject> {
  const decision = verifyAction(signed, {
    policy: await loadPolicy(policy),
    keyring: loadKeyring(keyring),
    now,
    call: { tool: PAYMENT_TOOL, args: EXAMPLE_ARGS },
    audience: AUDIENCE,
    audienceRequired: true,
    context: { principal: PRINCIPAL },
  });
  if (decision.verdict !== "allow") throw new Error(`the example does not hold: ${decision.reason}`);
  return { verdict: decision.verdict, code: decision.code };
}

function cases(now: string): readonly { readonly name: string; readonly value: object }[] {
  const common = { proposal: "../example/proposal.json", call: "as-proposed", now, audience: AUDIENCE };
  const approved = { ...common, approved_by: ["finance-1"] };
  const block = (reason: string, rule?: string) => ({ verdict: "block", reason, ...(rule !== undefined && { rule }) });
  return [
    {
      name: "approved",
      value: { title: "finance approves a payment", ...approved, context: { principal: PRINCIPAL }, expect: { verdict: "allow" } },
    },
    {
      name: "not-approved",
      value: { title: "nobody approves it", ...common, context: { principal: PRINCIPAL }, expect: block("evidence.required") },
    },
    {
      name: "by-the-agent",
      value: {
        title: "the agent signs for itself",
        ...common,
        approved_by: ["requester"],
        context: { principal: PRINCIPAL },
        expect: block("trust.key_purpose"),
      },
    },
    {
      name: "own-request",
      value: {
        title: "an approver asks for it",
        ...approved,
        context: { principal: "finance-1" },
        expect: block("policy.separation", "asker-does-not-approve"),
      },
    },
    {
      name: "day-is-full",
      value: {
        title: "the day's limit is used up",
        ...approved,
        context: { principal: PRINCIPAL },
        spent: { "per-day": 960_000 },
        expect: block("policy.limit", "per-day"),
      },
    },
  ];
}

function json(value: object): string {
  return `${printPage(value)}\n`;
}
