import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { IdIndex } from "../../../src/provenance/id-index.js";

describe("IdIndex", () => {
  // Few different ids, so that most lists repeat some, and lists on both sides of the point where a Map takes over.
  const ids = fc.array(fc.oneof(fc.constantFrom("a", "b", "", "__proto__", "constructor"), fc.string({ maxLength: 2 })), { maxLength: 40 });

  it("answers as a list of the distinct ids in their order, few or many", () => {
    fc.assert(
      fc.property(ids, (given) => {
        const index = new IdIndex();
        const distinct: string[] = [];
        for (const id of given) {
          const isNew = !distinct.includes(id);
          if (isNew) distinct.push(id);
          expect(index.add(id)).toBe(isNew);
        }
        for (const id of [...given, "never added"]) expect(index.positionOf(id)).toBe(distinct.indexOf(id));
      }),
    );
  });

  it.each([15, 16, 17, 18])("keeps every position of %d ids", (count) => {
    const index = new IdIndex();
    const all = Array.from({ length: count }, (_, at) => `id-${at}`);
    expect(all.map((id) => index.add(id))).toEqual(all.map(() => true));
    expect(all.map((id) => index.add(id))).toEqual(all.map(() => false));
    expect(all.map((id) => index.positionOf(id))).toEqual(all.map((_, at) => at));
  });
});
