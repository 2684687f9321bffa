import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadPolicy } from "../../src/compile/load-policy.js";
import { STRICT } from "../../src/decision/profile.js";
import { readAmount } from "../../src/policy/amount.js";
import { judgePolicy } from "../../src/policy/judge-policy.js";
import type { Question } from "../../src/policy/question.js";
import { requirementsFor } from "../../src/policy/requirements.js";
import type { Approver, Raiser } from "../../src/trust/authority.js";

const TOOL = "pay";

/** Rules of every kind; any of them may be taken away. */
const RULES = {
  deny: "frozen",
  principals: { id: "who", allow: ["a", "b"] },
  when: [{ id: "small", cel: "args.amount <= 5" }],
  approvals: [{ id: "two", count: 2, role: "finance" }],
  separation: { id: "apart" },
  check: [{ id: "desk" }],
  limits: [{ id: "per-call", amount: "/amount", max: 6 }],
} as const;
const NAMES = Object.keys(RULES) as (keyof typeof RULES)[];
const GLASS = { break_glass: { id: "night", until: "2027-01-01T00:00:00Z" } };

const subsets = Array.from({ length: 2 ** NAMES.length }, (_, bits) => NAMES.filter((_name, at) => ((bits >> at) & 1) === 1));
const policies = new Map(
  await Promise.all(
    subsets.map(async (names) => {
      const rules = Object.fromEntries(names.map((name) => [name, RULES[name]]));
      return [names.join(), await loadPolicy({ version: 1, tools: { [TOOL]: { impact: "money", ...rules, ...GLASS } } })] as const;
    }),
  ),
);

const owner = fc.constantFrom("ann", "ben", "cem", null);
const raisers = fc.array(fc.record<Raiser>({ keyId: fc.string(), owner, breaksGlass: fc.boolean() }), { maxLength: 4 });
const approvers = fc.array(
  fc.record<Approver>({
    keyId: fc.string(),
    owner: fc.constantFrom("ann", "ben", "cem"),
    roles: fc.constantFrom<string[]>([], ["finance"], ["legal"]),
  }),
  { maxLength: 4 },
);
const asked = fc.record({
  args: fc.record({ amount: fc.oneof(fc.integer({ min: -1, max: 8 }), fc.constantFrom("5", null, 0.5)) }, { requiredKeys: [] }),
  context: fc.record({ principal: fc.constantFrom<string | number>("a", "b", "ann", "z", 7) }, { requiredKeys: [] }),
  raisers,
  approvers,
  checks: fc.constantFrom(new Map(), new Map([["desk", true]]), new Map([["desk", false]])),
});
type Asked = typeof asked extends fc.Arbitrary<infer One> ? One : never;

function judge(names: readonly string[], one: Asked): ReturnType<typeof judgePolicy> {
  const policy = policies.get(names.join());
  if (policy === undefined) throw new Error(`no policy of ${names}`);
  const question: Question = {
    ...(one as Pick<Question, "args" | "context" | "raisers" | "approvers" | "checks">),
    receipts: [],
    raisedAt: null,
    policy,
    profile: STRICT,
    requirements: requirementsFor(policy, TOOL, "money", STRICT),
    claims: [],
    provenance: [],
    now: 0n,
    unanswered: "block",
  };
  return judgePolicy(question);
}

const some = fc.subarray(NAMES);

describe("the rules of a tool", () => {
  it("never allow by being more", () => {
    let allowed = 0;
    fc.assert(
      fc.property(some, some, asked, (fewer, more, one) => {
        const both = NAMES.filter((name) => fewer.includes(name) || more.includes(name));
        if (!judge(both, one).ok) return;
        allowed += 1;
        expect(judge(fewer, one).ok).toBe(true);
      }),
      { numRuns: 3000 },
    );
    expect(allowed).toBeGreaterThan(50);
  });

  it("are not met by a further key of an owner who has approved", () => {
    fc.assert(
      fc.property(some, asked, fc.string(), (names, one, keyId) => {
        const [first] = one.approvers;
        if (first === undefined) return;
        const again = { ...one, approvers: [...one.approvers, { ...first, keyId }] };
        expect(judge(names, again).ok).toBe(judge(names, one).ok);
      }),
      { numRuns: 2000 },
    );
  });

  it("are not met by taking an approver away", () => {
    fc.assert(
      fc.property(some, asked, (names, one) => {
        if (judge(names, { ...one, approvers: one.approvers.slice(1) }).ok) expect(judge(names, one).ok).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it("are set aside by two owners and never by one", () => {
    fc.assert(
      fc.property(some, asked, (names, one) => {
        const owners = new Set(one.raisers.filter((key) => key.breaksGlass && key.owner !== null).map((key) => key.owner));
        const judged = judge(names, one);
        const facts = judged.ok ? judged.value.facts : judged.facts;
        expect(facts?.break_glass !== undefined).toBe(owners.size >= 2);
        if (names.includes("deny")) expect(judged.ok).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("an amount", () => {
  it("is what its digits say, or none", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.bigInt({ min: 0n, max: 2n ** 60n }), fc.nat({ max: 14 }), (scale, units, digits) => {
        const whole = units / 10n ** BigInt(digits);
        const text = digits === 0 ? `${units}` : `${whole}.${String(units % 10n ** BigInt(digits)).padStart(digits, "0")}`;
        const exact = digits <= scale ? units * 10n ** BigInt(scale - digits) : null;
        const wanted = exact !== null && exact <= 9007199254740991n ? Number(exact) : null;
        // Sixteen digits and a point are the longest text that can be an amount.
        if (text.length <= 17) expect(readAmount(text, scale)).toBe(wanted);
        else expect([null, wanted]).toContain(readAmount(text, scale));
      }),
      { numRuns: 3000 },
    );
  });
});
