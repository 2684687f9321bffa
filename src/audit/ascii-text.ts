import { canonicalText } from "../json/canonical-text.js";
import type { JsonValue } from "../json/value.js";

const BEYOND_ASCII = /[\u007f-\uffff]/g;
const HAS_BEYOND_ASCII = /[\u007f-\uffff]/;

/**
 * The canonical form with every code unit from U+007F on written as an escape (AUDIT-4). What a sender chose can then neither end
 * a line nor reach a terminal, and a code unit is a byte.
 */
export function asciiText(value: JsonValue): string {
  return escapeBeyondAscii(canonicalText(value));
}

/** The same for canonical text: outside of strings it is ASCII, so what is replaced stands in a string. */
export function escapeBeyondAscii(text: string): string {
  return HAS_BEYOND_ASCII.test(text) ? text.replace(BEYOND_ASCII, escapeUnit) : text;
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
