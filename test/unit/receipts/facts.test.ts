import { describe, expect, it } from "vitest";
import { compilePolicyModule, loadPolicy } from "../../../src/compile/index.js";
import { compiledPolicy, countSteps } from "../../../src/policy/compiled-policy.js";
import { condition } from "../../../src/policy/condition/condition.js";
import { conclude, prepare } from "../../../src/verify-action.js";
import { ARGS, AUDIENCE, approved, invoice, judge, keyringOf, NOW, policyFile, proposal, reasonsOf, receiptOf } from "./billing.js";

const factsEnd = async (rules: object, at = NOW) => {
  const signed = await approved(proposal([await receiptOf(invoice({ now: at }))]), at);
  const options = {
    policy: await loadPolicy(policyFile(rules)),
    keyring: keyringOf(),
    now: NOW,
    audience: AUDIENCE,
    context: { tenant: "acme" },
    call: { tool: "payments.transfer", args: ARGS },
  };
  return conclude(prepare(signed, options), new Map()).judged?.factsEnd;
};

describe("facts", () => {
  it("end what is permitted: with the receipt, or by their age", async () => {
    expect(await factsEnd({ max_age_seconds: 3600 })).toBe(NOW + 300_000);
    expect(await factsEnd({ max_age_seconds: 20 })).toBe(NOW + 20_000);
    expect(await factsEnd({ max_age_seconds: 20 }, NOW - 15_000)).toBe(NOW + 5_000);
  });

  it("are read by a policy that was compiled ahead as by any other", async () => {
    const source = await compilePolicyModule(policyFile());
    const terms = [...source.matchAll(/\["(\/tools[^"]+)", condition\((.*)\)\],/g)].map(
      ([, place, term]) => [place, condition(JSON.parse(term as string))] as const,
    );
    const policy = compiledPolicy(policyFile(), new Map(), countSteps(), new Map(terms as never));
    const signed = await approved(proposal([await receiptOf()]));
    expect(judge(signed, { policy }).verdict).toBe("allow");
    expect(reasonsOf(judge(signed, { policy, tenant: "copperhead" }))).toEqual(["policy.when"]);
    await expect(
      compilePolicyModule(policyFile({}, { when: [{ id: "w", cel: 'facts["billing.invoice"].result.amount_minor > 0' }] })),
    ).rejects.toThrow(/compares? no|nothing demands/);
  });

  it("are not there for a tool that does not declare them, whatever the proposal carries", async () => {
    const policy = await loadPolicy({ version: 1, tools: { "payments.transfer": { impact: "money" } } });
    expect(judge(await approved(proposal([await receiptOf()])), { policy }).verdict).toBe("allow");
  });

  it("cost nothing in names: a contract called like a member of objects is a fact like any other", async () => {
    const when = [{ id: "w", cel: 'facts["constructor"].bound.tenant == context.tenant' }];
    const policy = await loadPolicy(policyFile({ contract: "constructor" }, { when }));
    expect(reasonsOf(judge(await approved(proposal([await receiptOf()])), { policy }))).toEqual(["policy.fact_missing", "policy.when"]);
  });
});
