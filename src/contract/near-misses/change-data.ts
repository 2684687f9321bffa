import { joinPointer } from "../../json/pointer.js";
import type { JsonArray, JsonObject } from "../../json/value.js";
import { type Change, type DeclaredPlace, foreign } from "./change.js";
import { changeText } from "./change-text.js";
import { boundAt, declaredAt, requires, saysAnyOf } from "./declared-at.js";
import { type Base, type ChangedData, ORDER, STRANGER } from "./near-miss.js";
import { isObject, placesIn, replaceAt } from "./places.js";
import { reasonWithout } from "./reason-without.js";

const SCHEMA: ChangedData["expect"] = ["result.schema"];

/** Every change of the data that the schema, or what the contract promises, must refuse. */
export function* changeData({ data, file }: Base): Generator<ChangedData> {
  for (const place of placesIn(data)) {
    const at: DeclaredPlace = { ...place, declared: declaredAt(file.data, place.steps), file };
    for (const { kind, value, expect, place: where = place.pointer } of changesAt(at)) {
      yield { kind, place: where, data: replaceAt(data, place.steps, value), expect: expect ?? SCHEMA };
    }
  }
}

export function* changesAt(at: DeclaredPlace): Generator<Change> {
  const { value } = at;
  if (isObject(value)) yield* changeObject(at, value);
  else if (Array.isArray(value)) yield* changeArray(at, value as JsonArray);
  else if (typeof value === "string") yield* changeText(at, value);
  else if (typeof value === "number") yield* changeNumber(at, value);
  else if (typeof value === "boolean") yield* foreign(at, "string", "text-for-boolean", `${value}`);
}

function* changeObject(at: DeclaredPlace, value: JsonObject): Generator<Change> {
  const { declared, pointer, file } = at;
  yield { kind: "extra-member", value: { ...value, [STRANGER]: ORDER }, place: pointer };
  yield* foreign(at, "null", "null-for-object", null);
  yield* foreign(at, "array", "array-for-object", [value]);
  for (const name of Object.keys(value)) {
    const place = joinPointer(pointer, name);
    const without = replaceAt(value, [name], undefined);
    if (requires(declared.always, name)) yield { kind: "missing-member", value: without, place };
    else {
      const reason = reasonWithout(file, place);
      // A schema may well ask for it as things stand, which is the earlier stage.
      if (reason !== null) yield { kind: "missing-member", value: without, place, expect: [reason, "result.schema"] };
    }
  }
}

function* changeArray(at: DeclaredPlace, value: JsonArray): Generator<Change> {
  yield* foreign(at, "null", "null-for-array", null);
  yield* foreign(at, "object", "object-for-array", Object.fromEntries(value.map((each, index) => [`${index}`, each])));
  const [first] = value;
  if (first === undefined) return;
  const most = boundAt(at.declared, "maxItems", "low") ?? (saysAnyOf(at.declared, "prefixItems") ? value.length : at.file.limits.items);
  yield { kind: "too-many-items", value: Array.from({ length: most + 1 }, (_, index) => value[index] ?? first) };
}

function* changeNumber(at: DeclaredPlace, value: number): Generator<Change> {
  const { declared } = at;
  yield* foreign(at, "string", "text-for-number", `${value}`);
  yield* foreign(at, "null", "null-for-number", null);
  const most = boundAt(declared, "maximum", "low");
  if (most !== null && Number.isSafeInteger(most + 1)) yield { kind: "over-maximum", value: most + 1 };
  const least = boundAt(declared, "minimum", "high");
  if (least !== null && Number.isSafeInteger(least - 1)) yield { kind: "under-minimum", value: least - 1 };
  const whole = declared.always.some(({ type }) => type === "integer");
  if (whole) yield { kind: "fraction", value: value + 0.5 };
}
