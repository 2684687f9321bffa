import { ConfigurationError } from "../../decision/configuration-error.js";
import type { JsonPointer } from "../../decision/issue.js";
import { joinPointer } from "../../json/pointer.js";
import { fieldOf } from "../field.js";
import type { FieldEntry, ReadEntry } from "./extract-file.js";
import type { Leaf, Reader, Shape } from "./extraction.js";
import { decimal, digits, epochMilliseconds, epochSeconds, integer, minorUnits, oneOf } from "./readers.js";

type Open = Map<string, Leaf | Open>;

/**
 * The objects of the data as a tree, each leaf with its place in the answer.
 *
 * @throws ConfigurationError where two entries are of one place, or one would stand inside of another
 */
export function buildShape(entries: readonly FieldEntry[], place: JsonPointer): Shape {
  const root: Open = new Map();
  for (const [at, entry] of entries.entries()) {
    const where = joinPointer(place, at);
    const named = typeof entry === "string" ? { from: entry } : entry;
    const to = placeOf(entry);
    const { steps } = fieldOf(to);
    let owner = root;
    for (const step of steps.slice(0, -1)) {
      const next = owner.get(step) ?? new Map<string, Leaf | Open>();
      if (!(next instanceof Map)) throw taken(to, where);
      owner.set(step, next);
      owner = next;
    }
    const last = steps.at(-1) as string;
    if (owner.has(last)) throw taken(to, where);
    owner.set(last, leafOf(named, where));
  }
  return closed(root);
}

/** Where an entry writes: the member of its last name, unless it says another. */
export function placeOf(entry: FieldEntry): JsonPointer {
  const { from, to } = typeof entry === "string" ? { from: entry, to: undefined } : entry;
  return to ?? `/${from.split("/").at(-1) as string}`;
}

function taken(to: JsonPointer, place: JsonPointer): ConfigurationError {
  return new ConfigurationError(`writes to ${JSON.stringify(to)}, which another entry fills; give it another place with "to"`, { place });
}

function leafOf({ from, read, optional = false, each }: Exclude<FieldEntry, string>, place: JsonPointer): Leaf {
  return Object.freeze({
    from: fieldOf(from),
    absent: optional === false ? "refused" : optional === true ? "left out" : "left out, null too",
    read: read === undefined ? null : readerOf(read),
    each: each === undefined ? null : buildShape(each, joinPointer(place, "each")),
  });
}

function closed(open: Open): Shape {
  const members = [...open].map(([name, of]) => Object.freeze({ name, of: of instanceof Map ? closed(of) : of }));
  return Object.freeze({ members: Object.freeze(members) });
}

const NAMED: Readonly<Record<Extract<ReadEntry, string>, Reader>> = {
  integer,
  decimal,
  digits,
  epoch_seconds: epochSeconds,
  epoch_milliseconds: epochMilliseconds,
};

function readerOf(read: ReadEntry): Reader {
  if (typeof read === "string") return NAMED[read];
  return "minor_units" in read ? minorUnits(read.minor_units) : oneOf(read.one_of);
}
