import { describe, expect, it } from "vitest";
import { canonicalText } from "../../../src/json/canonical-text.js";
import { canonicalize } from "../../../src/json/canonicalize.js";
import type { JsonBounds } from "../../../src/json/read-bounds.js";

function textOf(value: unknown, options?: Partial<JsonBounds>): string {
  const outcome = canonicalize(value, options);
  return outcome.ok ? new TextDecoder("utf-8", { fatal: true }).decode(outcome.value) : outcome.issues[0].reason;
}

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

const cycle: Record<string, unknown> = {};
cycle.self = cycle;
const longCycle: unknown[] = [{ a: [] }];
((longCycle[0] as { a: unknown[] }).a as unknown[]).push(longCycle);
function argumentsOf(): unknown {
  // biome-ignore lint/complexity/noArguments: the exotic object itself is the case
  return arguments;
}
class Point {
  x = 1;
}
class List extends Array {}

describe("canonicalize refuses what is no plain data", () => {
  it.each<[string, unknown]>([
    ["undefined", undefined],
    ["a member that is undefined", { u: undefined }],
    ["an item that is undefined", [undefined]],
    ["a function", () => 1],
    ["a member that is a function", { toJSON: () => ({}) }],
    ["a symbol", Symbol("a")],
    ["a symbol as name", { [Symbol("a")]: 1 }],
    ["a hidden symbol as name", Object.defineProperty({}, Symbol("a"), { value: 1 })],
    ["a symbol as name on an array", Object.assign([1], { [Symbol("a")]: 1 })],
    ["a bigint", { n: 10n }],
    ["NaN", [Number.NaN]],
    ["infinity", Number.POSITIVE_INFINITY],
    ["minus infinity", [Number.NEGATIVE_INFINITY]],
    ["a date", { d: new Date(0) }],
    ["a map", { m: new Map([["a", 1]]) }],
    ["a set", new Set()],
    ["an expression", /a/],
    ["an error", new Error("a")],
    ["bytes", new Uint8Array(2)],
    ["a boxed string", Object("a")],
    ["a boxed number", Object(1)],
    ["a boxed boolean", [Object(false)]],
    ["a class instance", new Point()],
    ["an object with a prototype of its own", Object.create({ inherited: 1 })],
    ["a subclass of Array", List.of(1)],
    ["an array without prototype", Object.setPrototypeOf([1], null)],
    ["a hole", Object.assign(new Array(3), { 0: 1, 2: 3 })],
    ["holes only", new Array(3)],
    ["a further member on an array", Object.assign([1], { a: 1 })],
    ["a hidden member on an array", Object.defineProperty([1], "a", { value: 1 })],
    ["a hidden item", Object.defineProperty([1, 2], "1", { value: 1, enumerable: false })],
    ["what String.match returns", "a".match(/a/)],
    [
      "a getter",
      {
        get a(): number {
          throw new Error("was read");
        },
      },
    ],
    ["a setter", { set a(_: number) {} }],
    ["an item with a getter", Object.defineProperty([1], "0", { get: () => 1, enumerable: true })],
    ["a hidden member", Object.defineProperty({ b: 1 }, "a", { value: 1, enumerable: false })],
    ["arguments", argumentsOf()],
    ["Math", Math],
    ["globalThis", globalThis],
    ["a cycle", cycle],
    ["a longer cycle", longCycle],
  ])("%s", (_, value) => {
    expect(canonicalize(value)).toEqual({ ok: false, issues: [{ reason: "json.not_plain", path: "" }], more: 0 });
  });

  it("an own member named __proto__", () => {
    expect(textOf(JSON.parse('{"a":[{"__proto__":{"b":1}}]}'))).toBe("json.proto_name");
    expect(textOf({ ["__proto__"]: 1 })).toBe("json.proto_name");
  });

  it("lone surrogates, short and long, in values and names", () => {
    for (const half of ["\ud800", "\udfff", `${"a".repeat(50)}\udabc`, "\udc00\ud800"]) {
      expect(textOf([half])).toBe("json.lone_surrogate");
      expect(textOf({ [half]: 1 })).toBe("json.lone_surrogate");
    }
  });

  it("names that it lets pass once are judged in the next object too", () => {
    expect(textOf([{ a: 1 }, { a: undefined }])).toBe("json.not_plain");
    expect(textOf([{ a: 1 }, Object.defineProperty({}, "a", { get: () => 1, enumerable: true })])).toBe("json.not_plain");
  });
});

describe("canonicalize and proxies", () => {
  const bomb = () => {
    throw new Proxy({}, { getPrototypeOf: bomb, get: bomb });
  };
  const traps = ["getPrototypeOf", "ownKeys", "getOwnPropertyDescriptor"] as const;

  it.each(traps)("refuses one whose %s throws, whatever it throws", (trap) => {
    expect(textOf(new Proxy({ a: 1 }, { [trap]: bomb }))).toBe("json.not_plain");
    expect(textOf({ a: new Proxy([1], { [trap]: bomb }) })).toBe("json.not_plain");
  });

  it("refuses a revoked one", () => {
    const { proxy, revoke } = Proxy.revocable([], {});
    revoke();
    expect(textOf([proxy])).toBe("json.not_plain");
  });

  it("takes each member's value once and never through get", () => {
    const seen: PropertyKey[] = [];
    const proxy = new Proxy(
      { b: 1, a: 2 },
      {
        get: bomb,
        has: bomb,
        getOwnPropertyDescriptor(target, name) {
          seen.push(name);
          return Reflect.getOwnPropertyDescriptor(target, name);
        },
      },
    );
    expect(textOf(proxy)).toBe('{"a":2,"b":1}');
    // Counted before they are listed, in their own order; then read, in the canonical one.
    expect(seen).toEqual(["b", "a", "a", "b"]);
  });

  it("writes the value that it read last, whatever a member was before", () => {
    let asked = 0;
    const fickle = new Proxy(
      { a: 0 },
      {
        getOwnPropertyDescriptor() {
          asked += 1;
          return { value: asked, enumerable: true, configurable: true };
        },
      },
    );
    expect(textOf(fickle)).toBe('{"a":2}');
  });

  it("does not list the members of an object that has more than fit", () => {
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
    expect(canonicalize(many, { maxBytes: 50 })).toMatchObject({ issues: [{ reason: "limit.bytes" }] });
    expect(listed).toBe(1);
    expect(looked).toBeLessThan(14);
  });

  it("counts no inherited member", () => {
    const prototype = Object.prototype as unknown as Record<string, unknown>;
    prototype.polluted = 1;
    try {
      expect(textOf({ a: 1 })).toBe('{"a":1}');
      expect(canonicalize({ a: 1 }, { maxBytes: 7 })).toMatchObject({ ok: true });
    } finally {
      delete prototype.polluted;
    }
  });

  it("bounds one that never ends", () => {
    const endless = (): object =>
      new Proxy({}, { ownKeys: () => ["a"], getOwnPropertyDescriptor: () => ({ value: endless(), enumerable: true, configurable: true }) });
    expect(textOf(endless())).toBe("limit.depth");
  });
});

describe("canonicalize and a page that replaced built-ins", () => {
  // A chain and no array: the changes below break arrays.
  interface Change {
    readonly owner: object;
    readonly name: PropertyKey;
    readonly before: PropertyDescriptor | undefined;
    readonly earlier: Change | undefined;
  }
  let last: Change | undefined;
  function replace(owner: object, name: PropertyKey, descriptor: PropertyDescriptor): void {
    last = { owner, name, before: Object.getOwnPropertyDescriptor(owner, name), earlier: last };
    Object.defineProperty(owner, name, { configurable: true, ...descriptor });
  }
  function under(changes: () => void, run: () => string): string {
    try {
      changes();
      return run();
    } finally {
      for (; last !== undefined; last = last.earlier) {
        if (last.before === undefined) Reflect.deleteProperty(last.owner, last.name);
        else Object.defineProperty(last.owner, last.name, last.before);
      }
    }
  }
  const value = { b: [1, "x", { d: null, c: true }], a: "\u00e9\n" };
  const expected = '{"a":"\u00e9\\n","b":[1,"x",{"c":true,"d":null}]}';

  it("toJSON on prototypes changes nothing", () => {
    const toJson = { value: () => "forged", enumerable: false };
    const seen = under(
      () => {
        for (const owner of [Object.prototype, Array.prototype, String.prototype, Number.prototype]) replace(owner, "toJSON", toJson);
      },
      () => textOf(value) + canonicalText(value),
    );
    expect(seen).toBe(expected + expected);
  });

  it("array methods and iterators change nothing", () => {
    const bad = { value: () => ["forged"] };
    const names = ["sort", "map", "join", "push", "forEach", "keys", "slice", "fill", "concat", Symbol.iterator] as const;
    const seen = under(
      () => {
        for (let at = 0; at < names.length; at += 1) replace(Array.prototype, names[at] as PropertyKey, bad);
      },
      () => textOf(value) + canonicalText(value),
    );
    expect(seen).toBe(expected + expected);
  });

  it("setters on the slots of arrays change nothing", () => {
    const seen = under(
      () => {
        for (let at = 0; at < 3; at += 1) replace(Array.prototype, at, { set: () => {}, get: () => "forged" });
      },
      () => textOf(value) + canonicalText(value),
    );
    expect(seen).toBe(expected + expected);
  });

  it("descriptor members on Object.prototype lend an accessor nothing", () => {
    const accessor = Object.defineProperty({}, "a", { get: () => 1, enumerable: true });
    const seen = under(
      () => replace(Object.prototype, "value", { value: "forged", writable: true }),
      () => textOf(accessor),
    );
    expect(seen).toBe("json.not_plain");
  });
});

describe("canonicalize's bounds", () => {
  it("counts levels", () => {
    expect(canonicalize(nested(32)).ok).toBe(true);
    expect(textOf(nested(33))).toBe("limit.depth");
    expect(textOf(nested(100_000))).toBe("limit.depth");
    expect(canonicalize(nested(512), { maxDepth: 512 }).ok).toBe(true);
    expect(textOf([[1]], { maxDepth: 1 })).toBe("limit.depth");
    expect(textOf(1, { maxDepth: 1 })).toBe("1");
  });

  it("counts bytes of output", () => {
    expect(textOf({ a: [1, "\u20ac"] }, { maxBytes: 15 })).toBe('{"a":[1,"\u20ac"]}');
    expect(textOf({ a: [1, "\u20ac"] }, { maxBytes: 14 })).toBe("limit.bytes");
    expect(textOf("\u20ac", { maxBytes: 5 })).toBe('"\u20ac"');
    expect(textOf("\u20ac", { maxBytes: 4 })).toBe("limit.bytes");
    expect(textOf([], { maxBytes: 2 })).toBe("[]");
    expect(textOf({}, { maxBytes: 1 })).toBe("limit.bytes");
    expect(textOf([1, 2], { maxBytes: 5 })).toBe("[1,2]");
    expect(textOf([1, 2], { maxBytes: 4 })).toBe("limit.bytes");
    expect(textOf({ "": 0 }, { maxBytes: 6 })).toBe('{"":0}');
    expect(textOf({ "": 0 }, { maxBytes: 5 })).toBe("limit.bytes");
  });

  it("stops a value whose parts refer to one another", () => {
    let bomb: unknown = ["lol"];
    for (let level = 0; level < 30; level += 1) bomb = [bomb, bomb];
    expect(textOf(bomb)).toBe("limit.bytes");
  });

  it("keeps to the depth where a part is met again, deeper", () => {
    const filler = Array.from({ length: 40 }, () => "x".repeat(2000));
    const part = [[1]];
    expect(canonicalize([filler, part, [part]], { maxDepth: 4 }).ok).toBe(true);
    expect(textOf([filler, part, [[part]]], { maxDepth: 4 })).toBe("limit.depth");
    expect(textOf([filler, [[part]], part], { maxDepth: 4 })).toBe("limit.depth");
    expect(textOf([filler, [part], part])).toBe(JSON.stringify([filler, [part], part]));
  });

  it("stops an enormous length before its items", () => {
    expect(textOf(new Array(4_000_000_000))).toBe("limit.bytes");
  });

  it("lets shared references that are no cycle pass", () => {
    const shared = { x: 1 };
    expect(textOf([shared, shared, { y: shared }])).toBe('[{"x":1},{"x":1},{"y":{"x":1}}]');
  });

  it("throws for misuse", () => {
    expect(() => canonicalize(1, { depth: 1 } as object)).toThrow(TypeError);
    expect(() => canonicalize(1, { maxDepth: 0 })).toThrow(TypeError);
  });
});

describe("canonicalize takes", () => {
  it("objects without prototype, frozen ones, and -0", () => {
    expect(textOf(Object.freeze(Object.assign(Object.create(null), { b: -0, a: [] })))).toBe('{"a":[],"b":0}');
  });

  it("scalars", () => {
    expect([null, true, false, 0, "a"].map((value) => textOf(value))).toEqual(["null", "true", "false", "0", '"a"']);
  });
});
