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
const terms = { requestId: "req_00000001", idempotencyKey: "ik_1", recordRequired: true, issuer: {}, refusal: () => null };
const permit = issuePermit({ tool: "pay", args: {}, ...terms });
const standing = {
  decision: allow(frame),
  generation: null as never,
  now: 0,
  requirements: null,
  prepared: null,
  verified: null,
  observedUntil: null,
  wouldBlock: null,
  approvalRequest: null,
  pending: false,
  attached: null,
  recorded: false,
  idempotencyKey: null,
};
const blockedStanding = { ...standing, decision: block(fail("request.missing"), frame) };

describe("gateDecision", () => {
  it.each([
    [0.123456789, 0.123],
    [1.0006, 1.001],
    [0.0004, 0],
    [500, 500],
  ])("tells %d ms as %d: to the microsecond", (elapsed, told) => {
    expect(gateDecision("req_00000001", elapsed, { standing, permit }).elapsed_ms).toBe(told);
  });

  it("keeps the permit out of what is enumerated, spread and written", () => {
    const decision = gateDecision("req_00000001", 1, { standing, permit });
    expect(decision.permit).toBe(permit);
    expect(Object.keys(decision)).not.toContain("permit");
    expect({ ...decision }).not.toHaveProperty("permit");
    expect(JSON.stringify(decision)).not.toContain("permit");
    expect(Object.isFrozen(decision)).toBe(true);
  });

  it("has a permit of null on block", () => {
    expect(gateDecision("req_00000001", 1, { standing: blockedStanding, permit: null }).permit).toBeNull();
  });
});
