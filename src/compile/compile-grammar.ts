import type { CompileGrammar } from "../contract/extract/build-extraction.js";
import type { LineEntry } from "../contract/extract/extract-file.js";
import type { Grammar, Groups, LineMatch, LineRule } from "../contract/extract/extraction.js";
import type { JsonPointer } from "../decision/issue.js";
import { joinPointer } from "../json/pointer.js";
import { countSteps, OutOfSteps, type Steps } from "../policy/args-functions.js";
import { refuse } from "./policy-shapes.js";
import { patternFault } from "./scan-pattern.js";
import { type LinePattern, linePattern, PatternRefused } from "./whole-match.js";

const MAX_PATTERN = 512;
/** Most that the patterns of one contract's grammars weigh, as of its schemas': what bounds their number alone lets each be of the worst. */
const MAX_WEIGHT = 5_000;

/**
 * A compiler of line grammars (spec/results.md#lines) on RE2: each pattern says that it is whole, and its named groups are what a line gives.
 *
 * @throws ConfigurationError from the compiler, with the place in the file
 */
export function grammarCompiler(): CompileGrammar {
  const steps = countSteps();
  let weight = 0;
  return ({ lines, order = "fixed", line_end = "lf", last_line = "ended" }, place): Grammar => {
    const taken = new Set<string>();
    const rules = lines.map((line, at) => {
      const where = joinPointer(place, "lines", at);
      const compiled = compilePattern(line.pattern, `${where}/pattern`);
      weight += compiled.weight;
      if (weight > MAX_WEIGHT)
        refuse(
          `${where}/pattern`,
          `the pattern and those before it weigh more than ${MAX_WEIGHT} together; use smaller repeat counts and fewer \\p`,
        );
      return ruleOf(line, compiled, where, taken, steps);
    });
    return Object.freeze({
      rules: Object.freeze(rules),
      ordered: order === "fixed",
      lineEnd: line_end,
      ended: last_line === "ended",
      names: Object.freeze([...taken]),
      restart: steps.restart,
    });
  };
}

function ruleOf({ count = "one", as }: LineEntry, compiled: LinePattern, place: JsonPointer, taken: Set<string>, steps: Steps): LineRule {
  for (const name of as === undefined ? compiled.names : [as]) {
    if (taken.has(name))
      refuse(as === undefined ? `${place}/pattern` : `${place}/as`, `gives ${JSON.stringify(name)} a second time; use another name`);
    taken.add(name);
  }
  const [least, most] = count === "one" ? [1, 1] : count === "optional" ? [0, 1] : [count.least, count.most];
  return Object.freeze({ match: matcher(compiled, steps), least, most, as: as ?? null });
}

function compilePattern(pattern: string, place: JsonPointer): LinePattern {
  if (pattern.length > MAX_PATTERN) refuse(place, `the pattern has more than ${MAX_PATTERN} characters; shorten it`);
  const fault = patternFault(pattern, "named groups");
  if (fault !== null) refuse(place, `the pattern ${fault}`);
  try {
    return linePattern(pattern);
  } catch (error) {
    if (!(error instanceof PatternRefused)) throw error;
    refuse(place, `the pattern ${error.message}`);
  }
}

function matcher({ read, size }: LinePattern, steps: Steps): LineMatch {
  return (line): Groups | false | null => {
    try {
      steps.text(line, size);
    } catch (error) {
      if (error instanceof OutOfSteps) return null;
      throw error;
    }
    return read(line);
  };
}
