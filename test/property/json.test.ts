import { isDeepStrictEqual } from "node:util";
import npmCanonicalize from "canonicalize";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalText } from "../../src/json/canonical-text.js";
import { canonicalize } from "../../src/json/canonicalize.js";
import { classifyJson } from "../../src/json/classify-json.js";
import { countMembers } from "../../src/json/count-members.js";
import { countNames, UNSURE } from "../../src/json/count-names.js";
import { equalsJson } from "../../src/json/equal-json.js";
import { judgeNumber } from "../../src/json/judge-number.js";
import { locateFaults } from "../../src/json/locate-faults.js";
import { parseJson, parseJsonText } from "../../src/json/parse-json.js";
import type { JsonValue } from "../../src/json/value.js";

const encode = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array) => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);

/** Well-formed values without `__proto__`, -0 included. */
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.constantFrom("a", '"', "\\", "\n", "\u0001", "\u{1f600}", "\u20ac") }),
);
const name = fc
  .oneof(text, fc.nat(30).map(String), fc.constantFrom("a", "b", "constructor", "toJSON", "__proto", "length"))
  .filter((one) => one !== "__proto__");
const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.oneof(
      fc.constantFrom<JsonValue>(null, true, false, -0, 1e21, 5e-324),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer(),
      text,
    ),
    fc.array(tie("value"), { maxLength: 6 }),
    fc.dictionary(name, tie("value"), { maxKeys: 8, noNullPrototype: true }),
  ),
}));

/** Fragments that make JSON, nearly JSON, and every fault. */
const fragment = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      " ",
      "\n",
      '"a"',
      '"b"',
      '"\\u0061"',
      '"__proto__"',
      '"\\u005f_proto__"',
      '""',
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom("0", "-0", "1e400", "1e20", "1e-400", "0.1", "9007199254740993", "01", "1.", "true", "null", "nul", "NaN"),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '"\\ud800"',
      '"\\ud83d\\ude00"',
      '"\\udc00x"',
      '"\u20ac\u{1f600}"',
      '"',
      "\\",
      "\u0000",
      "\ufeff",
      '"\\\\"',
      '"\\""',
    ),
  },
);
const soup = fc.array(fragment, { maxLength: 24 }).map((parts) => parts.join(""));

/** JSON text with faults of the rules only: members doubled, numbers and names swapped for bad ones. */
const member = fc.tuple(
  fc.constantFrom('"a"', '"\\u0061"', '"b"', '"ab"', '"__proto__"', '"\u20ac"', '"\\ud800"'),
  fc.string({ maxLength: 3 }).map((gap) => gap.replace(/[^ ]/g, "")),
);
const { faulty } = fc.letrec<{ faulty: string }>((tie) => ({
  faulty: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(
      "0",
      "1e400",
      "-1e20",
      "1e-400",
      "9007199254740991",
      "9007199254740992",
      "0.30000000000000004",
      "123456789012345678",
      '"x"',
      '"\\udc00"',
      '"\\ud83d\\ude00"',
      "null",
    ),
    fc.array(tie("faulty"), { maxLength: 4 }).map((items) => `[${items.join(",")}]`),
    fc
      .array(fc.tuple(member, tie("faulty")), { maxLength: 4 })
      .map((members) => `{${members.map(([[key, gap], one]) => `${key}${gap}:${one}`).join(",")}}`),
  ),
}));

describe("parseJson", () => {
  it("accepts only what JSON.parse accepts, as the same value, and refuses grammar where it throws", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          soup,
          faulty,
          value.map((one) => JSON.stringify(one)),
        ),
        (source) => {
          const outcome = parseJson(encode(source));
          let native: { value: unknown } | undefined;
          try {
            native = { value: JSON.parse(source) };
          } catch {
            native = undefined;
          }
          if (outcome.ok) expect([source, isDeepStrictEqual(native?.value, outcome.value)]).toEqual([source, true]);
          else {
            const grammar = ["json.syntax", "json.empty", "json.trailing_data", "json.bom"].includes(outcome.issues[0].reason);
            expect([source, grammar]).toEqual([source, native === undefined]);
          }
          expect(classifyJson(source, "a").grammar).toBe(native !== undefined);
        },
      ),
      { numRuns: 3000 },
    );
  });

  it("never throws for bytes, and its offsets lie within them", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.uint8Array({ maxLength: 60 }), soup.map(encode)),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 4 }),
        (bytes, maxBytes, maxDepth) => {
          const outcome = parseJson(bytes, { maxBytes, maxDepth });
          if (!outcome.ok)
            for (const issue of outcome.issues) expect(issue.offset).toSatisfy((at: number) => at >= 0 && at <= bytes.length);
        },
      ),
      { numRuns: 3000 },
    );
  });

  it("finds bad UTF-8 exactly where a decoder stops", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(0x80, 0xc2, 0xe0, 0xed, 0xa0, 0xf0, 0x90, 0xf4, 0xff), fc.nat(255)), { maxLength: 12 }),
        (numbers) => {
          const bytes = Uint8Array.from([0x22, ...numbers]);
          const outcome = parseJson(bytes);
          const valid = (end: number) => {
            try {
              decode(bytes.subarray(0, end));
              return true;
            } catch {
              return false;
            }
          };
          const bad = !outcome.ok && outcome.issues[0].reason === "json.invalid_utf8" ? (outcome.issues[0].offset as number) : undefined;
          expect(bad === undefined).toBe(valid(bytes.length));
          if (bad === undefined) return;
          // All before it decodes, and no longer start does.
          expect(valid(bad)).toBe(true);
          for (let end = bad + 1; end <= bytes.length; end += 1) expect(valid(end)).toBe(false);
        },
      ),
      { numRuns: 3000 },
    );
  });

  it("gives text and bytes the same verdict", () => {
    fc.assert(
      fc.property(fc.oneof(soup, faulty), (source) => {
        expect(parseJsonText(source)).toEqual(parseJson(encode(source)));
      }),
      { numRuns: 1000 },
    );
  });
});

describe("the quick pass", () => {
  it("counts as many names as members where the exact pass finds nothing, and only there, for all that JSON.parse takes", () => {
    let proofs = 0;
    fc.assert(
      fc.property(
        fc.oneof(
          soup,
          faulty,
          value.map((one) => JSON.stringify(one, null, 1)),
        ),
        fc.constantFrom(2, 4, 32, 64),
        (source, maxDepth) => {
          const bytes = encode(source);
          const names = countNames(bytes, bytes.length, maxDepth);
          if (!classifyJson(source, "").grammar || names === UNSURE) return;
          const proof = countMembers(JSON.parse(source), Number.POSITIVE_INFINITY) === names;
          if (proof) proofs += 1;
          expect([source, locateFaults(source, maxDepth) === undefined]).toEqual([source, proof]);
        },
      ),
      { numRuns: 5000 },
    );
    expect(proofs).toBeGreaterThan(500);
  });
});

describe("judgeNumber", () => {
  /** The rule by exact rational arithmetic: value = digits * 10^exponent, compared as big integers. */
  function sameValue(a: string, b: string): boolean {
    const read = (token: string): [bigint, number] => {
      const [mantissa = "", exponent = "0"] = token.toLowerCase().split("e");
      const [whole = "", fraction = ""] = mantissa.split(".");
      return [BigInt(`${whole.replace("-", "")}${fraction}`), Number(exponent) - fraction.length];
    };
    const [m, e] = read(a);
    const [n, f] = read(b);
    const low = Math.min(e, f);
    return m * 10n ** BigInt(e - low) === n * 10n ** BigInt(f - low);
  }
  const digits = fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 1, maxLength: 20 });
  const token = fc
    .tuple(
      fc.constantFrom("", "-"),
      fc.oneof(
        fc.constant("0"),
        digits.map((one) => one.replace(/^0+(?=\d)/, "")),
      ),
      fc.option(digits),
      fc.option(fc.integer({ min: -345, max: 330 })),
    )
    .map(
      ([sign, whole, fraction, exponent]) =>
        `${sign}${whole}${fraction === null ? "" : `.${fraction}`}${exponent === null ? "" : `e${exponent}`}`,
    );
  const double = fc.double({ noNaN: true, noDefaultInfinity: true });
  const spelled = fc.oneof(
    token,
    double.map(String),
    double.map((one) => one.toExponential(16)),
    double.map((one) => one.toPrecision(17)),
    fc.bigInt({ min: -(2n ** 60n), max: 2n ** 60n }).map(String),
  );

  it("agrees with rational arithmetic", () => {
    fc.assert(
      fc.property(spelled, (source) => {
        const read = Number(source);
        const shortest = String(read);
        const safe = (one: string) => /[.e]/i.test(one) || BigInt(one) ** 2n <= (2n ** 53n - 1n) ** 2n;
        const rule = !Number.isFinite(read)
          ? "json.number_overflow"
          : !safe(source) || !safe(shortest)
            ? "json.number_unsafe_integer"
            : sameValue(source, shortest)
              ? undefined
              : "json.number_inexact";
        expect([source, judgeNumber(source)]).toEqual([source, rule]);
      }),
      { numRuns: 5000 },
    );
  });
});

describe("canonical form", () => {
  it("is that of an independent implementation", () => {
    fc.assert(
      fc.property(value, (one) => {
        const outcome = canonicalize(one);
        if (!outcome.ok) throw new Error(outcome.issues[0].reason);
        expect(decode(outcome.value)).toBe(npmCanonicalize(one));
        expect(canonicalText(one)).toBe(npmCanonicalize(one));
      }),
      { numRuns: 2000 },
    );
  });

  it("parses again to the same bytes, whenever the parser took the value", () => {
    fc.assert(
      fc.property(value, (one) => {
        const parsed = parseJson(encode(JSON.stringify(one)));
        if (!parsed.ok) return;
        const form = canonicalText(parsed.value);
        const again = parseJson(encode(form));
        if (!again.ok) throw new Error(`${form}: ${again.issues[0].reason}`);
        expect(canonicalText(again.value)).toBe(form);
      }),
      { numRuns: 2000 },
    );
  });

  it("does not depend on the order of members", () => {
    fc.assert(
      fc.property(fc.dictionary(name, value, { maxKeys: 30, noNullPrototype: true }), (one) => {
        const reversed = Object.fromEntries(Object.entries(one).reverse());
        expect(canonicalText(reversed)).toBe(canonicalText(one));
      }),
    );
  });

  it("is equal exactly when equalsJson says so", () => {
    fc.assert(
      fc.property(value, value, fc.boolean(), (one, other, same) => {
        const live = same ? (JSON.parse(JSON.stringify(one)) as JsonValue) : other;
        expect(equalsJson(one, live)).toBe(canonicalText(one) === canonicalText(live));
      }),
      { numRuns: 2000 },
    );
  });

  it("is never given to anything, and never throws", () => {
    fc.assert(
      fc.property(
        fc.anything({
          withBigInt: true,
          withDate: true,
          withMap: true,
          withSet: true,
          withSparseArray: true,
          withTypedArray: true,
          withBoxedValues: true,
          withNullPrototype: true,
        }),
        (one) => {
          const outcome = canonicalize(one);
          if (outcome.ok) expect(equalsJson(JSON.parse(decode(outcome.value)) as JsonValue, one)).toBe(true);
        },
      ),
      { numRuns: 3000 },
    );
  });
});
