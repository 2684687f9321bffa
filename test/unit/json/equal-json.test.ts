import { describe, expect, it } from "vitest";
import { equalsJson } from "../../../src/json/equal-json.js";
import type { JsonValue } from "../../../src/json/value.js";

const expected = JSON.parse('{"to":"acct_7731","amount":48200,"lines":[{"n":-0,"ok":true,"x":null}]}') as JsonValue;
const plain = () => ({ lines: [{ x: null as unknown, ok: true as unknown, n: 0 as unknown }] as unknown, to: "acct_7731", amount: 48200 });
type Live = Record<string, unknown>;

describe("equalsJson", () => {
  it("ignores the order of members, the sign of zero, frozenness and a null prototype", () => {
    expect(equalsJson(expected, plain())).toBe(true);
    expect(equalsJson(expected, Object.freeze(Object.assign(Object.create(null), plain())))).toBe(true);
  });

  it.each<[string, unknown]>([
    ["another value", { ...plain(), amount: 48201 }],
    ["another type of the same look", { ...plain(), amount: "48200" }],
    ["a boxed value", { ...plain(), amount: Object(48200) }],
    ["a member too few", { to: "acct_7731", amount: 48200 }],
    ["a member too many", { ...plain(), cc: 1 }],
    ["a member that is undefined in its place", { ...plain(), amount: undefined }],
    ["an undefined member too many", { ...plain(), cc: undefined }],
    ["a hidden member too many", Object.defineProperty(plain(), "cc", { value: 1 })],
    ["a symbol member too many", { ...plain(), [Symbol("cc")]: 1 }],
    ["a hidden member in its place", Object.defineProperty(plain(), "amount", { enumerable: false })],
    ["a getter", Object.defineProperty(plain(), "amount", { get: () => 48200, enumerable: true })],
    ["a class instance", Object.assign(new (class Args {})(), plain())],
    ["an inherited member", Object.create({ amount: 48200 }, Object.getOwnPropertyDescriptors({ to: "acct_7731", lines: plain().lines }))],
    ["an item too many", { ...plain(), lines: [{ n: 0, ok: true, x: null }, 1] }],
    ["an empty list", { ...plain(), lines: [] }],
    ["a hole", { ...plain(), lines: new Array(1) }],
    ["an object for a list", { ...plain(), lines: { 0: { n: 0, ok: true, x: null }, length: 1 } }],
    ["a further member on a list", { ...plain(), lines: Object.assign([{ n: 0, ok: true, x: null }], { a: 1 }) }],
    [
      "a getter in a list",
      { ...plain(), lines: Object.defineProperty([0], "0", { get: () => ({ n: 0, ok: true, x: null }), enumerable: true }) },
    ],
    ["a subclass of Array", { ...plain(), lines: class List extends Array {}.of({ n: 0, ok: true, x: null }) }],
    ["a list for the whole", [plain()]],
    ["null", null],
    ["undefined", undefined],
    ["a function", Object.assign(() => 1, plain())],
    ["NaN for a number", { ...plain(), amount: Number.NaN }],
    [
      "one that throws",
      new Proxy(plain(), {
        ownKeys: () => {
          throw new Error("trap");
        },
      }),
    ],
    [
      "one that throws something that throws",
      new Proxy(plain(), {
        getPrototypeOf: () => {
          throw new Proxy(
            {},
            {
              getPrototypeOf: () => {
                throw 1;
              },
            },
          );
        },
      }),
    ],
  ])("differs by %s", (_, live) => {
    expect(equalsJson(expected, live)).toBe(false);
  });

  it("tells an array from an object with nothing in it", () => {
    expect(equalsJson([], {})).toBe(false);
    expect(equalsJson({}, [])).toBe(false);
    expect(equalsJson([], [])).toBe(true);
    expect(equalsJson({}, {})).toBe(true);
  });

  it("looks at one member too many and no further", () => {
    let listed = 0;
    let looked = 0;
    const names = Array.from({ length: 1000 }, (_, n) => `k${n}`);
    const many = new Proxy(Object.fromEntries(names.map((name) => [name, 0])), {
      ownKeys: () => {
        listed += 1;
        return names;
      },
      getOwnPropertyDescriptor: (target, name) => {
        looked += 1;
        return Reflect.getOwnPropertyDescriptor(target, name);
      },
    });
    expect(equalsJson({ k0: 0, k1: 0 }, many)).toBe(false);
    expect(listed).toBe(1);
    expect(looked).toBeLessThan(6);
  });

  it("counts no inherited member", () => {
    const prototype = Object.prototype as unknown as Record<string, unknown>;
    prototype.polluted = 1;
    try {
      expect(equalsJson({ a: 1 }, { a: 1 })).toBe(true);
    } finally {
      delete prototype.polluted;
    }
  });

  it("does not normalise text", () => {
    expect(equalsJson("\u00e9", "e\u0301")).toBe(false);
    expect(equalsJson("\u00e9", "\u00e9")).toBe(true);
  });

  it("ends on a live cycle", () => {
    const live: Live = {};
    live.a = live;
    expect(equalsJson({ a: { a: { a: {} } } }, live)).toBe(false);
  });

  it("compares 512 levels and no more", () => {
    const nest = (levels: number) => JSON.parse("[".repeat(levels) + "]".repeat(levels)) as JsonValue;
    expect(equalsJson(nest(512), nest(512))).toBe(true);
    expect(equalsJson(nest(513), nest(513))).toBe(false);
  });
});
