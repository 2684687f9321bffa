import { afterEach, describe, expect, it } from "vitest";
import { compilePolicyModule } from "../../../src/compile/compile-policy-module.js";
import { loadPolicy } from "../../../src/compile/load-policy.js";
import { ConfigurationError } from "../../../src/decision/configuration-error.js";
import { STRICT } from "../../../src/decision/profile.js";
import { buildPolicy } from "../../../src/policy/build-policy.js";
import type { Policy } from "../../../src/policy/policy.js";
import type { PolicyFile } from "../../../src/policy/policy-file.js";
import { requirementsFor } from "../../../src/policy/requirements.js";

/** Every member name of both forms, with values that would open or close something. */
const MEMBERS: Readonly<Record<string, readonly unknown[]>> = {
  version: [1],
  tools: [{ evil: { impact: "read", pic: "optional" } }],
  max_attestation_lifetime: [9_999_999],
  allow_unscoped_keys: [true, false],
  require_profile: ["strict"],
  impact: ["read"],
  args: [{ type: "object" }],
  evidence: ["required", "by-impact"],
  pic: ["optional", "required"],
  deny: ["freeze"],
  impact_by_tool: [{ evil: "read" }],
  require_pic_for_impacts: [[], ["read"]],
  require_evidence_for_impacts: [[], ["read"]],
};
const CASES = Object.entries(MEMBERS).flatMap(([name, values]) => values.map((value) => [name, value] as const));

const FILES: readonly PolicyFile[] = [
  {},
  { version: 1 },
  { version: 1, tools: { pay: { impact: "money" }, note: { impact: "write" }, find: { impact: "read", pic: "optional" } } },
  { impact_by_tool: { pay: "money", note: "write", find: "read" } },
  { require_pic_for_impacts: ["money"] },
];

const WITH_ARGS: PolicyFile = {
  version: 1,
  tools: { t: { impact: "read", args: { type: "object", properties: { n: { type: "integer" }, list: { type: "array" } } } } },
};

function pollute(name: string, value: unknown): void {
  Object.defineProperty(Object.prototype, name, { value, configurable: true, writable: true, enumerable: true });
}

/** All that a policy says, by its own members. */
function said(policy: Policy): string {
  const tools = [...policy.tools].map(([tool, rule]) => [tool, { ...rule }, requirementsFor(policy, tool, "read", STRICT)]);
  return JSON.stringify([{ ...policy, tools: null }, tools, [...policy.evidenceImpacts], policy.tools.get("evil") ?? null]);
}

describe("a policy loaded under a polluted Object.prototype", () => {
  afterEach(() => {
    for (const name of [...Object.keys(MEMBERS), ...OPTIONS.map(([name]) => name)]) Reflect.deleteProperty(Object.prototype, name);
  });

  it.each(CASES)("is the same with %s: %j", async (name, value) => {
    for (const file of FILES) {
      const text = JSON.stringify(file);
      const clean = said(await loadPolicy(text));
      pollute(name, value);
      const loaded = await loadPolicy(text);
      const built = buildPolicy(JSON.parse(text) as PolicyFile, {
        args: () => () => ({ fits: true, places: [] }),
        when: (texts) => texts.map(() => () => true),
      });
      Reflect.deleteProperty(Object.prototype, name);
      expect(said(loaded)).toBe(clean);
      expect(said(built)).toBe(clean);
    }
  });

  const OPTIONS: readonly (readonly [string, unknown])[] = [
    ["coerceTypes", true],
    ["removeAdditional", "all"],
    ["useDefaults", true],
    ["nullable", true],
    ["$data", true],
    ["edge", "inside"],
    ["additionalProperties", true],
    ["0", "x"],
    ["pic", "optional"],
  ];

  it.each(OPTIONS)("is refused where it has args: %s", async (name, value) => {
    const text = JSON.stringify(WITH_ARGS);
    expect((await loadPolicy(text)).tools.get("t")?.args?.({ n: 1 }).fits).toBe(true);
    pollute(name, value);
    const [loaded, compiled] = await Promise.allSettled([loadPolicy(text), compilePolicyModule(text)]);
    Reflect.deleteProperty(Object.prototype, name);
    for (const result of [loaded, compiled]) {
      expect(result.status).toBe("rejected");
      expect(result.status === "rejected" && result.reason).toBeInstanceOf(ConfigurationError);
    }
  });
});

describe("what a policy holds", () => {
  it("cannot be changed from outside", async () => {
    const policy = await loadPolicy(JSON.stringify(WITH_ARGS));
    for (const held of [policy.tools, policy.evidenceImpacts] as readonly object[]) {
      expect(Object.isFrozen(held)).toBe(true);
      for (const method of ["set", "add", "delete", "clear"]) expect(held).not.toHaveProperty(method);
      expect(() => Map.prototype.delete.call(held as never, "t")).toThrow(TypeError);
      expect(() => Set.prototype.delete.call(held as never, "money")).toThrow(TypeError);
    }
    expect(policy.tools.size).toBe(1);
    expect(policy.evidenceImpacts.has("money")).toBe(true);
  });
});

describe("a compiled schema", () => {
  const METHODS = [
    "push",
    "concat",
    "slice",
    "map",
    "sort",
    "some",
    "every",
    "filter",
    "forEach",
    "includes",
    "indexOf",
    "splice",
  ] as const;

  it("does not hang on array methods or the array iterator", async () => {
    const schema = {
      type: "object",
      properties: { n: { type: "integer" }, list: { type: "array", items: { $ref: "#/$defs/i" } } },
      anyOf: [{ $ref: "#/$defs/a" }, { $ref: "#/$defs/b" }],
      patternProperties: { "^x-[a-z]+$": { type: "string" } },
      $defs: {
        i: { type: "object", properties: { k: { enum: ["a"] } }, additionalProperties: false },
        a: { type: "object", properties: { a: { type: "string" } }, required: ["a"] },
        b: { type: "object", properties: { b: { type: "string" } }, required: ["b"] },
      },
    };
    const policy = await loadPolicy({ version: 1, tools: { t: { impact: "read", args: schema } } });
    const check = policy.tools.get("t")?.args as (args: never) => { fits: boolean };
    const bad = [
      { a: "x", evil: 1 },
      { a: 1 },
      {},
      { a: "x", n: "1" },
      { a: "x", list: [{ k: "b" }] },
      { a: "x", list: [{ z: 1 }] },
      { b: 1, a: 2 },
      { a: "", "x-a": 1 },
    ];
    const verdicts = () => {
      let fitting = 0;
      for (let at = 0; at < bad.length; at += 1) if (check(bad[at] as never).fits) fitting += 1;
      return fitting;
    };
    expect(verdicts()).toBe(0);
    expect(check({ a: "x", n: 1, list: [{ k: "a" }], "x-a": "y" } as never).fits).toBe(true);
    for (const method of [...METHODS, Symbol.iterator] as const) {
      const native = Object.getOwnPropertyDescriptor(Array.prototype, method) as PropertyDescriptor;
      const empty = method === Symbol.iterator ? () => ({ next: () => ({ done: true, value: undefined }) }) : () => [];
      let fitting = -1;
      Object.defineProperty(Array.prototype, method, { ...native, value: empty });
      try {
        fitting = verdicts();
      } catch {
        // The pipeline blocks on a fault of its own.
        fitting = 0;
      } finally {
        Object.defineProperty(Array.prototype, method, native);
      }
      expect(fitting, String(method)).toBe(0);
    }
  });
});
