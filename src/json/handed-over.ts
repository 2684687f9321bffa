import type { JsonObject, JsonValue } from "./value.js";

/** What the text of a value took at most. */
interface Size {
  readonly bytes: number;
  /** Of arrays and objects. */
  readonly levels: number;
}

/** Whoever reads it does so before anything else is handed over, or reads it like any value. */
let handed: { readonly value: object; readonly size: Size } | null = null;

const { isArray } = Array;

/** Says of an object of the strict parser's that nobody else holds it, so that whoever reads it next need not read its text again. */
export function handOver(value: object, size: Size): void {
  handed = { value, size };
}

/** What was handed over last, once and within the bounds; null for anything else, which is read like any value. */
export function takeHandedOver(value: object, maxBytes: number, maxDepth: number): JsonValue | null {
  if (handed?.value !== value) return null;
  const { size } = handed;
  handed = null;
  const fits = size.bytes <= maxBytes && (size.levels <= maxDepth || isWithin(value as JsonObject, maxDepth));
  return fits ? (value as JsonObject) : null;
}

/** Whether a value has no more levels; it has no more than the parser let pass. */
function isWithin(value: JsonValue, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (levels === 0) return false;
  if (isArray(value)) {
    for (let at = 0; at < value.length; at += 1) if (!isWithin(value[at] as JsonValue, levels - 1)) return false;
    return true;
  }
  for (const name in value) if (!isWithin((value as JsonObject)[name] as JsonValue, levels - 1)) return false;
  return true;
}
