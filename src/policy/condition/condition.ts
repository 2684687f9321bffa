import type { RuleVariables } from "../policy.js";
import { FUNCTIONS } from "./functions.js";
import { bool, type Judge } from "./judge.js";
import { overElements } from "./over.js";
import { stepsOf } from "./steps.js";
import type { Term } from "./term.js";
import { give, Instant, isList, isMap, load, type Members, type Stored, store, type Value } from "./value.js";

/** The names that a condition can read. */
export const VARIABLES = ["args", "impact", "tool", "provenance", "claims", "facts", "context", "now"] as const;

const { hasOwn } = Object;

/**
 * Turns a term into a judge (spec/policy.md#when). It reads own members of plain data and nothing else: no clock, no
 * randomness, no function but those listed, no name that is not there. Whatever cannot be answered throws, wherever it
 * stands; `&&`, `||`, `?:` and the words that go over a list decide from left to right and leave alone what they do not need.
 *
 * @returns exactly true where the condition holds
 * @throws TypeError for a term that compile-condition.ts does not make
 */
export function condition(term: Term): (variables: RuleVariables) => unknown {
  const judge = judgeOf(term, []);
  return (variables) => judge({ variables, steps: stepsOf(variables), bound: [] });
}

/** `scope` holds the bound names, the outermost first. */
function judgeOf(term: Term, scope: readonly string[]): Judge {
  const inner = plainJudge(term, scope);
  return (run) => {
    run.steps.take(1);
    return inner(run);
  };
}

function plainJudge(term: Term, scope: readonly string[]): Judge {
  const judge = (part: Term): Judge => judgeOf(part, scope);
  switch (term[0]) {
    case "value":
    case "double":
      return constant(term[1]);
    case "int":
      return constant(BigInt(term[1]));
    case "name":
      return nameJudge(term[1], scope);
    case "select":
      return select(judge(term[1]), term[2]);
    case "has":
      return has(judge(term[1]), term[2]);
    case "index":
      return index(judge(term[1]), judge(term[2]));
    case "list":
      return list(term[1].map(judge));
    case "map":
      return map(term[1].map(([name, part]) => [name, judge(part)]));
    case "and":
      return both(judge(term[1]), judge(term[2]), true);
    case "or":
      return both(judge(term[1]), judge(term[2]), false);
    case "if":
      return choose(judge(term[1]), judge(term[2]), judge(term[3]));
    case "call":
      return call(term[1], term[2].map(judge));
    case "over":
      return overElements(term, scope, judgeOf);
    default:
      throw new TypeError("no term of a condition");
  }
}

function constant(value: Value): Judge {
  return () => value;
}

function nameJudge(name: string, scope: readonly string[]): Judge {
  const depth = scope.lastIndexOf(name);
  if (depth >= 0) return ({ bound }) => bound[depth] as Value;
  if (name === "now") return ({ variables }) => new Instant(BigInt(variables.now) * 1_000_000n);
  const known = VARIABLES.find((each) => each === name);
  if (known === undefined) throw new TypeError(`no variable ${name}`);
  return ({ variables }) => load(variables[known] as Stored);
}

function memberOf(value: Value, name: string): Value {
  if (!isMap(value)) return give("no map");
  return hasOwn(value, name) ? load(value[name] as Stored) : give("absent");
}

function select(of: Judge, name: string): Judge {
  return (run) => memberOf(of(run), name);
}

function has(of: Judge, name: string): Judge {
  return (run) => {
    const value = of(run);
    return isMap(value) ? hasOwn(value, name) : give("no map");
  };
}

function index(of: Judge, by: Judge): Judge {
  return (run) => {
    const value = of(run);
    const at = by(run);
    if (typeof at === "string") return memberOf(value, at);
    if (typeof at !== "bigint" || !isList(value)) return give("no index");
    return at >= 0n && at < BigInt(value.length) ? load(value[Number(at)] as Stored) : give("absent");
  };
}

function list(parts: readonly Judge[]): Judge {
  return (run) => parts.map((part) => store(part(run)));
}

function map(parts: readonly (readonly [string, Judge])[]): Judge {
  return (run) => {
    const made = Object.create(null) as Record<string, Stored>;
    for (const [name, part] of parts) made[name] = store(part(run));
    return made as Members;
  };
}

/** `&&` goes on where the left is true, `||` where it is false. */
function both(left: Judge, right: Judge, goOn: boolean): Judge {
  return (run) => (bool(left(run)) === goOn ? bool(right(run)) : !goOn);
}

function choose(which: Judge, yes: Judge, no: Judge): Judge {
  return (run) => (bool(which(run)) ? yes(run) : no(run));
}

function call(name: string, args: readonly Judge[]): Judge {
  const called = FUNCTIONS.get(`${name}/${args.length}`);
  if (called === undefined) throw new TypeError(`no function ${name} of ${args.length}`);
  const [first, second] = args as [Judge, Judge | undefined];
  if (second === undefined) return (run) => called(first(run), null, run.steps);
  return (run) => called(first(run), second(run), run.steps);
}
