import { agentSentence } from "../decision/agent-view.js";
import type { BlockCode } from "../decision/catalogue.js";
import type { Exchange } from "./exchange.js";

/** What stands in a refusal before there is a decision. Fixed: nothing of a request is ever repeated (HTTP-3). */
const SENTENCES = Object.freeze({
  request_id: "The X-Request-ID header must be 1 to 128 of A-Z a-z 0-9 . _ : -",
  content_type: "The Content-Type must be application/json.",
  content_encoding: "The body must not be encoded.",
  content_length: "The Content-Length is missing or is no length.",
  unsized: "The Content-Length is missing; a body in chunks is not taken.",
  too_large: "The body has more bytes than the bridge takes.",
  slow: "The body did not come in time.",
  broken: "The body is not as long as was said, or broke off.",
  not_json: "The body is not one well-formed JSON value.",
  shape: "The body is not of the form that this route takes.",
  contract: "The bridge has no contract for that tool.",
  answer_kind: "The answer is not of the kind that the contract is of.",
  answer: "The answer is not strict base64.",
  busy: "The bridge has as many requests under way as it takes.",
  draining: "The bridge is about to end.",
});

export type Refusal = keyof typeof SENTENCES;

/** Headers of every answer: the caller's id or ours where it asked for none, and ours in any case. */
export function headersFor({ theirs }: Pick<Exchange, "theirs">, ours: string): Record<string, string> {
  return {
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Request-ID": theirs ?? ours,
    "Countersign-Request-ID": ours,
  };
}

export function json(exchange: Exchange, status: number, body: object, ours = exchange.ownId()): Response {
  return jsonText(exchange, status, JSON.stringify(body), ours);
}

export function jsonText(exchange: Exchange, status: number, text: string, ours: string): Response {
  return new Response(text, { status, headers: headersFor(exchange, ours) });
}

/** A block before there is a decision, in the form that the route's callers read. */
export function refuse(exchange: Exchange, status: number, refusal: Refusal, code: BlockCode = "PIC_INVALID_REQUEST"): Response {
  return blockWith(exchange, status, code, SENTENCES[refusal]);
}

/** The form that a route's callers read. The path alone decides: so they do where their request is no good. */
function envelopeOf({ request }: Exchange): "reference" | "v1" {
  return /^[^?#]*\/v1\/(?:actions|results)\//.test(request.url) ? "v1" : "reference";
}

/** The block that stands where something of ours broke. */
export function fault(exchange: Exchange): Response {
  return blockWith(exchange, 500, "PIC_INTERNAL_ERROR", agentSentence("PIC_INTERNAL_ERROR"));
}

function blockWith(exchange: Exchange, status: number, code: BlockCode, message: string): Response {
  const { theirs, told } = exchange;
  const ours = exchange.ownId();
  told.code = code;
  const body =
    envelopeOf(exchange) === "v1"
      ? { verdict: "block", code, request_id: ours, message }
      : { allowed: false, error: { code, message }, eval_ms: 0, request_id: theirs ?? ours };
  const busy = status === 503 ? { "Retry-After": "1" } : {};
  return new Response(JSON.stringify(body), { status, headers: { ...headersFor(exchange, ours), ...busy } });
}

/** An answer that is no decision: a path or a method that is not there, or a caller who may not ask. */
export function transportError(exchange: Exchange, status: number, error: string, headers: Record<string, string> = {}): Response {
  const ours = exchange.ownId();
  return new Response(JSON.stringify({ error, request_id: exchange.theirs ?? ours }), {
    status,
    headers: { ...headersFor(exchange, ours), ...headers },
  });
}
