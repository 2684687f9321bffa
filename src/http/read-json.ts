import { isBytes } from "../json/is-bytes.js";
import { parseBytes } from "../json/parse-json.js";
import type { JsonValue } from "../json/value.js";
import type { Refusal } from "./answers.js";
import type { BridgeSettings } from "./bridge-options.js";
import type { Exchange } from "./exchange.js";
import { readBody } from "./read-body.js";

const JSON_TYPE = /^application\/json(?:[ \t]*;[ \t]*charset="?utf-8"?)?$/i;
const LENGTH = /^(?:0|[1-9][0-9]{0,14})$/;

interface Body {
  readonly value: JsonValue;
  readonly bytes: number;
  /** Of arrays and objects, at most. */
  readonly levels: number;
}

/** What a value takes at most that stands so many levels deep in the body. */
export function sizeWithin({ bytes, levels }: Body, depth: number): { readonly bytes: number; readonly levels: number } {
  return { bytes, levels: levels - depth };
}

/** The JSON value of a body, judged as raw bytes (spec/http.md#bodies); or why there is none. */
export async function readJson(exchange: Exchange, settings: BridgeSettings): Promise<Body | Refusal> {
  const said = statedLength(exchange.request.headers, settings.maxBodyBytes);
  if (typeof said === "string") return said;
  // Once the parser is done with what it is at, a body that came with its headers is there.
  await undefined;
  const reading = readBody(exchange.source, settings.maxBodyBytes, settings.clock, settings.bodyTimeoutMs);
  const body = typeof reading === "string" || isBytes(reading) ? reading : await reading;
  if (typeof body === "string") return body;
  if (said !== null && said !== body.length) return "broken";
  const value = parseBytes(body, { maxBytes: settings.maxBodyBytes, maxDepth: settings.maxDepth });
  return value.ok ? { value: value.value, bytes: body.length, levels: settings.maxDepth } : "not_json";
}

/** How long the body is said to be, null where nothing is said; or what the headers alone refuse, before a byte of it is read. */
function statedLength(headers: { get(name: string): string | null }, maxBytes: number): number | null | Refusal {
  const type = headers.get("content-type");
  if (type === null || !JSON_TYPE.test(type)) return "content_type";
  const encoding = headers.get("content-encoding");
  if (encoding !== null && encoding !== "identity") return "content_encoding";
  const length = headers.get("content-length");
  if (length === null) return null;
  if (!LENGTH.test(length)) return "content_length";
  return Number(length) > maxBytes ? "too_large" : Number(length);
}
