import { type MemberOrders, memberOrders, orderOf } from "./member-order.js";
import { quote } from "./quote.js";
import type { JsonArray, JsonObject, JsonValue } from "./value.js";

/**
 * Orders outlive a serialisation: an order is used only for exactly the names that it was made of, so what was seen before changes no
 * answer. At most one for each small number of members is held.
 */
const SEEN: MemberOrders = memberOrders();

/**
 * The RFC 8785 form of a value that parseJson made, as text; its UTF-8 bytes are what is hashed and signed. Nothing is
 * checked, since the parser has: a host value goes through canonicalize. Recurses at most as deep as parsing allowed.
 */
export function canonicalText(value: JsonValue): string {
  return textOf(value, SEEN);
}

function textOf(value: JsonValue, known: MemberOrders): string {
  if (typeof value === "string") return quote(value);
  // A number's string form is ECMAScript's, and that of -0 is "0".
  if (typeof value !== "object" || value === null) return `${value}`;
  return Array.isArray(value) ? arrayText(value, known) : objectText(value as JsonObject, known);
}

function arrayText(items: JsonArray, known: MemberOrders): string {
  const count = items.length;
  let text = "[";
  for (let at = 0; at < count; at += 1) {
    if (at > 0) text += ",";
    text += textOf(items[at] as JsonValue, known);
  }
  return `${text}]`;
}

function objectText(members: JsonObject, known: MemberOrders): string {
  const { sorted, heads } = orderOf(Object.keys(members), known);
  const count = sorted.length;
  if (count === 0) return "{}";
  let text = "";
  for (let at = 0; at < count; at += 1) text += `${heads[at]}${textOf(members[sorted[at] as string] as JsonValue, known)}`;
  return `${text}}`;
}
