import { describe, expect, test } from "vitest";
import { issuePermit, type Permit, PermitError, type PermitTerms, redeemAt } from "../../../src/gate/permit.js";
import type { JsonObject } from "../../../src/json/value.js";

const issuer = {};
function terms(over: Partial<PermitTerms> = {}): PermitTerms {
  const action = { tool: "pay", args: { to: "acct_1", lines: [{ n: 1 }] } };
  return { ...action, requestId: "req_12345", idempotencyKey: "ik_1", recordRequired: true, refusal: () => null, issuer, ...over };
}

function refusalOf(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error instanceof PermitError ? error.refusal : error;
  }
  return "none";
}

describe("redeem", () => {
  test("gives tool and arguments once", () => {
    const permit = issuePermit(terms());
    expect(permit.redeem()).toEqual({ tool: "pay", args: { to: "acct_1", lines: [{ n: 1 }] } });
    expect(refusalOf(() => permit.redeem())).toBe("used");
    expect(refusalOf(() => redeemAt(issuer, permit, null))).toBe("used");
  });

  test("asks the gate each time, and a refused permit is burned", () => {
    let refusal: "expired" | null = "expired";
    const permit = issuePermit(terms({ refusal: () => refusal }));
    expect(refusalOf(() => permit.redeem())).toBe("expired");
    refusal = null;
    expect(refusalOf(() => permit.redeem())).toBe("used");
  });

  test("a check that throws burns the permit too", () => {
    let broken = true;
    const permit = issuePermit(
      terms({
        refusal: () => {
          if (broken) throw new Error("clock");
          return null;
        },
      }),
    );
    expect(() => permit.redeem()).toThrow("clock");
    broken = false;
    expect(refusalOf(() => permit.redeem())).toBe("used");
  });

  test("another gate cannot redeem it, and trying does not burn it", () => {
    const permit = issuePermit(terms());
    expect(refusalOf(() => redeemAt({}, permit, null))).toBe("other_gate");
    expect(redeemAt(issuer, permit, null).tool).toBe("pay");
  });
});

describe("nothing but a gate makes one", () => {
  test("the constructor refuses", () => {
    const Constructor = issuePermit(terms()).constructor as new (...parts: unknown[]) => Permit;
    expect(() => new Constructor(Symbol("issue"), terms())).toThrow(TypeError);
    expect(() => new (class extends Constructor {})(Symbol("issue"), terms())).toThrow(TypeError);
  });

  test("a look-alike, a bare prototype, a proxy and a copy are not permits", () => {
    const real = issuePermit(terms());
    const fakes = [
      { tool: "pay", args: {}, redeem: () => ({}) },
      Object.create(Object.getPrototypeOf(real)),
      new Proxy(real, {}),
      { ...real },
      structuredClone({ tool: "pay" }),
    ];
    for (const fake of fakes) expect(() => redeemAt(issuer, fake as Permit, null)).toThrow(TypeError);
    expect(refusalOf(() => real.redeem())).toBe("none");
  });

  test("its behaviour cannot be replaced", () => {
    const permit = issuePermit(terms());
    expect(() => Object.assign(permit, { redeem: () => "mine" })).toThrow(TypeError);
    expect(() => Object.assign(Object.getPrototypeOf(permit), { redeem: () => "mine" })).toThrow(TypeError);
  });
});

describe("what it carries", () => {
  test("is frozen at every level", () => {
    const { args } = issuePermit(terms()).redeem();
    const lines = args.lines as readonly JsonObject[];
    for (const part of [args, lines, lines[0]]) expect(Object.isFrozen(part)).toBe(true);
  });

  test("does not change with the terms object", () => {
    const given = { ...terms() };
    const permit = issuePermit(given);
    expect(() => Object.assign(given, { tool: "other", args: {} })).toThrow(TypeError);
    expect(permit.redeem()).toEqual({ tool: "pay", args: { to: "acct_1", lines: [{ n: 1 }] } });
  });

  test("is not in the JSON form", () => {
    expect(JSON.stringify({ permit: issuePermit(terms()) })).toBe("{}");
  });
});
