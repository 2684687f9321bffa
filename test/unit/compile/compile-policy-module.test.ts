import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { compilePolicyModule } from "../../../src/compile/compile-policy-module.js";
import { loadPolicy } from "../../../src/compile/load-policy.js";
import type { JsonValue } from "../../../src/json/value.js";
import { countSteps } from "../../../src/policy/args-functions.js";
import { isPolicy } from "../../../src/policy/build-policy.js";
import { compiledPolicy } from "../../../src/policy/compiled-policy.js";
import type { Policy } from "../../../src/policy/policy.js";
import type { PolicyFile } from "../../../src/policy/policy-file.js";

const folder = mkdtempSync(join(tmpdir(), "compiled-policy-"));
afterAll(() => rmSync(folder, { recursive: true }));

const source = (path: string) => fileURLToPath(new URL(`../../../src/${path}`, import.meta.url));
const options = {
  runtime: source("policy/compiled-policy.ts"),
  patterns: source("compile/whole-match.ts"),
  conditions: source("policy/conditions.ts"),
};
let files = 0;

async function run(file: object): Promise<Policy> {
  const path = join(folder, `policy-${++files}.js`);
  writeFileSync(path, await compilePolicyModule(file, options));
  return ((await import(/* @vite-ignore */ path)) as { policy: Policy }).policy;
}

const FULL = {
  version: 1,
  tools: {
    pay: {
      impact: "money",
      args: {
        type: "object",
        required: ["to"],
        properties: {
          to: { type: "string", pattern: "^(?:acct_[0-9]{4})$" },
          amount: { type: "number", multipleOf: 0.01, minimum: 0.01 },
          memo: { type: "string", maxLength: 3 },
          when: { type: "string", format: "date-time" },
          tags: { type: "array", uniqueItems: true },
          kind: { enum: ["a", { b: 1 }] },
          tree: { $ref: "#/$defs/n" },
        },
        patternProperties: { "^(?:x-[a-z]+)$": { type: "string", pattern: "^y$" } },
        $defs: { n: { type: "object", properties: { l: { $ref: "#/$defs/n" } }, additionalProperties: false } },
      },
    },
    post: { impact: "external", args: { type: "object", properties: { self: { $ref: "#" } }, additionalProperties: false } },
    plain: { impact: "read", pic: "optional" },
  },
};

const RULED = {
  version: 1,
  tools: {
    "ns/pay": {
      impact: "money",
      principals: { id: "who", allow: ["agent-7"] },
      when: [
        { id: "eur", cel: "args.currency == 'EUR' && args.lines.all(line, line.amount <= 3)" },
        { id: "soon", cel: "now < timestamp('2027-01-01T00:00:00Z') && args.rate < 0.5" },
      ],
      limits: [{ id: "per-call", amount: "/amount", scale: 2, max: "5.00" }],
      break_glass: { id: "night", until: "2027-01-31T00:00:00Z" },
      observe: { until: "2027-01-31T00:00:00Z" },
      audit_args: ["/amount"],
    },
    other: { impact: "read", when: [{ id: "eur", cel: "'\\u2028' != tool" }] },
  },
  observe: { until: "2027-01-31T00:00:00Z" },
  audit_best_effort: ["read"],
};

describe("a policy with rules compiled ahead", () => {
  const variables = { impact: "money", tool: "t", provenance: [], claims: [], facts: {}, context: {}, now: 0 } as const;

  it("has the rules of the loaded one, and judges its conditions alike", async () => {
    const ahead = await run(RULED);
    const loaded = await loadPolicy(RULED);
    expect(ahead.digest).toBe(loaded.digest);
    const plain = (policy: Policy) =>
      JSON.stringify(
        [...policy.tools].map(([name, rule]) => [name, { ...rule, principals: [...(rule.principals?.allow ?? [])] }]),
        (_, value) => (typeof value === "bigint" ? String(value) : value),
      );
    expect(plain(ahead)).toBe(plain(loaded));
    expect([...ahead.auditBestEffort]).toEqual(["read"]);
    for (const [args, holds] of [
      [{ currency: "EUR", lines: [{ amount: 3 }], rate: 0.4 }, [true, true]],
      [{ currency: "EUR", lines: [{ amount: 4 }], rate: 0.5 }, [false, false]],
      [{ currency: "USD", lines: [] }, [false, null]],
    ] as const) {
      for (const policy of [ahead, loaded]) {
        const judged = policy.tools.get("ns/pay")?.when.map((rule) => {
          try {
            return rule.holds({ ...variables, args });
          } catch {
            return null;
          }
        });
        expect(judged).toEqual(holds);
      }
    }
  });

  it("imports the conditions only where there are any, and nothing of the engine that reads them", async () => {
    const { compilePolicyModule: compile } = await import("../../../src/compile/compile-policy-module.js");
    expect(await compile(RULED)).toContain('import { condition } from "countersign/compiled-policy/conditions";');
    expect(await compile(RULED)).not.toContain("cel-js");
    expect(await compile(FULL)).not.toContain("conditions");
  });

  it("refuses a module whose conditions do not belong to its file", () => {
    const steps = countSteps();
    expect(() => compiledPolicy(RULED as PolicyFile, new Map(), steps)).toThrow(/no compiled condition for \/tools\/ns~1pay\/when\/0\/cel/);
    const stray = new Map([["/tools/gone/when/0/cel", () => true]]);
    expect(() => compiledPolicy({ version: 1 }, new Map(), steps, stray)).toThrow(/without a tool/);
  });
});

describe("a policy compiled ahead", () => {
  it("decides as the loaded one", async () => {
    const ahead = await run(FULL);
    const loaded = await loadPolicy(FULL);
    expect(isPolicy(ahead)).toBe(true);
    expect(ahead.digest).toBe(loaded.digest);
    expect([...ahead.tools.keys()]).toEqual([...loaded.tools.keys()]);
    const ok = { to: "acct_7731" };
    for (const [args, places] of [
      [ok, []],
      [
        { ...ok, amount: 19.99, memo: "😀😀😀", when: "2026-10-01T12:00:00Z", tags: [1, "1"], kind: { b: 1 }, tree: { l: {} }, "x-a": "y" },
        [],
      ],
      [{}, ["/to"]],
      [{ to: "acct_77310" }, ["/to"]],
      [{ ...ok, amount: 0.015 }, ["/amount"]],
      [{ ...ok, memo: "😀😀😀😀" }, ["/memo"]],
      [{ ...ok, when: "2026-02-30T12:00:00Z" }, ["/when"]],
      [{ ...ok, tags: [[1], [1]] }, ["/tags"]],
      [{ ...ok, kind: { b: 2 } }, ["/kind"]],
      [{ ...ok, tree: { l: { x: 1 } } }, ["/tree/l"]],
      [{ ...ok, "x-a": "z" }, [""]],
      [{ ...ok, constructor: 1 }, [""]],
    ] as const) {
      expect(ahead.tools.get("pay")?.args?.(args as never)).toMatchObject({ fits: places.length === 0, places });
      expect(loaded.tools.get("pay")?.args?.(args as never)).toMatchObject({ fits: places.length === 0, places });
    }
    expect(ahead.tools.get("post")?.args?.({ self: { self: {} } })?.fits).toBe(true);
    expect(ahead.tools.get("post")?.args?.({ self: { other: {} } })?.places).toEqual(["/self"]);
    expect(ahead.tools.get("plain")).toEqual(loaded.tools.get("plain"));
  });

  it("needs neither the schema engine nor eval, and the pattern engine only for patterns", async () => {
    const withPatterns = await compilePolicyModule(FULL);
    expect(withPatterns).toContain('from "countersign/compiled-policy/patterns"');
    expect(withPatterns).not.toMatch(/\bajv\b|\bzod\b|\beval\b|new Function|require\(/i);
    const without = await compilePolicyModule({
      version: 1,
      tools: { a: { impact: "read", args: { type: "object", properties: { n: { type: "integer" } } } } },
    });
    expect(without).not.toContain("patterns");
    expect(await compilePolicyModule({ impact_by_tool: { a: "read" } })).not.toContain("patterns");
  });

  it("works for a policy without args", async () => {
    expect((await run({ impact_by_tool: { a: "read" } })).tools.get("a")?.impact).toBe("read");
    expect((await run({})).tools.size).toBe(0);
  });

  it("does no more work than the loaded one", async () => {
    const doubled = Object.fromEntries(
      Array.from({ length: 10 }, (_, n) => [`d${n + 1}`, { allOf: [0, 1].map(() => ({ $ref: `#/$defs/d${n}` })) }]),
    );
    const x120 = { pattern: "^x{120}$" };
    const file = {
      version: 1,
      tools: {
        patterns: {
          impact: "read",
          args: {
            type: "object",
            properties: { l: { type: "array", items: { type: "string", allOf: Array.from({ length: 40 }, () => x120) } } },
          },
        },
        schemas: {
          impact: "read",
          args: {
            type: "object",
            properties: { l: { type: "array", items: { $ref: "#/$defs/d10" } } },
            $defs: { d0: { type: "number", multipleOf: 0.01 }, ...doubled },
          },
        },
      },
    };
    for (const policy of [await run(file), await loadPolicy(file)]) {
      const fits = (tool: string, l: readonly JsonValue[]) => policy.tools.get(tool)?.args?.({ l: [...l] })?.fits;
      expect(
        fits(
          "patterns",
          Array.from({ length: 14 }, () => "x".repeat(120)),
        ),
      ).toBe(true);
      expect(
        fits(
          "patterns",
          Array.from({ length: 15 }, () => "x".repeat(120)),
        ),
      ).toBe(false);
      expect(
        fits(
          "schemas",
          Array.from({ length: 50 }, () => 1.5),
        ),
      ).toBe(true);
      expect(
        fits(
          "schemas",
          Array.from({ length: 90 }, () => 1.5),
        ),
      ).toBe(false);
    }
  });

  it("takes names and values that look like code as data", async () => {
    const odd = 'a"];throw 1;//\u2028`</script>';
    const policy = await run({
      version: 1,
      tools: { t: { impact: "read", args: { type: "object", properties: { [odd]: { const: odd } } } } },
    });
    expect(policy.tools.get("t")?.args?.({ [odd]: odd })?.fits).toBe(true);
    expect(policy.tools.get("t")?.args?.({ [odd]: "x" })?.fits).toBe(false);
  });

  it("gives the same source for the same file", async () => {
    expect(await compilePolicyModule(FULL)).toBe(await compilePolicyModule(FULL));
  });

  it("refuses what loadPolicy refuses", async () => {
    await expect(compilePolicyModule({ version: 1, tools: { t: { impact: "read", args: { propertees: {} } } } })).rejects.toMatchObject({
      place: "/tools/t/args/propertees",
    });
    await expect(compilePolicyModule("")).rejects.toMatchObject({ place: "byte 0" });
  });
});
