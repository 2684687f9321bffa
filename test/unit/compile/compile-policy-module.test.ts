import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { compilePolicyModule } from "../../../src/compile/compile-policy-module.js";
import { loadPolicy } from "../../../src/compile/load-policy.js";
import type { JsonValue } from "../../../src/json/value.js";
import { isPolicy } from "../../../src/policy/build-policy.js";
import type { Policy } from "../../../src/policy/policy.js";

const folder = mkdtempSync(join(tmpdir(), "compiled-policy-"));
afterAll(() => rmSync(folder, { recursive: true }));

const source = (path: string) => fileURLToPath(new URL(`../../../src/${path}`, import.meta.url));
const options = { runtime: source("policy/compiled-policy.ts"), patterns: source("compile/whole-match.ts") };
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
