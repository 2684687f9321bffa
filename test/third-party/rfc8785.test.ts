import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { canonicalText } from "../../src/json/canonical-text.js";
import { canonicalize } from "../../src/json/canonicalize.js";
import { parseJson } from "../../src/json/parse-json.js";
import type { JsonValue } from "../../src/json/value.js";

const shared = process.env.COUNTERSIGN_SHARED ?? new URL("../../../shared", import.meta.url).pathname;
const data = `${shared}/third-party/rfc8785`;
const reference = `${shared}/pic-conformance/conformance/canonicalization`;

function hexOf(value: unknown): string {
  const outcome = canonicalize(value);
  return outcome.ok ? Buffer.from(outcome.value).toString("hex") : outcome.issues[0].reason;
}

describe.skipIf(!existsSync(data))("RFC 8785 data", () => {
  const names = existsSync(data) ? readdirSync(`${data}/input`).sort() : [];

  it("is whole", () => {
    expect(names).toEqual(["arrays.json", "french.json", "structures.json", "unicode.json", "values.json", "weird.json"]);
  });

  it.each(names)("%s gives the bytes of outhex", (name) => {
    const expected = readFileSync(`${data}/outhex/${name.replace(".json", ".txt")}`, "utf8").replaceAll(/\s/g, "");
    const value = JSON.parse(readFileSync(`${data}/input/${name}`, "utf8")) as JsonValue;
    expect(hexOf(value)).toBe(expected);
    expect(Buffer.from(canonicalText(value)).toString("hex")).toBe(expected);
  });

  it("holds numbers that the strict parser refuses, and only those", () => {
    const refused = names.flatMap((name) => {
      const outcome = parseJson(new Uint8Array(readFileSync(`${data}/input/${name}`)));
      return outcome.ok ? [] : [[name, ...outcome.issues.map((issue) => issue.reason)]];
    });
    // 333333333.33333329 has one digit more than a double keeps.
    expect(refused).toEqual([["values.json", "json.number_inexact"]]);
  });
});

interface ReferenceVector {
  readonly input: JsonValue;
  readonly expected_canonical_bytes_hex?: string;
  readonly expected?: string;
}

describe.skipIf(!existsSync(reference))("the reference's canonicalization vectors", () => {
  const names = existsSync(reference) ? readdirSync(reference).sort() : [];

  it("are twelve", () => {
    expect(names).toHaveLength(12);
  });

  it.each(names)("%s", (name) => {
    const vector = JSON.parse(readFileSync(`${reference}/${name}`, "utf8")) as ReferenceVector;
    // The one vector without bytes holds a lone surrogate and must be refused.
    const expected = vector.expected_canonical_bytes_hex ?? "json.lone_surrogate";
    expect(hexOf(vector.input)).toBe(expected);
    if (vector.expected_canonical_bytes_hex !== undefined) {
      expect(Buffer.from(canonicalText(vector.input)).toString("hex")).toBe(expected);
    }
  });
});
