import type { Term } from "../policy/condition/term.js";

/** The parts that a term is made of. */
export function partsOf(term: Term): readonly Term[] {
  switch (term[0]) {
    case "select":
    case "has":
      return [term[1]];
    case "index":
    case "and":
    case "or":
      return [term[1], term[2]];
    case "if":
      return [term[1], term[2], term[3]];
    case "list":
      return term[1];
    case "map":
      return term[1].map(([, part]) => part);
    case "call":
      return term[2];
    case "over":
      return [term[2], term[4], term[5]].filter((part) => part !== null);
    default:
      return [];
  }
}

export function isAllFacts(term: Term): boolean {
  return term[0] === "name" && term[1] === "facts";
}

/** The member that a term takes by a literal name, of what; null for any other term. */
function memberTaken(term: Term): { readonly of: Term; readonly name: string } | null {
  if (term[0] === "select") return { of: term[1], name: term[2] };
  if (term[0] !== "index") return null;
  const [, of, by] = term;
  return by[0] === "value" && typeof by[1] === "string" ? { of, name: by[1] } : null;
}

/** The contract in `facts["contract"]`. */
export function factReadBy(term: Term): string | null {
  const taken = memberTaken(term);
  return taken !== null && isAllFacts(taken.of) ? taken.name : null;
}

/** The contract in `has(facts.contract)` and `"contract" in facts`, which ask only whether the fact is there. */
export function factAskedFor(term: Term): string | null {
  if (term[0] === "has") return isAllFacts(term[1]) ? term[2] : null;
  if (term[0] !== "call" || term[1] !== "in") return null;
  const [asked, range] = term[2];
  return asked?.[0] === "value" && typeof asked[1] === "string" && range !== undefined && isAllFacts(range) ? asked[1] : null;
}

/** `facts["contract"].bound.id == args.id`, either way round: a member of what the contract bound, and something of the action alone. */
export function comparesBound(term: Term, contract: string): boolean {
  if (term[0] !== "call" || term[1] !== "==") return false;
  const [left, right] = term[2] as readonly [Term, Term];
  return (isBoundOf(left, contract) && isOfAction(right)) || (isBoundOf(right, contract) && isOfAction(left));
}

function isBoundOf(term: Term, contract: string): boolean {
  const taken = memberTaken(term);
  if (taken === null) return false;
  const above = memberTaken(taken.of);
  if (above?.name === "bound" && factReadBy(above.of) === contract) return true;
  return isBoundOf(taken.of, contract);
}

/** A member of `args` or `context`, by literal names all the way. */
function isOfAction(term: Term): boolean {
  const taken = memberTaken(term);
  if (taken === null) return false;
  return (taken.of[0] === "name" && (taken.of[1] === "args" || taken.of[1] === "context")) || isOfAction(taken.of);
}
