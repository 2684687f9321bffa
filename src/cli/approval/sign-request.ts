import type { Decision } from "../../decision/decision.js";
import type { Policy } from "../../policy/policy.js";
import type { ApprovalRequest } from "../../sign/approval-request.js";
import { approve, attachApprovals } from "../../sign/approve.js";
import type { KeyEntry, Keyring } from "../../trust/keyring.js";
import { isKeyId } from "../../trust/names.js";
import type { ProposalData, SignatureEvidence } from "../../wire/proposal.js";
import { UsageError } from "../faults.js";
import { findOperatorFile, lookForOperatorFile } from "../operator-files.js";
import { PASSPHRASE_FLAG } from "../private-key.js";
import type { Shell } from "../shell.js";
import type { Terminal } from "../terminal.js";
import { loadKeyringFor, loadPolicyAt, OPERATOR_FLAGS } from "../verification.js";
import { refusalOf, timeRefusal } from "./check-approver.js";
import { askApproval, freeSources } from "./dialogue.js";
import { openApproverKey } from "./open-approver-key.js";
import { blockTexts, judgeNow, noPolicy, policyWord } from "./policy-word.js";
import { renderApproval } from "./render-approval.js";
import { visibleName } from "./visible-text.js";

export const APPROVER_FLAGS = {
  key: { type: "text", required: true, value: "FILE", help: "the approver's private key (PKCS#8 PEM)" },
  "key-id": { type: "text", required: true, value: "ID", help: "the id that gates know the key by" },
  keys: OPERATOR_FLAGS.keys,
  policy: OPERATOR_FLAGS.policy,
  ...PASSPHRASE_FLAG,
} as const;

interface ApproverFlags {
  readonly key: string | undefined;
  readonly "key-id": string | undefined;
  readonly keys: string | undefined;
  readonly policy: string | undefined;
  readonly "passphrase-file": string | undefined;
}

/** What came of it: a signature, or why there is none. */
export type SigningOutcome =
  | { readonly signed: true; readonly evidence: SignatureEvidence; readonly proposal: ProposalData }
  | { readonly signed: false; readonly why: string };

/** What a person approves with: read and checked before any request is. */
export interface Approver {
  readonly terminal: Terminal;
  readonly keyFile: string;
  readonly keyId: string;
  readonly keyring: Keyring;
  readonly policy: Policy | null;
}

/** UsageError without a terminal: no file, no flag and no pipe approves (spec/approvals.md#terminal). */
export async function readApprover(flags: ApproverFlags, shell: Shell): Promise<Approver> {
  const { key, "key-id": keyId } = flags;
  if (key === undefined || key === "-") throw new UsageError("is needed: the file of the private key", "--key");
  if (keyId === undefined || !isKeyId(keyId)) throw new UsageError("is needed: letters, digits and ._:@/-, at most 128", "--key-id");
  const terminal = await shell.terminal();
  if (terminal === null)
    throw new UsageError(
      "a person approves at a terminal: standard input and standard output must both be one; to sign unattended there is attest",
    );
  const keysFile = findOperatorFile("keys", flags.keys, "strict", shell);
  const policyFile = lookForOperatorFile("policy", flags.policy, "strict", shell);
  const keyring = await loadKeyringFor(keysFile, "strict");
  const policy = policyFile === null ? null : await loadPolicyAt(policyFile);
  return { terminal, keyFile: key, keyId, keyring, policy };
}

/**
 * The whole of an approval: what a gate would refuse is refused first, the page is shown, the approver decides, and what was shown is
 * signed (spec/approvals.md#signing). `request` was read by readApprovalRequest.
 */
export async function signRequest(
  request: ApprovalRequest,
  approver: Approver,
  flags: ApproverFlags,
  shell: Shell,
): Promise<SigningOutcome> {
  const { terminal, keyFile, keyId, keyring, policy } = approver;
  const began = Date.now();
  const now = BigInt(shell.now) * 1_000_000n;
  const refusal = refusalOf(request, { keyring, keyId, policy, now });
  if (refusal !== null) return { signed: false, why: refusal };
  if (freeSources(request.proposal).length === 0)
    return { signed: false, why: "every source has its evidence; there is none left to vouch for" };
  const judges = { policy: policy ?? (await noPolicy()), keyring, now: shell.now };
  const before = judgeNow(request.proposal, request, judges);
  const already = signedAlready(before, keyring, keyId);
  if (already !== null) return { signed: false, why: `${already} signed this request already; whoever else is asked signs next` };
  const signer = await openApproverKey(keyFile, keyring.keys.get(keyId) as KeyEntry, flags, terminal);

  const rows = renderApproval(request, {
    now,
    columns: terminal.columns,
    policy: policy === null ? null : policyWord(request, judges, before),
    evidence: before.facts.evidence ?? [],
    ownerOf: (id) => keyring.keys.get(id)?.owner ?? null,
  });
  const vouchesFor = await askApproval(request, rows, terminal);
  if (vouchesFor === null) return { signed: false, why: "denied; nothing was signed" };
  // The approver took their time.
  const at = shell.now + Math.max(0, Date.now() - began);
  const late = timeRefusal(request, BigInt(at) * 1_000_000n);
  if (late !== null) return { signed: false, why: late };

  const evidence = await approve(request, signer, { vouchesFor });
  const proposal = attachApprovals(request.proposal, [evidence]);
  if (policy !== null) tellVerdict(proposal, request, { ...judges, now: at }, terminal);
  return { signed: true, evidence, proposal };
}

/**
 * The key of the same owner, or the key itself, whose signature on the request verifies; null where there is none. A second one
 * would count for nobody and take the entry that another approver needs (spec/approvals.md#keys).
 */
function signedAlready({ facts }: Decision, { keys }: Keyring, keyId: string): string | null {
  const owner = keys.get(keyId)?.owner ?? null;
  for (const { status, key_id: id } of facts.evidence ?? []) {
    if (status !== "verified" || typeof id !== "string") continue;
    if (id === keyId || (owner !== null && keys.get(id)?.owner === owner)) return visibleName(id);
  }
  return null;
}

function tellVerdict(proposal: ProposalData, request: ApprovalRequest, judges: Parameters<typeof judgeNow>[2], terminal: Terminal): void {
  const decision = judgeNow(proposal, request, judges);
  const lines = decision.verdict === "allow" ? ["Signed. By this policy nothing is left to approve."] : ["Signed. Still to come:"];
  for (const text of blockTexts(decision)) lines.push(`  - ${text}`);
  terminal.write(`${lines.join("\n")}\n`);
}
