import type { JsonObject } from "../json/value.js";

/** Who asks, or null where the host does not say. */
export function principalOf(context: JsonObject): string | null {
  const principal = Object.hasOwn(context, "principal") ? context.principal : null;
  return typeof principal === "string" && principal !== "" ? principal : null;
}
