import { bool, type Judge, type Run } from "./judge.js";
import type { Term } from "./term.js";
import { give, isList, isMap, load, type Stored, store, type Value, type Values } from "./value.js";

/** `all`, `exists`, `exists_one`, `filter` and `map`. */
export function overElements(
  [, over, range, name, when, make]: Extract<Term, readonly ["over", ...unknown[]]>,
  scope: readonly string[],
  judgeOf: (term: Term, scope: readonly string[]) => Judge,
): Judge {
  const rangeOf = judgeOf(range, scope);
  const inner = [...scope, name];
  const test = when === null ? null : judgeOf(when, inner);
  const made = make === null ? null : judgeOf(make, inner);
  const depth = scope.length;
  const holds = (run: Run, element: Value): boolean => {
    run.bound[depth] = element;
    return test === null || bool(test(run));
  };
  return (run) => {
    const elements = elementsOf(rangeOf(run), run);
    const kept: Stored[] = [];
    for (let at = 0; at < elements.length; at += 1) {
      run.steps.take(1);
      const element = load(elements[at] as Stored);
      const held = holds(run, element);
      if (over === "all" && !held) return false;
      if (over === "exists" && held) return true;
      if (held) kept.push(store(made === null ? element : made(run)));
    }
    if (over === "all") return true;
    if (over === "exists") return false;
    return over === "exists_one" ? kept.length === 1 : kept;
  };
}

/** The names of an object in order, since the order of its members is the sender's. */
function elementsOf(range: Value, run: Run): Values {
  if (isList(range)) return range;
  if (!isMap(range)) return give("neither list nor map");
  const names = Object.keys(range);
  run.steps.take(names.length * 8);
  return names.sort();
}
