import { describe, expect, it } from "vitest";
import { allow, block } from "../../../src/decision/conclude-decision.js";
import { fail } from "../../../src/decision/issue.js";
import { gateDecision } from "../../../src/gate/gate-decision.js";
import { issuePermit } from "../../../src/gate/permit.js";

const frame = {
  binding: "full",
  single_use: "unchecked",
  audience: "checked",
  profile: "strict",
  facts: { digests: { policy: "p", keyring: "k" } },
} as const;
const permit = issuePermit({ tool: "pay", args: {}, requestId: "req_00000001", issuer: {}, refusal: () => null });

describe("gateDecision", () => {
  it.each([
    [0.123456789, 0.123],
    [1.0006, 1.001],
    [0.0004, 0],
    [500, 500],
  ])("tells %d ms as %d: to the microsecond", (elapsed, told) => {
    expect(gateDecision(allow(frame), "req_00000001", elapsed, permit).elapsed_ms).toBe(told);
  });

  it("keeps the permit out of what is enumerated, spread and written", () => {
    const decision = gateDecision(allow(frame), "req_00000001", 1, permit);
    expect(decision.permit).toBe(permit);
    expect(Object.keys(decision)).not.toContain("permit");
    expect({ ...decision }).not.toHaveProperty("permit");
    expect(JSON.stringify(decision)).not.toContain("permit");
    expect(Object.isFrozen(decision)).toBe(true);
  });

  it("has a permit of null on block", () => {
    expect(gateDecision(block(fail("request.missing"), frame), "req_00000001", 1, null).permit).toBeNull();
  });
});
