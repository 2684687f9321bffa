import { joinPointer } from "../../json/pointer.js";
import type { JsonArray, JsonObject, JsonValue } from "../../json/value.js";
import type { ContractFile } from "../contract-file.js";
import { fieldOf } from "../field.js";
import { declaredAt } from "../near-misses/declared-at.js";
import { type ContractChange, changeOf, isSame, type Meaning } from "./change.js";

const OTHERWISE: Meaning = { producer: "breaking", agent: "breaking", says: "takes the data out of an answer in another way" };

/** How an answer becomes data, by member; of `fields` by the place in the data that each fills. */
export function diffExtract([before, after]: readonly [before: ContractFile, after: ContractFile]): readonly ContractChange[] {
  const [old, next] = [before.extract, after.extract] as unknown as readonly (JsonObject | undefined)[];
  if (old === undefined || next === undefined) return isSame(old, next) ? [] : [changeOf("/extract", old, next, OTHERWISE)];
  return Object.keys({ ...old, ...next }).flatMap((name) => {
    const [was, is] = [own(old, name), own(next, name)];
    if (isSame(was, is)) return [];
    if (name === "fields" && was !== undefined && is !== undefined) {
      return diffFields(was as JsonArray, is as JsonArray, before.data);
    }
    return [changeOf(joinPointer("/extract", name), was, is, OTHERWISE)];
  });
}

function diffFields(before: JsonArray, after: JsonArray, schema: JsonObject): readonly ContractChange[] {
  const [old, next] = [byPlace(before), byPlace(after)];
  const changes = [...new Set([...next.keys(), ...old.keys()])].flatMap((to) => {
    const [was, is] = [old.get(to), next.get(to)];
    if (isSame(was?.entry, is?.entry)) return [];
    const place = joinPointer("/extract/fields", (is ?? was)?.at ?? 0);
    return [changeOf(place, was?.entry, is?.entry, was === undefined ? addedMeaning(to, isDeclared(schema, to)) : OTHERWISE)];
  });
  if (changes.length > 0) return changes;
  return [changeOf("/extract/fields", before, after, { producer: "none", agent: "none", says: "is in another order" })];
}

/** What was not looked at could be anything: an answer where it cannot be read, or lacks, is refused from now on. */
function addedMeaning(to: string, known: boolean): Meaning {
  return { producer: "breaking", agent: known ? "breaking" : "compatible", says: `reads ${to}, which was not looked at` };
}

/** Whether the schema had a place for it, so that the agent may know it. */
function isDeclared(schema: JsonObject, to: string): boolean {
  const { always, maybe } = declaredAt(schema, fieldOf(to).steps);
  return always.length > 0 || maybe.length > 0;
}

interface Placed {
  readonly at: number;
  readonly entry: JsonValue;
}

function byPlace(entries: JsonArray): ReadonlyMap<string, Placed> {
  return new Map(entries.map((entry, at) => [placeOf(entry), { at, entry }]));
}

/** Where an entry puts its value: `to`, or the last name of `from` (spec/results.md#fields). */
function placeOf(entry: JsonValue): string {
  const { from, to } = (typeof entry === "string" ? { from: entry } : entry) as { readonly from: string; readonly to?: string };
  return to ?? from.slice(from.lastIndexOf("/"));
}

function own(members: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}
