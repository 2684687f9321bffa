import { ConfigurationError } from "../decision/configuration-error.js";
import type { JsonPointer } from "../decision/issue.js";
import type { DeclaredFact } from "../policy/build-rules.js";
import type { Term } from "../policy/condition/term.js";
import { didYouMean } from "./did-you-mean.js";
import { comparesBound, factAskedFor, factReadBy, isAllFacts, partsOf } from "./fact-terms.js";

/** A condition as data; `place` is its text's pointer in the file. */
export interface PlacedTerm {
  readonly term: Term;
  readonly place: JsonPointer;
}

/**
 * A policy that reads a fact compares a member of what the contract bound with the action (spec/policy.md#facts): without, the fact may
 * be one of another tenant or another invoice. The comparison stands where the fact cannot count unless it holds.
 *
 * @throws ConfigurationError with the place of the condition, or of the fact that none reads
 */
export function checkFactReads(conditions: readonly PlacedTerm[], declared: readonly DeclaredFact[]): void {
  const names = declared.map(({ contract }) => contract);
  const read = new Set<string>();
  for (const { term, place } of conditions) collectReads(term, names, read, place);
  const together = conditions.flatMap(({ term }) => conjunctsOf(term));
  for (const { contract, place } of declared) {
    if (!read.has(contract))
      throw new ConfigurationError(`is read by no condition of this tool; a fact that nobody compares proves nothing`, { place });
    // All conditions must hold, so that what one of them demands stands for the others too.
    if (together.some((part) => comparesBound(part, contract))) continue;
    const open = conditions.find(({ term }) => !isGuarded(term, contract));
    if (open === undefined) continue;
    const fact = `facts[${JSON.stringify(contract)}]`;
    throw new ConfigurationError(
      `reads ${fact} where nothing demands that a member of its bound equals one of args or context, as in ${fact}.bound.id == args.id; without, it may be a fact about something else`,
      { place: open.place },
    );
  }
}

/** Every fact by the literal name of its contract; a name that is worked out could be any. */
function collectReads(term: Term, names: readonly string[], read: Set<string>, place: JsonPointer): void {
  const contract = factReadBy(term) ?? factAskedFor(term);
  if (contract !== null) {
    if (!names.includes(contract)) {
      const hint = didYouMean(contract, names) || `; declare it in the tool's "facts"`;
      throw new ConfigurationError(`reads the fact ${JSON.stringify(contract)}, which the tool does not declare${hint}`, { place });
    }
    if (factReadBy(term) !== null) read.add(contract);
    return;
  }
  if (isAllFacts(term)) throw new ConfigurationError('reads `facts` as a whole; write facts["contract"], one by its name', { place });
  for (const part of partsOf(term)) collectReads(part, names, read, place);
}

function conjunctsOf(term: Term): readonly Term[] {
  return term[0] === "and" ? [...conjunctsOf(term[1]), ...conjunctsOf(term[2])] : [term];
}

/** Wherever the fact is read, a comparison of its bound stands beside it in an `&&`. */
function isGuarded(term: Term, contract: string): boolean {
  if (!reads(term, contract)) return true;
  if (conjunctsOf(term).some((part) => comparesBound(part, contract))) return true;
  const kind = term[0];
  return (kind === "and" || kind === "or" || kind === "if") && partsOf(term).every((part) => isGuarded(part, contract));
}

function reads(term: Term, contract: string): boolean {
  return factReadBy(term) === contract || partsOf(term).some((part) => reads(part, contract));
}
