import { describe, expect, it } from "vitest";
import { type FuzzCase, fuzzCase } from "../../scripts/fuzz/cases.js";
import { type Answer, judge, type Verify } from "../../scripts/fuzz/judge.js";
import { randomFor } from "../../scripts/fuzz/random.js";
import { prepareCase } from "../../scripts/fuzz/subject.js";

const SEED = 20_261_001;
const CASES = Array.from({ length: 600 }, (_, index) => fuzzCase(SEED, index));

function answer(verdict: "allow" | "block", more: object = {}): Answer {
  const code = verdict === "allow" ? "PIC_OK" : "PIC_SCHEMA_INVALID";
  return {
    decision: { verdict, code, path: null, facts: { digests: {} }, ...more } as unknown as Extract<
      Answer,
      { decision: unknown }
    >["decision"],
  };
}

/** Every sentence that the judge says of a verifier over the cases. */
function faultsOf(verify: Verify): ReadonlySet<string> {
  return new Set(CASES.flatMap((one) => judge(one, verify).faults));
}

describe("the verifier", () => {
  it("holds on seeded cases, and allows some of them", async () => {
    let allowed = 0;
    for (const one of CASES) {
      const { faults, text } = judge(one, await prepareCase(one));
      expect(faults, `npm run fuzz -- --seed ${SEED} --case ${one.index}`).toEqual([]);
      if (text.startsWith('{"decision":{"verdict":"allow"')) allowed += 1;
    }
    expect(allowed).toBeGreaterThan(20);
  });
});

describe("the judge", () => {
  it("finds a verifier that allows everything", () => {
    expect(faultsOf(() => answer("allow"))).toContain("allows what nobody approved");
  });

  it("finds a verifier that allows whatever parses", () => {
    const verify: Verify = ({ input }) => {
      try {
        JSON.parse(input instanceof Uint8Array ? new TextDecoder().decode(input) : String(input));
        return answer("allow");
      } catch {
        return answer("block");
      }
    };
    expect(faultsOf(verify)).toContain("allows what nobody approved");
  });

  it("finds a verifier that throws, contradicts itself, echoes, or blames others", () => {
    let calls = 0;
    const throwing: Verify = () => {
      throw new Error("no");
    };
    expect([...faultsOf(throwing)][0]).toMatch(/^throws Error: no/);
    const counting: Verify = () => {
      calls += 1;
      return answer("block", { more_issues: calls });
    };
    expect([...faultsOf(counting)].some((fault) => fault.startsWith("differs on a second run"))).toBe(true);
    expect(faultsOf((one: FuzzCase) => answer("block", { path: `/${one.marker}` }))).toContain("says a word of the sender's");
    expect(faultsOf(() => ({ refused: "TypeError" }))).toContain("blames the caller for data");
    expect(faultsOf(() => ({ refused: "ConfigurationError" }))).toContain("blames the operator for data");
    expect(faultsOf(() => answer("allow", { code: "PIC_INTERNAL_ERROR" }))).toContain("has a code that does not fit its verdict");
  });

  it("is satisfied by one that blocks all but the unaltered", () => {
    expect(faultsOf((one) => answer(one.kind === "unaltered" ? "allow" : "block"))).toEqual(new Set());
  });
});

describe("cases", () => {
  it("depend on seed and number alone", () => {
    expect(randomFor(1, 2).bytes(8)).toEqual(randomFor(1, 2).bytes(8));
    expect(randomFor(1, 2).bytes(8)).not.toEqual(randomFor(1, 3).bytes(8));
    expect(fuzzCase(3, 4).marker).toBe(fuzzCase(3, 4).marker);
  });

  it("are of every kind", () => {
    expect([...new Set(CASES.map((one) => one.kind.replace(/ text$/, "")))].sort()).toEqual([
      "altered",
      "altered bytes",
      "altered evidence",
      "altered keyring",
      "altered policy",
      "altered proposal",
      "live object",
      "other call",
      "other time",
      "random bytes",
      "unaltered",
    ]);
  });
});
