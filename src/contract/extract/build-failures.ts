import { ConfigurationError } from "../../decision/configuration-error.js";
import type { JsonPointer } from "../../decision/issue.js";
import { readOnlyMap } from "../../decision/read-only.js";
import { joinPointer } from "../../json/pointer.js";
import type { ErrorEntry } from "../contract-file.js";
import type { MapEntry } from "./extract-file.js";
import { type FailureRule, IS_ERROR } from "./extraction.js";

type Codes = Map<string | number, string>;

/**
 * Every failure's code by its status, and below that by the upstream's own code (spec/results.md#failures).
 *
 * @throws ConfigurationError where one failure could get two codes
 */
export function buildFailures(errors: Readonly<Record<string, ErrorEntry>>): ReadonlyMap<number, FailureRule> {
  const rules = new Map<number, string | Codes>();
  for (const [code, { map = [] }] of Object.entries(errors)) {
    for (const [at, entry] of map.entries()) {
      const place = joinPointer("/errors", code, "map", at);
      for (const signal of signalsOf(entry)) addRule(rules, signal, code, entry.code, place);
    }
  }
  return readOnlyMap(
    new Map<number, FailureRule>([...rules].map(([signal, rule]) => [signal, typeof rule === "string" ? rule : readOnlyMap(rule)])),
  );
}

function addRule(rules: Map<number, string | Codes>, signal: number, code: string, said: MapEntry["code"], place: JsonPointer): void {
  const known = rules.get(signal);
  if (said === undefined) {
    if (known !== undefined) throw ambiguous(place, typeof known === "string" ? known : [...known.values()][0]);
    rules.set(signal, code);
    return;
  }
  if (typeof known === "string") throw ambiguous(place, known);
  const codes: Codes = known ?? new Map();
  rules.set(signal, codes);
  for (const one of said) {
    if (codes.has(one)) throw ambiguous(place, codes.get(one));
    codes.set(one, code);
  }
}

function ambiguous(place: JsonPointer, other: string | undefined): ConfigurationError {
  return new ConfigurationError(`is of a failure that the map of ${other} takes too; each failure has one code`, { place });
}

const CLASS = 100;

function signalsOf({ status, exit_code, is_error }: MapEntry): readonly number[] {
  if (is_error !== undefined) return [IS_ERROR];
  if (exit_code !== undefined) return exit_code;
  return (status ?? []).flatMap((one) => {
    if (typeof one === "number") return [one];
    const first = Number(one[0]) * CLASS;
    return Array.from({ length: CLASS }, (_, at) => first + at);
  });
}
