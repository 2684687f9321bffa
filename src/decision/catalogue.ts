/**
 * The one table of codes and reasons (spec/decision.md). The order of the rows is the order of reasons: when several hold,
 * the first row names the decision. Types, ranks, HTTP status, exit codes, retryability and spec/errors.md derive from it.
 */

interface CodeRow {
  readonly http: number;
  readonly exit: number;
  /** The only sentence a model is ever shown for this code. */
  readonly agent: string;
}

export const CODES = {
  PIC_LIMIT_EXCEEDED: { http: 413, exit: 7, agent: "The request is larger than this gate accepts." },
  PIC_INVALID_REQUEST: { http: 400, exit: 1, agent: "The request is not one well-formed JSON object, or lacks a proposal." },
  PIC_SCHEMA_INVALID: { http: 422, exit: 2, agent: "The proposal does not have the required shape." },
  PIC_DUPLICATE_ID: { http: 422, exit: 3, agent: "Two entries of the proposal share one id." },
  PIC_TOOL_BINDING_MISMATCH: { http: 409, exit: 3, agent: "The proposal is for another tool." },
  PIC_ARG_BINDING_MISMATCH: { http: 409, exit: 3, agent: "The proposal is for other arguments." },
  PIC_EVIDENCE_REQUIRED: { http: 403, exit: 4, agent: "This action needs evidence and the proposal has none." },
  PIC_EVIDENCE_FAILED: { http: 403, exit: 4, agent: "Evidence in the proposal did not verify." },
  PIC_VERIFIER_FAILED: { http: 403, exit: 3, agent: "No claim rests on evidence that the operator trusts." },
  PIC_POLICY_VIOLATION: { http: 403, exit: 5, agent: "The operator's policy does not permit this action." },
  PIC_INTERNAL_ERROR: { http: 500, exit: 70, agent: "The gate could not decide, so the action is blocked." },
} as const satisfies Record<string, CodeRow>;

/** A portable block code. */
export type BlockCode = keyof typeof CODES;
export type Code = "PIC_OK" | BlockCode;

interface ReasonRow {
  readonly reason: string;
  readonly code: BlockCode;
  /** What was found. */
  readonly means: string;
  /** What the operator or the caller does next. */
  readonly next: string;
  /** The same bytes may pass later without a change by the caller. */
  readonly retryable?: true;
}

// biome-ignore format: a table reads by its rows.
export const CATALOGUE = [
  { reason: "limit.bytes", code: "PIC_LIMIT_EXCEEDED", means: "The input has more bytes than the limit.", next: "Shorten the proposal, or raise `limits.maxBytes` if the operator agrees." },
  { reason: "limit.depth", code: "PIC_LIMIT_EXCEEDED", means: "Arrays and objects nest deeper than the limit.", next: "Flatten the arguments." },
  { reason: "limit.provenance", code: "PIC_LIMIT_EXCEEDED", means: "There are more provenance entries than the limit.", next: "List only the sources that the claims name." },
  { reason: "limit.claims", code: "PIC_LIMIT_EXCEEDED", means: "There are more claims than the limit.", next: "State fewer claims." }, { reason: "limit.evidence", code: "PIC_LIMIT_EXCEEDED", means: "There are more evidence entries than the limit.", next: "Attach only the evidence that the claims need." },
  { reason: "limit.work", code: "PIC_LIMIT_EXCEEDED", means: "The evidence files together have more bytes than the limit.", next: "Name fewer or smaller files." },
  { reason: "limit.deadline", code: "PIC_LIMIT_EXCEEDED", means: "The live gate's deadline passed before a decision.", next: "Look at the evidence store and the ledger; the call may be tried again.", retryable: true },

  { reason: "request.missing", code: "PIC_INVALID_REQUEST", means: "The tool needs a proposal and the call brought none.", next: 'Build one with `proposalFor`, or set `pic: "optional"` for a low-impact tool.' },
  { reason: "json.bom", code: "PIC_INVALID_REQUEST", means: "The input starts with a byte order mark.", next: "Send UTF-8 without a byte order mark." },
  { reason: "json.invalid_utf8", code: "PIC_INVALID_REQUEST", means: "The input is not well-formed UTF-8.", next: "Encode the proposal as UTF-8." },
  { reason: "json.empty", code: "PIC_INVALID_REQUEST", means: "The input holds no JSON value.", next: "Send one JSON object." }, { reason: "json.syntax", code: "PIC_INVALID_REQUEST", means: "The input is not JSON (RFC 8259).", next: "Look at the byte offset; serialise with a JSON library." },
  { reason: "json.trailing_data", code: "PIC_INVALID_REQUEST", means: "Something follows the JSON value.", next: "Send one value and nothing after it." },
  { reason: "json.duplicate_name", code: "PIC_INVALID_REQUEST", means: "An object has two members of one name.", next: "Look at the byte offset; send each member once." },
  { reason: "json.number_overflow", code: "PIC_INVALID_REQUEST", means: "A number is too large for a double.", next: "Send it as a string." },
  { reason: "json.number_unsafe_integer", code: "PIC_INVALID_REQUEST", means: "A number is an integer beyond 2^53-1, which other languages read as another value.", next: "Send it as a string." },
  { reason: "json.number_inexact", code: "PIC_INVALID_REQUEST", means: "A number has digits that a double cannot hold.", next: "Send it as a string, or with the digits a double keeps." },
  { reason: "request.not_object", code: "PIC_INVALID_REQUEST", means: "The JSON value is not an object.", next: "Send one JSON object." },  { reason: "json.lone_surrogate", code: "PIC_SCHEMA_INVALID", means: "A string or member name holds half of a surrogate pair.", next: "Look at the byte offset; send well-formed Unicode." },

  { reason: "json.not_plain", code: "PIC_SCHEMA_INVALID", means: "A value given as an object has no JSON form (a getter, class instance, hole, function, cycle, NaN ...).", next: "Pass plain data, or bytes." },
  { reason: "json.proto_name", code: "PIC_SCHEMA_INVALID", means: "A member is named `__proto__`.", next: "Rename the member." }, { reason: "wire.required", code: "PIC_SCHEMA_INVALID", means: "A required member is absent.", next: "Add the member at the path." }, { reason: "wire.unknown_member", code: "PIC_SCHEMA_INVALID", means: "An object has a member that PIC/1.0 does not define.", next: "Remove it; its name is in `facts.unknown_members`." },
  { reason: "wire.type", code: "PIC_SCHEMA_INVALID", means: "A member has the wrong JSON type.", next: "Correct the member at the path." }, { reason: "wire.enum", code: "PIC_SCHEMA_INVALID", means: "A member has a value outside its list.", next: "Correct the member at the path." },
  { reason: "wire.pattern", code: "PIC_SCHEMA_INVALID", means: "A string does not have its form.", next: "Correct the member at the path." },

  { reason: "provenance.duplicate_id", code: "PIC_DUPLICATE_ID", means: "Two provenance entries share one id.", next: "Give each source an id of its own." },
  { reason: "evidence.duplicate_id", code: "PIC_DUPLICATE_ID", means: "Two evidence entries share one id.", next: "Give each approver a provenance entry of its own." },

  { reason: "binding.tool_mismatch", code: "PIC_TOOL_BINDING_MISMATCH", means: "The live tool is not the proposal's tool, character by character.", next: "Build the proposal for the tool that will run." },

  { reason: "binding.args_mismatch", code: "PIC_ARG_BINDING_MISMATCH", means: "The live arguments are not the proposal's arguments.", next: "Build the proposal from the arguments that will run." },

  { reason: "evidence.required", code: "PIC_EVIDENCE_REQUIRED", means: "The impact needs evidence and the proposal has none.", next: "Attach an attestation by a key in the operator's keyring." },

  { reason: "evidence.ref_refused", code: "PIC_EVIDENCE_FAILED", means: "A file reference is not a plain relative path to a regular file inside the evidence root.", next: "Use `file://` and a relative path without `.`, `..`, `%`, `\\` or `:`." },
  { reason: "evidence.artifact_unavailable", code: "PIC_EVIDENCE_FAILED", means: "A referenced file could not be read.", next: "Check the evidence root and the file." },
  { reason: "evidence.artifact_too_large", code: "PIC_EVIDENCE_FAILED", means: "A referenced file has more bytes than the limit.", next: "Refer to a smaller file." },
  { reason: "evidence.hash_mismatch", code: "PIC_EVIDENCE_FAILED", means: "A file's SHA-256 is not the one stated.", next: "Hash the bytes as they lie on disk." },
  { reason: "trust.payload_too_large", code: "PIC_EVIDENCE_FAILED", means: "A signed payload has more bytes than the limit.", next: "Shorten the attestation." },
  { reason: "trust.payload_malformed", code: "PIC_EVIDENCE_FAILED", means: "A payload says it is an attestation and is not a valid one.", next: "Write it with `attest`; the version must be `PIC-ATT/1.0`." },
  { reason: "trust.key_missing", code: "PIC_EVIDENCE_FAILED", means: "The keyring has no key of that id.", next: "Add the signer's public key to the keyring, or sign with a known key." },
  { reason: "trust.key_revoked", code: "PIC_EVIDENCE_FAILED", means: "The key is revoked.", next: "Have the action approved with another key." },
  { reason: "trust.key_not_yet_valid", code: "PIC_EVIDENCE_FAILED", means: "The key's `not_before` lies ahead.", next: "Wait for it, or sign with another key." },
  { reason: "trust.key_expired", code: "PIC_EVIDENCE_FAILED", means: "The key's `expires_at` has passed.", next: "Rotate the key." }, { reason: "trust.key_purpose", code: "PIC_EVIDENCE_FAILED", means: "The key is not for approving or attesting or, where it signed a receipt, not for receipts.", next: "Sign with a key whose `purpose` has `approve` or `attest`, a receipt with one that has `receipt`." },
  { reason: "trust.key_tool", code: "PIC_EVIDENCE_FAILED", means: "The key's `tools` do not list this tool.", next: "Sign with a key in scope, or widen `tools`." },
  { reason: "trust.key_impact", code: "PIC_EVIDENCE_FAILED", means: "The key's `impacts` do not list the operator's impact.", next: "Sign with a key in scope, or widen `impacts`." },
  { reason: "trust.key_audience", code: "PIC_EVIDENCE_FAILED", means: "The key's `audiences` do not list this gate.", next: "Sign with a key in scope, or widen `audiences`." },
  { reason: "trust.key_unscoped", code: "PIC_EVIDENCE_FAILED", means: "The policy wants keys with written `tools` and `impacts` for high impacts.", next: "Write the key's scope (`countersign keys check` lists such keys), or set `allow_unscoped_keys`." },
  { reason: "trust.signature_encoding", code: "PIC_EVIDENCE_FAILED", means: "A signature is not 64 bytes of strict base64.", next: "Encode by RFC 4648 section 4: 88 characters ending in `==`." },
  { reason: "trust.signature_invalid", code: "PIC_EVIDENCE_FAILED", means: "A signature does not verify under the key.", next: "Sign the canonical bytes again; the payload or key is not the one signed." },
  { reason: "trust.attestation_member", code: "PIC_EVIDENCE_FAILED", means: "A member of the attestation is absent or has the wrong form.", next: "Write it with `attest`." },
  { reason: "trust.tool_differs", code: "PIC_EVIDENCE_FAILED", means: "The attestation is for another tool.", next: "Have this action approved." },
  { reason: "trust.impact_differs", code: "PIC_EVIDENCE_FAILED", means: "The attestation is for another impact.", next: "Have this action approved." },
  { reason: "trust.provenance_ids_differ", code: "PIC_EVIDENCE_FAILED", means: "The attestation lists other provenance ids.", next: "Have this action approved." },
  { reason: "trust.args_digest_differs", code: "PIC_EVIDENCE_FAILED", means: "The attestation is for other arguments.", next: "Have this action approved." },
  { reason: "trust.claims_digest_differs", code: "PIC_EVIDENCE_FAILED", means: "The attestation is for other claims.", next: "Have this action approved." },
  { reason: "trust.intent_digest_differs", code: "PIC_EVIDENCE_FAILED", means: "The attestation is for another intent.", next: "Have this action approved." },
  { reason: "trust.evidence_digest_differs", code: "PIC_EVIDENCE_FAILED", means: "Files or sources are not those the attestation covers.", next: "Have this action approved." },
  { reason: "trust.timestamp_malformed", code: "PIC_EVIDENCE_FAILED", means: "A time in the attestation is not strict RFC 3339.", next: "Write it as 2026-10-01T12:00:00Z." },
  { reason: "trust.issued_in_future", code: "PIC_EVIDENCE_FAILED", means: "The attestation was issued more than 60 s ahead of now.", next: "Check the clocks of signer and gate." },
  { reason: "trust.attestation_expired", code: "PIC_EVIDENCE_FAILED", means: "The attestation's `expires_at` has passed.", next: "Have this action approved again." },
  { reason: "trust.attestation_too_long", code: "PIC_EVIDENCE_FAILED", means: "The attestation lives longer than the policy allows, or ends before it starts.", next: "Sign a shorter one, or raise `max_attestation_lifetime`." },
  { reason: "trust.key_id_differs", code: "PIC_EVIDENCE_FAILED", means: "The signed `x_key_id` is not the entry's `key_id`.", next: "Keep the evidence entry as it was signed." },
  { reason: "trust.nonce_differs", code: "PIC_EVIDENCE_FAILED", means: "The attestations of one proposal do not share one `x_nonce`.", next: "Let the second signer start from the proposal with the first attestation." },
  { reason: "trust.audience_differs", code: "PIC_EVIDENCE_FAILED", means: "The attestation is for another gate.", next: "Sign with this gate's audience." },
  { reason: "trust.audience_missing", code: "PIC_EVIDENCE_FAILED", means: "A high impact at a live gate needs an attestation with an `audience`.", next: "Sign with this gate's audience." },
  { reason: "receipt.member", code: "PIC_EVIDENCE_FAILED", means: "A member of a receipt is absent, unknown or of the wrong form.", next: "Issue it with `issueReceipt`, and change nothing of it." },
  { reason: "receipt.result_digest_differs", code: "PIC_EVIDENCE_FAILED", means: "The receipt's `result_digest` is not that of its `result`.", next: "Issue it with `issueReceipt`, and change nothing of it." },
  { reason: "receipt.issued_in_future", code: "PIC_EVIDENCE_FAILED", means: "The receipt was issued more than 60 s ahead of now.", next: "Check the clocks of the result gate and this one." },
  { reason: "receipt.expired", code: "PIC_EVIDENCE_FAILED", means: "The receipt's `expires_at` has passed.", next: "Ask the tool again; a new answer gets a new receipt." },
  { reason: "receipt.too_long", code: "PIC_EVIDENCE_FAILED", means: "The receipt lives longer than the policy allows, or ends before it starts.", next: "Issue it for a shorter time, or raise `max_attestation_lifetime`." },
  { reason: "receipt.audience_differs", code: "PIC_EVIDENCE_FAILED", means: "The receipt is for another gate.", next: "Issue it for this gate's audience." },
  { reason: "receipt.duplicate", code: "PIC_EVIDENCE_FAILED", means: "The proposal has two receipts of one contract.", next: "Attach the one that the action rests on." },

  { reason: "provenance.dangling_reference", code: "PIC_VERIFIER_FAILED", means: "A claim names an id that no provenance entry has.", next: "Name only ids listed in `provenance`." },
  { reason: "trust.no_trusted_chain", code: "PIC_VERIFIER_FAILED", means: "No claim rests on a provenance entry that verified evidence raised to trusted.", next: "Have the action approved with `attest`, for an entry that a claim names." },

  { reason: "policy.tool_unknown", code: "PIC_POLICY_VIOLATION", means: "The policy does not name the tool.", next: "Add the tool to the policy, with its impact." },
  { reason: "policy.impact_mismatch", code: "PIC_POLICY_VIOLATION", means: "The proposal's impact is not the operator's.", next: "Propose the impact that the policy gives the tool." },
  { reason: "policy.denied", code: "PIC_POLICY_VIOLATION", means: "The policy denies the tool outright.", next: "Ask the operator; the rule's id is in `facts.rule`." },
  { reason: "policy.args_invalid", code: "PIC_POLICY_VIOLATION", means: "The arguments do not fit the policy's schema.", next: "Correct the argument at the path." },
  { reason: "policy.principal", code: "PIC_POLICY_VIOLATION", means: "The policy does not let this principal use the tool.", next: "Ask the operator; the rule's id is in `facts.rule`." },
  { reason: "policy.fact_missing", code: "PIC_POLICY_VIOLATION", means: "The policy demands a fact, and no receipt of its contract came with the proposal.", next: "Ask the tool through its contract, and attach the answer's receipt." },
  { reason: "policy.fact_version", code: "PIC_POLICY_VIOLATION", means: "The receipt is of a version of the contract that the policy does not take.", next: "Ask through a version that it takes; the rule's id is in `facts.rule`." },
  { reason: "policy.fact_stale", code: "PIC_POLICY_VIOLATION", means: "The fact is older than the policy allows, or was fetched before the action was approved.", next: "Ask the tool again, and attach the new receipt." },
  { reason: "policy.when", code: "PIC_POLICY_VIOLATION", means: "A condition of the policy is false, or could not be judged.", next: "Look at the rule named in `facts.rule`; `countersign policy explain` shows its terms." },
  { reason: "policy.approvals", code: "PIC_POLICY_VIOLATION", means: "Too few owners in the demanded role have approved.", next: "Have another owner approve; each needs a provenance entry of its own." },
  { reason: "policy.separation", code: "PIC_POLICY_VIOLATION", means: "Who asks is the owner of an approving key, or nobody says who asks.", next: "Have somebody else approve; name who asks in the context." },
  { reason: "policy.check", code: "PIC_POLICY_VIOLATION", means: "A check of the operator's refused, or gave no clear answer in time.", next: "Look at the check named in `facts.rule`." },
  { reason: "policy.limit", code: "PIC_POLICY_VIOLATION", means: "A limit of the policy would be passed, or the amount is not one that can be counted.", next: "Wait until the window has room, or ask the operator; the rule's id is in `facts.rule`." },
  { reason: "policy.already_used", code: "PIC_POLICY_VIOLATION", means: "This approval, or this action, was used before.", next: "Have a new action approved." },

  { reason: "internal.config_stale", code: "PIC_INTERNAL_ERROR", means: "Policy or keyring could not be reloaded for 60 s.", next: "Mend the file that the gate's error names.", retryable: true },
  { reason: "internal.clock_skew", code: "PIC_INTERNAL_ERROR", means: "The gate's clock and the store's differ by 60 s or more.", next: "Set the clocks.", retryable: true },
  { reason: "internal.ledger_unavailable", code: "PIC_INTERNAL_ERROR", means: "The ledger did not answer, or answered oddly.", next: "Look at the ledger's store.", retryable: true },
  { reason: "internal.audit_unavailable", code: "PIC_INTERNAL_ERROR", means: "The decision could not be recorded.", next: "Look at the audit log's disk.", retryable: true },
  { reason: "internal.error", code: "PIC_INTERNAL_ERROR", means: "The gate was closed, or met a fault of its own.", next: "Open a gate again if it was closed; else report it with the request id." },
] as const satisfies readonly ReasonRow[];

/** Why an input is blocked, finer than a code. */
export type Reason = (typeof CATALOGUE)[number]["reason"];

// Both are public: whoever holds them reads them.
for (const row of [...CATALOGUE, ...Object.values(CODES)]) Object.freeze(row);
Object.freeze(CATALOGUE);
Object.freeze(CODES);

const RANK = new Map<string, number>(CATALOGUE.map((row, rank) => [row.reason, rank]));
const CODE = new Map<string, BlockCode>(CATALOGUE.map((row) => [row.reason, row.code]));

/** Position of a reason in the total order; lower decides. */
export function rankOf(reason: Reason): number {
  return RANK.get(reason) as number;
}

export function codeOf(reason: Reason): BlockCode {
  return CODE.get(reason) as BlockCode;
}
