import { joinPointer } from "../../json/pointer.js";
import type { JsonObject, JsonValue } from "../../json/value.js";
import type { BelongsEntry, ContractFile } from "../contract-file.js";
import { type ContractChange, changeOf, type Effect, isSame, type Meaning, UNKNOWN } from "./change.js";

type Pair = readonly [before: ContractFile, after: ContractFile];

const TIGHTER: Omit<Meaning, "says"> = { producer: "breaking", agent: "compatible" };
const LOOSER: Omit<Meaning, "says"> = { producer: "compatible", agent: "breaking" };

export function diffLimits([before, after]: Pair): readonly ContractChange[] {
  return (["bytes", "depth", "items"] as const)
    .filter((name) => before.limits[name] !== after.limits[name])
    .map((name) => {
      const [old, next] = [before.limits[name], after.limits[name]];
      const meaning: Meaning =
        next < old
          ? { producer: "breaking", agent: "none", says: "is a lower limit" }
          : { producer: "compatible", agent: "compatible", says: "is a higher limit" };
      return changeOf(joinPointer("/limits", name), old, next, meaning);
    });
}

export function diffErrors([before, after]: Pair): readonly ContractChange[] {
  const codes = new Set([...Object.keys(before.errors), ...Object.keys(after.errors)]);
  return [...codes].sort().flatMap((code) => {
    const [old, next] = [json(own(before.errors, code)), json(own(after.errors, code))];
    const place = joinPointer("/errors", code);
    if (old === undefined) return [changeOf(place, old, next, { ...LOOSER, says: "is a failure that the agent never got" })];
    if (next === undefined) return [changeOf(place, old, next, { ...TIGHTER, says: "is a failure that is taken no longer" })];
    return Object.keys({ ...old, ...next }).flatMap((name) => {
      const [was, is] = [own(old, name), own(next, name)];
      if (isSame(was, is)) return [];
      const meaning: Meaning =
        name === "retryable" ? { producer: "none", agent: "breaking", says: "tells the agent otherwise whether to try again" } : UNKNOWN;
      return [changeOf(joinPointer(place, name), was, is, meaning)];
    });
  });
}

/** A tie is told by the field that it holds: what it is held to may change. */
export function diffTies(member: "bind" | "belongs", [before, after]: Pair): readonly ContractChange[] {
  const [old, next] = [byData(before[member]), byData(after[member])];
  return [...new Set([...old.keys(), ...next.keys()])].flatMap((data) => {
    const [was, is] = [old.get(data), next.get(data)];
    if (isSame(was?.entry, is?.entry)) return [];
    const place = joinPointer("", member, (is ?? was)?.at ?? 0);
    if (was === undefined) return [changeOf(place, undefined, is?.entry, { ...TIGHTER, says: `holds ${data} to the request` })];
    if (is === undefined) return [changeOf(place, was.entry, undefined, { ...LOOSER, says: `holds ${data} to the request no longer` })];
    return [changeOf(place, was.entry, is.entry, { producer: "breaking", agent: "breaking", says: `holds ${data} to something else` })];
  });
}

interface Listed {
  readonly at: number;
  readonly entry: JsonValue;
}

function byData(entries: readonly BelongsEntry[] = []): ReadonlyMap<string, Listed> {
  const found = new Map<string, Listed>();
  for (const [at, entry] of entries.entries()) {
    // A field may be held twice.
    const again = found.get(entry.data);
    const whole = again === undefined ? [entry] : [...(again.entry as readonly JsonValue[]), entry];
    found.set(entry.data, { at: again?.at ?? at, entry: whole as unknown as JsonValue });
  }
  return found;
}

export function diffFresh([before, after]: Pair): readonly ContractChange[] {
  const [old, next] = [before.fresh, after.fresh];
  if (old === undefined && next === undefined) return [];
  if (old === undefined) return [changeOf("/fresh", undefined, json(next), { ...TIGHTER, says: "wants an observation of this time" })];
  if (next === undefined) return [changeOf("/fresh", json(old), undefined, { ...LOOSER, says: "lets an observation of any time pass" })];
  if (old.field !== next.field)
    return [changeOf("/fresh/field", old.field, next.field, { producer: "breaking", agent: "breaking", says: "looks at another time" })];
  return (["max_age_seconds", "max_ahead_seconds"] as const)
    .filter((name) => old[name] !== next[name])
    .map((name) => {
      const meaning = next[name] < old[name] ? { ...TIGHTER, says: "is a shorter window" } : { ...LOOSER, says: "is a longer window" };
      return changeOf(joinPointer("/fresh", name), old[name], next[name], meaning);
    });
}

/** A mark moves a selected field from `data` to `untrusted_text`, whichever way. */
export function diffText([before, after]: Pair): readonly ContractChange[] {
  const [old, next] = [before.text ?? [], after.text ?? []];
  const selected = (field: string): Effect => {
    const chosen = [...before.select, ...after.select].some((entry) => (typeof entry === "string" ? entry : entry.field) === field);
    return chosen ? "breaking" : "none";
  };
  return [...new Set([...old, ...next].map(({ field }) => field))].flatMap((field) => {
    const [was, is] = [old.find((each) => each.field === field), next.find((each) => each.field === field)];
    const place = joinPointer("/text", is === undefined ? old.indexOf(was as never) : next.indexOf(is));
    if (was === undefined)
      return [
        changeOf(place, undefined, json(is), { producer: "breaking", agent: selected(field), says: `marks ${field} as untrusted text` }),
      ];
    if (is === undefined)
      return [changeOf(place, json(was), undefined, { producer: "compatible", agent: selected(field), says: `marks ${field} no longer` })];
    if (was.max === is.max) return [];
    const agent = selected(field);
    const meaning: Meaning =
      is.max < was.max
        ? { producer: "breaking", agent: agent === "none" ? "none" : "compatible", says: `takes a shorter ${field}` }
        : { producer: "compatible", agent, says: `takes a longer ${field}` };
    return [changeOf(joinPointer(place, "max"), was.max, is.max, meaning)];
  });
}

function own<T>(members: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

/** What was parsed, as the values that it is made of. */
function json<T extends object | undefined>(value: T): JsonObject | (T extends undefined ? undefined : never) {
  return value as JsonObject | (T extends undefined ? undefined : never);
}
