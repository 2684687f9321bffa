import { ConfigurationError } from "../decision/configuration-error.js";
import type { Profile } from "../decision/profile.js";
import { printableName } from "../wire/printable-name.js";

/** Most names that the message holds. */
const MAX_TOLD = 16;

/**
 * The tools among `tools` that nothing guards, sorted; in strict there must be none.
 *
 * @throws TypeError for what is no list of names; ConfigurationError that lists them, in strict.
 */
export function assertCovered(tools: Iterable<string>, guarded: ReadonlySet<string>, { name: profile }: Profile): readonly string[] {
  if (typeof tools !== "object" || tools === null) throw new TypeError("assertCovered needs the names of the host's tools");
  const open = new Set<string>();
  for (const tool of tools) {
    if (typeof tool !== "string" || tool === "") throw new TypeError("a tool's name is a non-empty string");
    if (!guarded.has(tool)) open.add(tool);
  }
  const list = Object.freeze([...open].sort());
  if (list.length === 0 || profile !== "strict") return list;
  const told = list.slice(0, MAX_TOLD).map((tool) => printableName(tool));
  const more = list.length > MAX_TOLD ? `, and ${list.length - MAX_TOLD} more` : "";
  throw new ConfigurationError(`no guard wraps ${told.join(", ")}${more}: such a call never asks the gate`, { place: "tools" });
}
