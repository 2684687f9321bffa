/** What runs over the elements of a list, or the names of an object, with each bound to a name. */
export type Over = "all" | "exists" | "exists_one" | "filter" | "map";

/**
 * A condition as plain JSON data: what compile-condition.ts makes of an expression, and all that is needed to judge it
 * (spec/policy.md#when). A compiled policy carries these, so that whoever decides needs no parser.
 */
export type Term =
  | readonly ["value", null | boolean | string]
  /** Decimal digits of a 64-bit integer. */
  | readonly ["int", string]
  | readonly ["double", number]
  | readonly ["name", string]
  | readonly ["select", Term, string]
  | readonly ["has", Term, string]
  | readonly ["index", Term, Term]
  | readonly ["list", readonly Term[]]
  | readonly ["map", readonly (readonly [string, Term])[]]
  | readonly ["and" | "or", Term, Term]
  | readonly ["if", Term, Term, Term]
  | readonly ["call", string, readonly Term[]]
  /** The range, the bound name, a condition or null, and what is made of an element (`map` alone). */
  | readonly ["over", Over, Term, string, Term | null, Term | null];
