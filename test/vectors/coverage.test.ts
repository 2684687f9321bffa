import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { RESULT_REASONS } from "../../src/contract/result-catalogue.js";
import { CATALOGUE, CODES, type Reason } from "../../src/decision/catalogue.js";
import { vectorSources } from "./vector-sources.js";

const ROOT = join(import.meta.dirname, "../..");

/** What no proposal and no file of the operator's can cause, and the test that holds it instead. */
const NOT_BY_DATA: Partial<Record<Reason, string>> = {
  "limit.deadline": "test/unit/gate/decide-action.test.ts",
  "policy.already_used": "test/edge/node-gate.test.ts",
  "internal.config_stale": "test/unit/gate/decide-action.test.ts",
  "internal.clock_skew": "test/edge/node-gate.test.ts",
  "internal.ledger_unavailable": "test/edge/node-gate.test.ts",
  "internal.audit_unavailable": "test/edge/node-gate.test.ts",
  "internal.error": "test/unit/gate/decide-action.test.ts",
};

/** A block that each rule of the strict profile causes (spec/profiles.md). */
const STRICT_RULES: Readonly<Record<string, string>> = {
  S1: "order-061",
  S2: "tool-unknown-002",
  S3: "impact-mismatch-002",
  S4: "signing-modes-032",
  S5: "times-101",
  S6: "effective-trust-021",
  S7: "audience-002",
  S8: "key-scope-005",
  S9: "options-052",
  S10: "effective-trust-036",
  S11: "effective-trust-051",
  S12: "order-016",
  S13: "hash-evidence-065",
  S14: "bindings-031",
  S15: "bare-calls-002",
};

interface AnyCase {
  readonly id: string;
  readonly expect: { readonly verdict?: string; readonly code?: string; readonly reasons?: readonly string[] };
}

const sources = vectorSources();
const cases = sources.flatMap(({ value }) => (value as { readonly cases: readonly AnyCase[] }).cases);
const byId = new Map(cases.map((one) => [one.id, one]));

describe("the vectors of record", () => {
  it.each(CATALOGUE.map(({ reason }) => reason))("%s has a vector, or a test where no data can cause it", (reason) => {
    const shown = cases.some(({ expect: { reasons = [] } }) => reasons.includes(reason));
    const test = NOT_BY_DATA[reason];
    if (test === undefined) expect(shown).toBe(true);
    else {
      expect(shown, "a vector shows it: take it off the list").toBe(false);
      expect(readFileSync(join(ROOT, test), "utf8"), `${test} does not name it`).toContain(reason);
    }
  });

  it.each(Object.entries(STRICT_RULES))("%s of the strict profile is shown by %s", (_, id) => {
    expect(byId.get(id)?.expect.verdict).toBe("block");
  });
});

describe("vectors/flow/README.md", () => {
  const text = readFileSync(join(ROOT, "vectors/flow/README.md"), "utf8");
  const rows = text
    .split("\n")
    .filter((line) => line.startsWith("| `PIC_"))
    .map((line) => line.split("|").map((cell) => cell.trim().replaceAll("`", "")));
  const codes = Object.keys(CODES);

  it("goes through each two codes that stand next to one another, in order", () => {
    expect(rows.map(([, first, second]) => [first, second])).toEqual(codes.slice(1).map((code, at) => [codes[at], code]));
  });

  it.each(rows.map(([, first, second, id, why]) => ({ first, second, id, why })))("$first before $second", ({ first, id, why }) => {
    if (id === "") expect(why).not.toBe("");
    else expect(byId.get(id as string)?.expect.code).toBe(first);
  });
});

describe("the vectors of results", () => {
  it.each(RESULT_REASONS.filter((reason) => reason !== "internal.error"))("%s has a vector", (reason) => {
    const shown = sources.some(({ value }) => {
      const { kind, cases: own } = value as { readonly kind: string; readonly cases: readonly AnyCase[] };
      return kind === "result" && own.some(({ expect: { reasons = [] } }) => reasons.includes(reason));
    });
    expect(shown).toBe(true);
  });
});
