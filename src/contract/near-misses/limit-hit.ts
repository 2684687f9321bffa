import type { JsonObject, JsonValue } from "../../json/value.js";
import type { ContractFile } from "../contract-file.js";
import type { ResultReason } from "../result-catalogue.js";

/** A limit that a change runs into before anybody looks at what it is; `size` is of the whole answer, the value what its parser sees. */
export function limitHit(size: number, value: JsonValue, { limits }: ContractFile): ResultReason | null {
  if (size > limits.bytes) return "limit.bytes";
  const { depth, longest } = measure(value);
  if (depth > limits.depth) return "limit.depth";
  return longest > limits.items ? "limit.items" : null;
}

function measure(value: JsonValue): { readonly depth: number; readonly longest: number } {
  if (typeof value !== "object" || value === null) return { depth: 0, longest: 0 };
  let depth = 0;
  let longest = Array.isArray(value) ? value.length : 0;
  for (const each of Object.values(value as JsonObject)) {
    const inner = measure(each);
    depth = Math.max(depth, inner.depth);
    longest = Math.max(longest, inner.longest);
  }
  return { depth: depth + 1, longest };
}
