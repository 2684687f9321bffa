import { RE2JS, RE2JSException } from "re2js";

/** A pattern ready to judge whole values, in time linear in the value. */
export interface WholeMatch {
  readonly test: (text: string) => boolean;
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
  if (engine.programSize() > MAX_PROGRAM) throw new PatternRefused("is too large when compiled; use smaller repeat counts and maxLength");
  return {
    test: (text) => engine.testExact(text),
    // Ajv shares engines whose toString is equal: without a text of its own per pattern, one pattern would judge for another.
    toString: () => `re2:${pattern}`,
  };
}

function compile(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (error instanceof RE2JSException) throw new PatternRefused(`is not a pattern of RE2 (${error.message})`);
    throw error;
  }
}
