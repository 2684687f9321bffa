import type { ProvenanceFact } from "../decision/facts.js";
import { VERSION } from "../decision/version.js";
import type { AuditRecord, CallContext, DecisionRecord, OutcomeRecord } from "../gate/ports.js";
import { canonicalText } from "../json/canonical-text.js";
import { escapeToken } from "../json/pointer.js";
import { quote } from "../json/quote.js";
import type { JsonObject, JsonValue } from "../json/value.js";
import { asciiText, escapeBeyondAscii } from "./ascii-text.js";
import { MAX_LINE_BYTES } from "./format.js";
import { listOfMembers, membersText, shapeOf } from "./members-text.js";
import { resultBody } from "./result-body.js";
import { timeText } from "./time-text.js";

/** Most bytes of a body: the envelope takes less than what is left. */
const MAX_BODY_BYTES = MAX_LINE_BYTES - 1024;
/** Most bytes of one argument's value. */
const MAX_VALUE_BYTES = 4096;
/** Most UTF-16 units of a text that the host gives without a bound of its own. */
const MAX_TEXT = 256;
/** Set to null in this order where a body is too large: first what a sender can fill with least trouble. */
const LEAVE_OUT = ["provenance", "evidence", "args", "issues", "would_block", "rules", "break_glass"] as const;

const CONTEXT = shapeOf("principal", "session", "tenant");
const DIGESTS = shapeOf("args", "claims", "intent", "keyring", "policy");
const EVIDENCE = shapeOf("attestation_id", "key_id", "mode", "request_id", "status", "type");
const IMPACT = shapeOf("declared", "operator");
const ISSUE = shapeOf("offset", "path", "reason");

/** The body of a record as ASCII canonical text, at most 64 KiB whatever its sender made it hold (AUDIT-12). */
export function recordBody(record: AuditRecord): string {
  if (record.kind === "decision") return decisionBody(record);
  return record.kind === "outcome" ? outcomeBody(record) : resultBody(record, MAX_BODY_BYTES);
}

function outcomeBody({ request_id, tool, state }: OutcomeRecord): string {
  return asciiText({ request_id, state, tool: bounded(tool, "/tool", []) });
}

function decisionBody(record: DecisionRecord): string {
  const { decision, would_block } = record;
  const { rules, break_glass, provenance, evidence } = decision.facts;
  const cut: string[] = [];
  const parts: Record<(typeof LEAVE_OUT)[number], string> = {
    args: argumentValues(record.args, cut),
    break_glass: plain(break_glass),
    evidence: listOfMembers(evidence, EVIDENCE),
    issues: listOfMembers(decision.issues, ISSUE),
    provenance: provenanceText(provenance),
    rules: plain(rules),
    would_block: plain(would_block),
  };
  const fixed = { context: contextOf(record.context, cut), tool: bounded(record.tool, "/tool", cut) };
  let text = bodyText(record, fixed, parts, cut);
  for (const name of LEAVE_OUT) {
    if (text.length <= MAX_BODY_BYTES) break;
    parts[name] = "null";
    cut.push(`/${name}`);
    text = bodyText(record, fixed, parts, cut);
  }
  return text;
}

/** Every decision has these members and no others, so their order is written down here and not sorted each time. */
function bodyText(
  record: DecisionRecord,
  { context, tool }: { readonly context: JsonObject; readonly tool: string },
  parts: Readonly<Record<(typeof LEAVE_OUT)[number], string>>,
  cut: readonly string[],
): string {
  const { decision, args_digest, at, elapsed_ms, idempotency_key, observed, request_id } = record;
  const { impact, digests, rule } = decision.facts;
  const text =
    `{"args":${parts.args},"args_digest":${quoted(args_digest)},"audience":"${decision.audience}","binding":"${decision.binding}",` +
    `"break_glass":${parts.break_glass},"code":"${decision.code}","context":${membersText(context, CONTEXT)},"cut":${cut.length === 0 ? "[]" : canonicalText(cut)},` +
    `"digests":${membersText(digests, DIGESTS)},"elapsed_ms":${elapsed_ms},"evidence":${parts.evidence},` +
    `"idempotency_key":${quoted(idempotency_key)},"impact":${impact === undefined ? "null" : membersText(impact, IMPACT)},"issues":${parts.issues},` +
    `"judged_at":${at === null ? "null" : `"${timeText(at)}"`},"more_issues":${decision.more_issues},` +
    `"observed":${observed},"path":${quoted(decision.path)},"profile":"${decision.profile}","provenance":${parts.provenance},` +
    `"reason":${quoted(decision.reason)},"request_id":${quote(request_id)},"rule":${quoted(rule ?? null)},"rules":${parts.rules},` +
    `"single_use":"${decision.single_use}","tool":${quote(tool)},"verdict":"${decision.verdict}","version":"${VERSION}",` +
    `"would_block":${parts.would_block}}`;
  return escapeBeyondAscii(text);
}

/** The longest list of most records, and its members are all there: written out, it takes a third of the time. */
function provenanceText(entries: readonly ProvenanceFact[] | undefined): string {
  if (entries === undefined) return "null";
  let text = "";
  for (let at = 0; at < entries.length; at += 1) {
    const { declared, effective, id, raised_by } = entries[at] as ProvenanceFact;
    const raised = raised_by.length === 0 ? "[]" : canonicalText(raised_by);
    text += `${at === 0 ? "" : ","}{"declared":"${declared}","effective":"${effective}","id":${quote(id)},"raised_by":${raised}}`;
  }
  return `[${text}]`;
}

/** Facts are plain frozen data of ours, made from what the strict parser accepted. */
function plain(facts: object | null | undefined): string {
  return facts === null || facts === undefined ? "null" : canonicalText(facts as unknown as JsonValue);
}

function quoted(text: string | null): string {
  return text === null ? "null" : quote(text);
}

function argumentValues(args: DecisionRecord["args"], cut: string[]): string {
  const pointers = Object.keys(args);
  if (pointers.length === 0) return "{}";
  // Without a prototype: a pointer is never "__proto__", but nothing should hang on that.
  const values: Record<string, JsonValue> = Object.create(null);
  for (const pointer of pointers) {
    const value = args[pointer] as JsonValue;
    if (isLarge(value)) cut.push(`/args/${escapeToken(pointer)}`);
    else values[pointer] = value;
  }
  return canonicalText(values);
}

function isLarge(value: JsonValue): boolean {
  if (typeof value === "object" && value !== null) return asciiText(value).length > MAX_VALUE_BYTES;
  return typeof value === "string" && value.length > MAX_VALUE_BYTES / 6 && asciiText(value).length > MAX_VALUE_BYTES;
}

function contextOf({ principal, session, tenant }: CallContext, cut: string[]): JsonObject {
  return {
    principal: bounded(principal, "/context/principal", cut),
    ...(session !== undefined && { session: bounded(session, "/context/session", cut) }),
    ...(tenant !== undefined && { tenant: bounded(tenant, "/context/tenant", cut) }),
  };
}

/** A text as the host gave it, which no parser has seen: half a surrogate pair becomes U+FFFD, and what is long is cut. */
function bounded(text: string, pointer: string, cut: string[]): string {
  if (text.length <= MAX_TEXT) return wellFormed(text);
  cut.push(pointer);
  return wellFormed(text.slice(0, MAX_TEXT));
}

function wellFormed(text: string): string {
  return (text as unknown as { toWellFormed(): string }).toWellFormed();
}
