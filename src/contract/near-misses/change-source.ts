import { joinPointer } from "../../json/pointer.js";
import type { JsonArray, JsonValue } from "../../json/value.js";
import type { Leaf, Shape } from "../extract/extraction.js";
import { fieldIn } from "../field.js";
import type { ResultReason } from "../result-catalogue.js";
import type { DeclaredPlace } from "./change.js";
import { changesAt } from "./change-data.js";
import { declaredAt, requires } from "./declared-at.js";
import { type Base, ORDER, STRANGER } from "./near-miss.js";
import { isObject, placesIn, replaceAt } from "./places.js";
import { reasonWithout } from "./reason-without.js";

/** A change of the value that data is taken out of. */
export interface ChangedSource {
  readonly kind: string;
  /** Into that value. */
  readonly place: string;
  readonly value: JsonValue;
  readonly expect: readonly ResultReason[];
}

type Steps = readonly (string | number)[];

/** One field, where the answer has it and where the data gets it. */
interface Taken {
  readonly leaf: Leaf;
  readonly from: Steps;
  readonly to: Steps;
  readonly value: JsonValue;
}

const MAX_ELEMENTS = 2;
const SCHEMA: readonly ResultReason[] = ["result.schema"];

/**
 * What a vendor may answer, one thing at a time: another value at each place that is looked at, and a member more wherever nobody looks,
 * of which nothing may come along.
 */
export function* changeSource(value: JsonValue, shape: Shape, base: Base): Generator<ChangedSource> {
  const fields = [...takenBy(shape, value, value, [], [])];
  for (const field of fields) yield* changeField(value, field, base);
  for (const { steps, pointer, value: there } of placesIn(value)) {
    // What is taken whole is the schema's matter.
    const whole = fields.some(({ leaf, from }) => leaf.read === null && leaf.each === null && startsWith(steps, from));
    if (!isObject(there) || whole) continue;
    yield { kind: "stranger-beside", place: pointer, value: replaceAt(value, steps, { ...there, [STRANGER]: ORDER }), expect: [] };
  }
}

function* takenBy({ members }: Shape, root: JsonValue, value: JsonValue, from: Steps, to: Steps): Generator<Taken> {
  for (const { name, of } of members) {
    const there: Steps = [...to, name];
    if ("members" in of) {
      yield* takenBy(of, root, value, from, there);
      continue;
    }
    const found = fieldIn(value, of.from);
    if (found === undefined) continue;
    const steps: Steps = [...from, ...stepsIn(value, of.from.steps)];
    yield { leaf: of, from: steps, to: there, value: found };
    if (of.each === null || !Array.isArray(found)) continue;
    for (const [at, element] of (found as JsonArray).slice(0, MAX_ELEMENTS).entries()) {
      yield* takenBy(of.each, root, element, [...steps, at], [...there, at]);
    }
  }
}

function* changeField(root: JsonValue, { leaf, from, to, value }: Taken, { file }: Base): Generator<ChangedSource> {
  const made = (kind: string, changed: JsonValue | undefined, expect: readonly ResultReason[], below: Steps = []): ChangedSource => {
    const steps = [...from, ...below];
    return { kind, place: joinPointer("", ...steps), value: replaceAt(root, steps, changed), expect };
  };
  const pointer = joinPointer("", ...to);
  const missed: readonly ResultReason[] | null = leaf.absent === "refused" ? ["result.extract"] : missedIn(file, to, pointer);
  if (missed !== null && typeof from[from.length - 1] === "string") yield made("missing-member", undefined, missed);
  if (leaf.read !== null || leaf.each !== null) {
    const nothing: readonly ResultReason[] | null = leaf.absent === "left out, null too" ? missed : ["result.extract"];
    if (nothing !== null) yield made("null-for-value", null, nothing);
    yield made("object-for-value", { value, message: ORDER }, ["result.extract"]);
    if (leaf.each === null) yield made("array-for-value", [value], ["result.extract"]);
    yield made("unreadable", ORDER, ["result.extract"]);
    return;
  }
  for (const sub of placesIn(value)) {
    const steps: Steps = [...to, ...sub.steps];
    const at: DeclaredPlace = { steps, pointer: joinPointer("", ...steps), value: sub.value, declared: declaredAt(file.data, steps), file };
    for (const { kind, value: changed, expect } of changesAt(at)) {
      // To leave null out may be what the contract says.
      if (changed === null && sub.steps.length === 0 && leaf.absent === "left out, null too") continue;
      yield made(kind, changed, expect ?? SCHEMA, sub.steps);
    }
  }
}

/** What an answer without the field is refused for; null where it may be left out. */
function missedIn(file: Base["file"], to: Steps, pointer: string): readonly ResultReason[] | null {
  const name = to[to.length - 1];
  if (typeof name === "string" && requires(declaredAt(file.data, to.slice(0, -1)).always, name)) return ["result.schema"];
  const reason = reasonWithout(file, pointer);
  return reason === null ? null : [reason, "result.schema"];
}

function startsWith(steps: Steps, start: Steps): boolean {
  return steps.length >= start.length && start.every((step, at) => step === steps[at]);
}

/** A step into an array is an index. */
export function stepsIn(root: JsonValue, steps: readonly string[]): Steps {
  let value: JsonValue = root;
  return steps.map((step) => {
    const here: JsonValue = value;
    const index = Array.isArray(here) ? Number(step) : step;
    value = (here as { readonly [name: string | number]: JsonValue })[index] as JsonValue;
    return index;
  });
}
