import { joinPointer } from "../../json/pointer.js";
import type { JsonValue } from "../../json/value.js";
import type { ContractFile, SelectEntry } from "../contract-file.js";
import { fieldOf } from "../field.js";
import { declaredAt, requires } from "../near-misses/declared-at.js";
import { type ContractChange, changeOf, type Effect, type Meaning } from "./change.js";

interface Selected {
  readonly at: number;
  readonly field: string;
  readonly optional: boolean;
  readonly entry: JsonValue;
}

/** What the agent gets, by the name it gets it under. */
export function diffSelect(before: ContractFile, after: ContractFile): readonly ContractChange[] {
  const [old, next] = [byName(before.select), byName(after.select)];
  return [...new Set([...next.keys(), ...old.keys()])].flatMap((name) => {
    const [was, is] = [old.get(name), next.get(name)];
    const place = joinPointer("/select", (is ?? was)?.at ?? 0);
    const told = (meaning: Meaning) => [changeOf(place, was?.entry, is?.entry, meaning)];
    if (is === undefined) return told({ producer: "none", agent: "breaking", says: `the agent gets no ${name}` });
    const promised: Effect = is.optional || isRequired(after, is.field) ? "none" : "breaking";
    if (was === undefined) {
      return told({
        producer: promised,
        agent: "compatible",
        says: `the agent gets ${name}, which it never got: a change of the contract`,
      });
    }
    if (was.field !== is.field) return told({ producer: promised, agent: "breaking", says: `${name} is another field` });
    if (was.optional === is.optional) return [];
    return is.optional
      ? told({ producer: "compatible", agent: "breaking", says: `${name} may be left out` })
      : told({ producer: promised, agent: "compatible", says: `${name} is promised` });
  });
}

function byName(entries: readonly SelectEntry[]): ReadonlyMap<string, Selected> {
  return new Map(
    entries.map((entry, at) => {
      const { field, as, optional = false } = typeof entry === "string" ? { field: entry, as: undefined } : entry;
      const { steps } = fieldOf(field);
      return [as ?? (steps[steps.length - 1] as string), { at, field, optional, entry: entry as JsonValue }] as const;
    }),
  );
}

/** Whether the schema requires every member on the way: then no answer lacks what is promised. */
function isRequired({ data }: ContractFile, field: string): boolean {
  const { steps } = fieldOf(field);
  return steps.every((step, at) => requires(declaredAt(data, steps.slice(0, at)).always, step));
}
