import { Environment } from "@marcbachmann/cel-js";
import { describe, expect, it } from "vitest";
import { compileConditions } from "../../../../src/compile/compile-condition.js";
import type { Holds } from "../../../../src/policy/build-rules.js";
import { condition } from "../../../../src/policy/condition/condition.js";
import { MAX_STEPS } from "../../../../src/policy/condition/steps.js";
import type { RuleVariables } from "../../../../src/policy/policy.js";

const NOW = Date.UTC(2026, 5, 15, 9);
const variables = (args: object, more: Partial<RuleVariables> = {}): RuleVariables => ({
  args: args as RuleVariables["args"],
  impact: "money",
  tool: "pay",
  provenance: [],
  claims: [],
  facts: {},
  context: {},
  now: NOW,
  ...more,
});
const compileCondition = (cel: string) => compileConditions([{ cel, place: "" }], [])[0] as Holds;
const judge = (cel: string, args: object = {}, more: Partial<RuleVariables> = {}) => compileCondition(cel)(variables(args, more));

/** What the engine that reads the expressions makes of them: an independent judge where both have an answer. */
function engineSays(cel: string, args: object): unknown {
  const lift = (value: unknown): unknown => {
    if (Number.isSafeInteger(value)) return BigInt(value as number);
    if (Array.isArray(value)) return value.map(lift);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, lift(member)]));
  };
  const environment = new Environment({ homogeneousAggregateLiterals: false })
    .registerVariable("args", "map<string, dyn>")
    .registerVariable("now", "google.protobuf.Timestamp");
  try {
    return environment.evaluate(cel, { args: lift(args), now: new Date(NOW) });
  } catch {
    return "no answer";
  }
}

describe("a condition", () => {
  const args = { n: 7, d: 2.5, s: "grüße", e: "", l: [3, 1, 2], m: { a: 1, b: "x" }, o: [{ k: 1 }, { k: 2 }], t: true, z: null };
  const atoms = ["args.n", "args.d", "args.s", "args.l", "args.m", "args.t", "args.l[0]", "args.m.a", "args.o[1].k", "args.none"];
  const literals = ["7", "2.5", "3", "'grüße'", "''", "true", "[3, 1, 2]", "{'a': 1, 'b': 'x'}", "1", "-7"];
  const operators = ["==", "!=", "<", "<=", ">", ">="];

  it("agrees with the engine, wherever both have an answer", () => {
    const pairs = atoms.flatMap((a) => [...literals, ...atoms].flatMap((b) => operators.map((operator) => `${a} ${operator} ${b}`)));
    const more = [
      "args.n + 1 == 8",
      "args.n - 10 == -3",
      "args.n * 3 == 21",
      "args.n / 2 == 3",
      "-args.n / 2 == -3",
      "args.n % 4 == 3",
      "-args.n % 4 == -3",
      "args.d + 0.5 == 3.0",
      "args.d * 2.0 == 5.0",
      "args.s + 'x' == 'grüßex'",
      "args.l + [4] == [3, 1, 2, 4]",
      "args.s.size() == 5",
      "size(args.l) == 3 && size(args.m) == 2",
      "args.s.startsWith('gr') && !args.s.endsWith('x') && args.s.contains('üß')",
      "args.l.all(x, x > 0) && args.l.exists(x, x == 2) && args.l.exists_one(x, x > 2)",
      "args.l.map(x, x * 2) == [6, 2, 4]",
      "args.l.filter(x, x > 1) == [3, 2]",
      "args.l.map(x, x > 1, x + 1) == [4, 3]",
      "3 in args.l && !(9 in args.l) && 'a' in args.m",
      "args.m['a'] == 1 && args.o[0].k == 1",
      "args.t ? args.n == 7 : false",
      "int('42') == 42 && int(2.9) == 2 && double(7) == 7.0 && string(7) == '7' && string(true) == 'true'",
      "now == timestamp('2026-06-15T09:00:00Z') && now > timestamp('2026-06-15T10:59:59+02:00')",
      "timestamp(1) == timestamp('1970-01-01T00:00:01Z')",
      "now - timestamp('2026-06-15T08:00:00Z') == duration('1h') && now + duration('90m') == timestamp('2026-06-15T10:30:00Z')",
      "duration('1.5s') + duration('500ms') == duration('2s') && duration('-1m') < duration('0s')",
      "now.getFullYear() == 2026 && now.getMonth() == 5 && now.getDate() == 15 && now.getDayOfMonth() == 14 && now.getDayOfWeek() == 1",
      "now.getHours() == 9 && now.getMinutes() == 0 && now.getSeconds() == 0 && duration('3h').getMinutes() == 180",
      "has(args.n) && !has(args.none) && has(args.m.a)",
    ];
    const answer = (cel: string) => {
      try {
        return judge(cel, args);
      } catch {
        return "no answer";
      }
    };
    let answered = 0;
    for (const cel of [...pairs, ...more]) {
      const [ours, theirs] = [answer(cel), engineSays(cel, args)];
      if (ours === "no answer" || theirs === "no answer") continue;
      answered += 1;
      expect([cel, ours]).toEqual([cel, theirs]);
    }
    expect(answered).toBeGreaterThan(150);
    expect(more.filter((cel) => answer(cel) !== true)).toEqual([]);
  });

  it("reads no member that was put on a prototype", () => {
    const holds = compileCondition("args.vip == true");
    const has = compileCondition("has(args.vip) || 'vip' in args");
    (Object.prototype as Record<string, unknown>).vip = true;
    try {
      expect(() => holds(variables({}))).toThrow("absent");
      expect(has(variables({}))).toBe(false);
      expect(() => compileCondition("true")).toThrow(/Object\.prototype has the member "vip"/);
    } finally {
      delete (Object.prototype as Record<string, unknown>).vip;
    }
  });

  it("tells neighbours beyond 2^53 apart", () => {
    expect(judge("9007199254740993 == 9007199254740992")).toBe(false);
    expect(judge("args.n < 9007199254740993", { n: 9007199254740991 })).toBe(true);
  });

  it("takes -0 for 0, and a whole double of a literal for no integer", () => {
    expect(judge("args.n == 0 && args.n + 1 == 1", { n: -0 })).toBe(true);
    expect(() => judge("[2.0][0] + args.n > 0", { n: 1 })).toThrow("no such sum");
    expect(judge("[2.0, 4.0].map(x, x / 2.0) == [1.0, 2.0]")).toBe(true);
  });

  it("ends at the last whole step", () => {
    // `all` and the name of its range are two; each element is one, and `x >= 0` three.
    const fits = (MAX_STEPS - 2) / 4;
    const list = (length: number) => ({ l: Array.from({ length }, () => 1) });
    const cel = "args.l.all(x, x >= 0)";
    // `args.l` is two parts: a name and its member.
    expect(judge(cel, list(Math.floor(fits) - 1))).toBe(true);
    expect(() => judge(cel, list(Math.floor(fits) + 1))).toThrow("too much work");
  });

  it("shares the steps of an action among its conditions", () => {
    const same = variables({ l: Array.from({ length: 30_000 }, () => 1) });
    const holds = compileCondition("args.l.all(x, x >= 0)");
    expect(holds(same)).toBe(true);
    expect(() => holds(same)).toThrow("too much work");
  });

  it("goes through the names of an object in one order, whatever the sender's", () => {
    const cel = "args.m.exists(name, args.m[name] > 1)";
    // `a` decides before `b`, whose text has no order among numbers.
    expect(judge(cel, { m: { a: 2, b: "x" } })).toBe(true);
    expect(judge(cel, { m: { b: "x", a: 2 } })).toBe(true);
    expect(() => judge(cel, { m: { a: "x", b: 2 } })).toThrow("values without an order");
    expect(() => judge(cel, { m: { b: 2, a: "x" } })).toThrow("values without an order");
  });

  it("compares to the end, so that the order of members does not decide whether there is an answer", () => {
    const cel = "args.a != args.b";
    for (const a of [
      { x: 1, y: "s" },
      { y: "s", x: 1 },
    ])
      expect(() => judge(cel, { a, b: { x: 2, y: 5 } })).toThrow("values of two kinds");
  });

  it.each([[["call", "eval", []]], [["name", "process"]], [["gone"]]])("refuses the term %j", (term) => {
    expect(() => condition(term as never)).toThrow(TypeError);
  });
});

describe("work", () => {
  const strings = { items: Array.from({ length: 8000 }, () => "ab"), big: "a".repeat(32_000) };
  const numbers = { items: Array.from({ length: 30_000 }, () => 1) };
  it.each<[string, object]>([
    ["args.items.all(x, args.items.all(y, x + y > 0))", numbers],
    ["args.items.all(x, args.items == args.items)", numbers],
    ["args.items.all(x, args.big + args.big != x)", strings],
    ["args.items.all(x, x in args.items)", strings],
    ["args.items.all(x, args.big.startsWith(args.big))", strings],
    ["args.items.all(x, args.big <= args.big)", strings],
    ["args.items.all(x, size(args.big) > 0)", strings],
    ["args.items.all(x, size(args.items + args.items) > 0)", strings],
  ])("of %s is cut off", (cel, args) => {
    expect(() => judge(cel, args)).toThrow("too much work");
  });
});
