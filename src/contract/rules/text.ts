import type { JsonObject } from "../../json/value.js";
import type { TextRule } from "../contract.js";
import { fieldIn } from "../field.js";
import type { ResultIssues } from "../result-issue.js";

/**
 * What a reader does not see, or sees elsewhere than it stands: controls (line ends too), format and bidirectional characters, tags,
 * variation selectors, private use, noncharacters, every space but U+0020, and the blanks that count as letters or signs.
 */
const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000\u{16fe4}\u{1d159}]/u;

/** A text that somebody else wrote is short and plain (spec/results.md#text). An absent one is the schema's matter. */
export function judgeText(data: JsonObject, rules: readonly TextRule[], issues: ResultIssues): void {
  for (let at = 0; at < rules.length; at += 1) {
    const { field, max } = rules[at] as TextRule;
    const text = fieldIn(data, field);
    if (text !== undefined && !isPlain(text, max)) issues.add("result.text", `/data${field.pointer}`);
  }
}

function isPlain(text: unknown, max: number): boolean {
  if (typeof text !== "string") return false;
  // No text has more than two code units for each code point.
  if (text.length > 2 * max || UNSEEN.test(text)) return false;
  // Nor more code points than code units: only a long one is counted.
  if (text.length <= max) return true;
  let points = 0;
  for (const _ of text) points += 1;
  return points <= max;
}
