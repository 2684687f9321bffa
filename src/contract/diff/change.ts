import type { JsonPointer } from "../../decision/issue.js";
import { canonicalText } from "../../json/canonical-text.js";
import type { JsonValue } from "../../json/value.js";

/** What a change means for one side. `compatible`: it is told, and nothing that held before breaks. */
export type Effect = "none" | "compatible" | "breaking";

/** One thing that two contracts say differently. */
export interface ContractChange {
  /** Pointer into the new file; into the old one for what is removed. */
  readonly place: JsonPointer;
  readonly change: "added" | "removed" | "changed";
  /** For whoever answers: an adapter and what stands behind it. */
  readonly producer: Effect;
  /** For whoever gets the selected fields. */
  readonly agent: Effect;
  readonly says: string;
  /** Canonical JSON; null where it is not there. */
  readonly before: string | null;
  readonly after: string | null;
}

/** Both sides of a change, and what it says. */
export interface Meaning {
  readonly producer: Effect;
  readonly agent: Effect;
  readonly says: string;
}

export function changeOf(
  place: JsonPointer,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  meaning: Meaning,
): ContractChange {
  const change = before === undefined ? "added" : after === undefined ? "removed" : "changed";
  return { place, change, ...meaning, before: textOf(before), after: textOf(after) };
}

export function isSame(before: JsonValue | undefined, after: JsonValue | undefined): boolean {
  return textOf(before) === textOf(after);
}

/** What nobody thought through may mean anything. */
export const UNKNOWN: Meaning = { producer: "breaking", agent: "breaking", says: "is changed in a way that is not told apart here" };

function textOf(value: JsonValue | undefined): string | null {
  return value === undefined ? null : canonicalText(value);
}
