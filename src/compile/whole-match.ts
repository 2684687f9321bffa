import { RE2JS, RE2JSException } from "re2js";
import type { Steps } from "../policy/args-functions.js";
import { plainPattern } from "./plain-pattern.js";

/** A pattern ready to judge whole values, in time linear in the value. */
export interface WholeMatch {
  readonly test: (text: string) => boolean;
  /** Instructions of the compiled pattern: what one character costs at most. */
  readonly size: number;
  /** What it costs to compile and keep. */
  readonly weight: number;
  readonly toString: () => string;
}

/**
 * Most instructions of a compiled pattern; time and memory per character grow with it. `x{120}` has 124.
 */
const MAX_PROGRAM = 128;

/** What the engine cannot take, told for the operator. */
export class PatternRefused extends Error {}

/**
 * Compiles a pattern on RE2, which has no backtracking. `test` is true only for a match from the first character to the
 * last: `$` is the end of the text, never before a final newline.
 *
 * @throws PatternRefused
 */
export function wholeMatch(pattern: string): WholeMatch {
  const engine = compile(pattern);
  const size = engine.programSize();
  if (size > MAX_PROGRAM) throw new PatternRefused("is too large when compiled; use smaller repeat counts and maxLength");
  return {
    test:
      plainPattern(pattern) ??
      // Not testExact: it caches automaton states by the text, up to tens of megabytes for one pattern, and keeps them.
      ((text) => engine.matcher(text).matches()),
    size,
    weight: (size + pattern.length) * (1 + categoriesIn(pattern)),
    // Ajv shares engines whose toString is equal: without a text of its own per pattern, one pattern would judge for another.
    toString: () => `re2:${pattern}`,
  };
}

/** Compiles patterns whose work is counted, for a policy compiled ahead (spec/policy.md#work). */
export function countedMatch(steps: Steps): (pattern: string) => WholeMatch {
  return (pattern) => counted(wholeMatch(pattern), steps);
}

/** The same pattern; each test is counted before it begins. */
export function counted(match: WholeMatch, steps: Steps): WholeMatch {
  return {
    ...match,
    test: (text) => {
      steps.text(text, match.size);
      return match.test(text);
    },
  };
}

/** A category of Unicode is a table of more than a thousand numbers, which each instruction of the pattern may repeat. */
function categoriesIn(pattern: string): number {
  return pattern.match(/\\[pP]/g)?.length ?? 0;
}

function compile(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (error instanceof RE2JSException) throw new PatternRefused(`is not a pattern of RE2 (${error.message})`);
    throw error;
  }
}
