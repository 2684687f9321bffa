import { RE2JS } from "re2js";
import { wholeMatch } from "./whole-match.js";

/** A pattern of a whole line, whose named groups say what the line gives. */
export interface LinePattern {
  /** The text of each group that took part; false where the line is another. */
  readonly read: (line: string) => Readonly<Record<string, string>> | false;
  readonly names: readonly string[];
  readonly size: number;
  readonly weight: number;
}

/**
 * As `wholeMatch`, for what a line is taken apart by.
 *
 * @throws PatternRefused
 */
export function linePattern(pattern: string): LinePattern {
  const { size, weight } = wholeMatch(pattern);
  const engine = RE2JS.compile(pattern);
  const groups = Object.entries(engine.namedGroups()) as [name: string, group: number][];
  return {
    read: (line) => {
      const matcher = engine.matcher(line);
      if (!matcher.matches()) return false;
      const found = Object.create(null) as Record<string, string>;
      for (let at = 0; at < groups.length; at += 1) {
        const text = matcher.group((groups[at] as [string, number])[1]);
        if (text !== null) found[(groups[at] as [string, number])[0]] = text;
      }
      return found;
    },
    names: groups.map(([name]) => name),
    size,
    weight,
  };
}
