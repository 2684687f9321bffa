import type { JsonPointer } from "../../decision/issue.js";
import { decodeUtf8 } from "../../json/decode-utf8.js";
import type { JsonValue } from "../../json/value.js";
import type { Contract } from "../contract.js";
import { fromParser } from "../read-answer.js";
import { passed, type ResultOutcome, refused } from "../result-issue.js";
import { bare, type Grammar, type Groups, type LineRule, plain } from "./extraction.js";

/** Control characters but the tab, and what some readers take for a line end. */
const UNPRINTABLE = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029]/;

/**
 * Reads a stream by a grammar that takes every line of it, or refuses the whole (spec/results.md#lines). What the groups hold is put
 * into `record`.
 *
 * @param place the stream's own pointer; a line's is the zero-based number below it
 */
export function readLines(
  bytes: Uint8Array,
  grammar: Grammar,
  { maxItems }: Contract["limits"],
  place: JsonPointer,
  record: Record<string, JsonValue>,
): ResultOutcome<null> {
  const decoded = decodeUtf8(bytes);
  if (!decoded.ok) return fromParser(decoded, place);
  const text = decoded.value;
  const { ended, lineEnd } = grammar;
  // A stream that was cut looks as if it ended without a line end, and one that the contract has so must not have it.
  const last = text.charCodeAt(text.length - 1) === 0x0a;
  const reader = lineReader(grammar, record);
  let at = 0;
  for (let from = 0; from < text.length; at += 1) {
    if (at === maxItems) return refused("limit.items", place);
    const end = text.indexOf("\n", from);
    const isLast = end === -1 || end === text.length - 1;
    let line = text.slice(from, end === -1 ? text.length : end);
    from = end === -1 ? text.length : end + 1;
    if (isLast && last !== ended) return refused("result.line", `${place}/${at}`);
    if (lineEnd === "crlf" && end !== -1) {
      if (line.charCodeAt(line.length - 1) !== 0x0d) return refused("result.line", `${place}/${at}`);
      line = line.slice(0, -1);
    }
    if (UNPRINTABLE.test(line)) return refused("result.line", `${place}/${at}`);
    const taken = reader.take(line);
    if (taken !== true) return refused(taken === null ? "limit.work" : "result.line", `${place}/${at}`);
  }
  return reader.complete() ? passed(null) : refused("result.line_missing", `${place}/${at}`);
}

interface LineReader {
  /** Null where the work ran out. */
  readonly take: (line: string) => boolean | null;
  /** Every rule has its lines. */
  readonly complete: () => boolean;
}

function lineReader({ rules, ordered, restart }: Grammar, record: Record<string, JsonValue>): LineReader {
  restart();
  const counts: number[] = [];
  for (let at = 0; at < rules.length; at += 1) {
    counts[at] = 0;
    const { as } = rules[at] as LineRule;
    if (as !== null) record[as] = [];
  }
  const keep = (at: number, groups: Groups): boolean => {
    const { as, most } = rules[at] as LineRule;
    const count = counts[at] as number;
    if (count === most) return false;
    counts[at] = count + 1;
    if (as === null) for (const name in groups) record[name] = groups[name] as string;
    else (record[as] as JsonValue[])[count] = plain(groups);
    return true;
  };

  let current = 0;
  /** Stays with a rule as long as it takes lines, and leaves it only when it has enough. */
  const inOrder = (line: string): boolean | null => {
    for (; current < rules.length; current += 1) {
      const { match, least, most } = rules[current] as LineRule;
      const count = counts[current] as number;
      const groups = count === most ? false : match(line);
      if (groups === null) return null;
      if (groups !== false) return keep(current, groups);
      if (count < least) return false;
    }
    return false;
  };
  /** A line that two rules take says two things. */
  const inAnyOrder = (line: string): boolean | null => {
    let found = -1;
    let kept: Groups = bare() as Groups;
    for (let at = 0; at < rules.length; at += 1) {
      const groups = (rules[at] as LineRule).match(line);
      if (groups === null) return null;
      if (groups === false) continue;
      if (found !== -1) return false;
      found = at;
      kept = groups;
    }
    return found !== -1 && keep(found, kept);
  };
  return {
    take: ordered ? inOrder : inAnyOrder,
    complete: () => {
      for (let at = 0; at < rules.length; at += 1) if ((counts[at] as number) < (rules[at] as LineRule).least) return false;
      return true;
    },
  };
}
