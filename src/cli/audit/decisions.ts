import type { AuditEntry } from "../../audit/format.js";
import { claimedEntry, readLine } from "../../audit/read-line.js";
import { escapeText } from "../escape.js";

/** What a table or a page says of a decision; texts are as they were recorded, unescaped. */
export interface ShownDecision {
  readonly at: string;
  readonly seq: number;
  readonly requestId: string;
  readonly verdict: string;
  /** The reason of a block, or of the block that was not carried out; else the code. */
  readonly why: string;
  readonly observed: boolean;
  readonly breakGlass: boolean;
  readonly tool: string;
  readonly principal: string;
}

type Body = AuditEntry["body"];

/** A record for showing: read whatever its hash says, so that an altered one can be shown as such. */
export function readShown(line: Uint8Array): { readonly entry: AuditEntry; readonly altered: boolean } | null {
  const read = readLine(line);
  const entry = read === null ? null : claimedEntry(read);
  return read === null || entry === null ? null : { entry, altered: read.ownHash !== read.envelope.hash };
}

export function decisionOf({ at, seq, body }: AuditEntry): ShownDecision {
  const wouldBlock = objectAt(body, "would_block");
  const reason = textAt(wouldBlock ?? body, "reason");
  return {
    at,
    seq,
    requestId: textAt(body, "request_id") ?? "",
    verdict: wouldBlock !== null ? "OBSERVED" : (textAt(body, "verdict") ?? ""),
    why: reason ?? textAt(wouldBlock ?? body, "code") ?? "",
    observed: body.observed === true,
    breakGlass: objectAt(body, "break_glass") !== null,
    tool: textAt(body, "tool") ?? "",
    principal: textAt(objectAt(body, "context") ?? {}, "principal") ?? "",
  };
}

/** What a table or a page says of a tool's answer. */
export interface ShownResult {
  readonly at: string;
  readonly seq: number;
  readonly requestId: string;
  /** `success` or `failure`; `REFUSED` for an answer that nobody waited for. */
  readonly verdict: string;
  readonly why: string;
  readonly tool: string;
  readonly attempt: number;
}

/** Null for an answer after which the tool was asked again: what that came to stands in a record of its own. */
export function resultOf({ at, seq, body }: AuditEntry): ShownResult | null {
  const event = textAt(body, "event");
  if (event === "attempt") return null;
  return {
    at,
    seq,
    requestId: textAt(body, "request_id") ?? "",
    verdict: event === "result" ? (textAt(body, "outcome") ?? "") : "REFUSED",
    why: textAt(body, "reason") ?? textAt(body, "code") ?? "",
    tool: textAt(body, "tool") ?? "",
    attempt: typeof body.attempt === "number" ? body.attempt : 0,
  };
}

export function requestIdOf({ body }: AuditEntry): string | null {
  return textAt(body, "request_id");
}

export function stateOf({ body }: AuditEntry): string | null {
  return textAt(body, "state");
}

/** What became of an action: the state recorded last. Where it was started and never ended nobody saw what it did. */
export function outcomeWord(state: string | null): string {
  return state === null ? "" : state === "started" ? "unknown" : state;
}

/** A recorded text for a table: one line, of a bounded length. */
export function cell(text: string): string {
  return escapeText(text, 48);
}

function textAt(body: Body, name: string): string | null {
  const value = Object.hasOwn(body, name) ? body[name] : undefined;
  return typeof value === "string" ? value : null;
}

function objectAt(body: Body, name: string): Body | null {
  const value = Object.hasOwn(body, name) ? body[name] : undefined;
  return typeof value === "object" && value !== null ? (value as Body) : null;
}
