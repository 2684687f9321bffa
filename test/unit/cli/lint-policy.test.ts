import { describe, expect, it } from "vitest";
import { lintPolicy } from "../../../src/cli/policy-lint/lint-policy.js";
import { loadPolicy, readPolicyFile } from "../../../src/compile/load-policy.js";
import { loadKeyring } from "../../../src/trust/load-keyring.js";
import { nowToNanos } from "../../../src/trust/timestamp.js";

const NOW = "2026-10-01T12:00:00Z";
const KEYS = [
  "sfFb//9UM/vzFibCx9pTqfCG6jhHL+KUNr1JOEhlnS8=",
  "N2/FN3MCVjYx1Z6LNzkmxNPenxIYXZ3pZO6t+dUEB2Q=",
  "0EqyMnQrtKs6E2i9RhXk5tAiSrcaAWuvhSCjMsl3hzc=",
];

async function lints(tools: object, { keys, ...file }: { keys?: object } & Record<string, unknown> = {}) {
  const written = { version: 1, tools, ...file };
  const found = lintPolicy(
    { written: readPolicyFile(written), policy: await loadPolicy(written) },
    keys === undefined ? null : loadKeyring(keys),
    nowToNanos(NOW),
  );
  return found.map(({ lint, place }) => `${lint} ${place}`);
}

const AMOUNT = { type: "integer", minimum: 1, maximum: 10 };
const args = (properties: object, ...required: string[]) => ({ type: "object", properties, ...(required.length > 0 && { required }) });
const money = (more: object = {}) => ({ pay: { impact: "money", args: args({ a: AMOUNT }, "a"), ...more } });

describe("lintPolicy", () => {
  it("has nothing to say of a tight policy, of a low impact without args, or of the reference's form", async () => {
    expect(await lints(money())).toEqual([]);
    expect(await lints({ read: { impact: "read" } })).toEqual([]);
    const reference = { impact_by_tool: { pay: "money" } } as const;
    expect(lintPolicy({ written: readPolicyFile(reference), policy: await loadPolicy(reference) }, null, 0n)).toEqual([]);
  });

  it("finds a high impact that takes any arguments", async () => {
    expect(await lints({ pay: { impact: "privacy" } })).toEqual(["args-missing /tools/pay"]);
  });

  it.each<[string, object, readonly string[]]>([
    ["no maximum", { type: "integer", minimum: 1 }, ["amount-unbounded /tools/pay/args/properties/a"]],
    ["no minimum", { type: "integer", exclusiveMaximum: 9 }, ["amount-unbounded /tools/pay/args/properties/a"]],
    ["a float", { ...AMOUNT, type: "number" }, ["amount-float /tools/pay/args/properties/a"]],
    ["a list of amounts", { type: "array", items: { type: "integer" } }, ["amount-unbounded /tools/pay/args/properties/a/items"]],
    ["a choice of amounts", { enum: [1, 2] }, []],
    ["a text", { type: "string" }, []],
  ])("judges amounts of money: %s", async (_name, schema, expected) => {
    expect(await lints({ pay: { impact: "money", args: args({ a: schema }) } })).toEqual(expected);
    expect(await lints({ pay: { impact: "write", args: args({ a: schema }) } })).toEqual([]);
  });

  it("holds approvals against the keys that can give them", async () => {
    const key = (at: number, more: object = {}) => ({
      public_key: KEYS[at],
      purpose: "approve",
      tools: ["pay"],
      impacts: ["money"],
      roles: ["finance"],
      owner: `o${at}`,
      ...more,
    });
    const asked = (count: number, keys: object) => lints(money({ approvals: [{ id: "r", count, role: "finance" }] }), { keys });
    const short = ["approvals-unreachable /tools/pay/approvals/0"];
    expect(await asked(2, { a: key(0), b: key(1) })).toEqual([]);
    expect(await asked(2, { a: key(0), b: key(1, { owner: "o0" }) })).toEqual(short);
    expect(await asked(1, { a: key(0, { roles: ["audit"] }) })).toEqual(short);
    expect(await asked(1, { a: key(0, { purpose: "attest" }) })).toEqual(short);
    expect(await asked(1, { a: key(0, { expires_at: NOW }) })).toEqual(short);
    expect(await asked(1, { a: key(0, { revoked: {} }) })).toEqual(short);
    expect(await asked(1, { a: key(0, { impacts: ["read"] }) })).toEqual(short);
    expect(await asked(1, { a: { public_key: KEYS[0], purpose: "approve", roles: ["finance"], owner: "o" } })).toEqual(short);
    expect(await asked(1, { a: key(0, { tools: ["*"] }) })).toEqual([]);
    expect(await lints(money({ approvals: [{ id: "r", count: 9 }] }))).toEqual([]);
  });

  it("finds a separation with nothing to keep apart", async () => {
    expect(await lints(money({ separation: { id: "s" } }))).toEqual(["separation-alone /tools/pay/separation"]);
    expect(await lints(money({ separation: { id: "s" }, approvals: [{ id: "a", count: 1 }] }))).toEqual([]);
  });

  it("finds limits over what a call may leave out", async () => {
    const limits = [{ id: "l", sum: "/a", by: ["/to/iban"], window_seconds: 60, max: 5 }];
    const to = (...required: string[]) => args({ iban: { type: "string" } }, ...required);
    expect(await lints({ pay: { impact: "money", args: args({ a: AMOUNT, to: to("iban") }, "a", "to"), limits } })).toEqual([]);
    expect(await lints({ pay: { impact: "money", args: args({ a: AMOUNT, to: to() }, "a", "to"), limits } })).toEqual([
      "limit-optional /tools/pay/limits/0",
    ]);
    expect(await lints({ pay: { impact: "write", limits } })).toEqual([
      "limit-optional /tools/pay/limits/0",
      "limit-optional /tools/pay/limits/0",
    ]);
  });

  it("finds windows that have ended, or end within 30 days", async () => {
    const observe = (until: string) => lints(money({ observe: { until } }));
    expect(await observe(NOW)).toEqual(["observe-ended /tools/pay/observe"]);
    expect(await observe("2026-10-31T12:00:00Z")).toEqual(["observe-ends-soon /tools/pay/observe"]);
    expect(await observe("2026-10-31T12:00:00.000000001Z")).toEqual([]);
    expect(await lints(money(), { observe: { until: "2026-09-01T00:00:00Z" } })).toEqual(["observe-ended /observe"]);
    expect(await lints(money({ break_glass: { id: "g", until: "2026-10-02T00:00:00Z" } }))).toEqual([
      "break-glass-ends-soon /tools/pay/break_glass",
    ]);
  });

  it("finds what can never matter, and ids that lead to two rules", async () => {
    expect(await lints(money({ audit_args: ["/a", "/b"] }))).toEqual(["audit-args-unknown /tools/pay/audit_args/1"]);
    expect(
      await lints({ pay: { impact: "money", deny: "frozen", approvals: [{ id: "a", count: 1 }] } }, { keys: { trusted_keys: {} } }),
    ).toEqual([]);
    const two = (count: number) => ({
      a: { impact: "read", approvals: [{ id: "x", count: 1 }] },
      b: { impact: "read", approvals: [{ id: "x", count }] },
    });
    expect(await lints(two(2))).toEqual(["id-shared /tools/b/approvals/0/id"]);
    expect(await lints(two(1))).toEqual([]);
  });

  it("tells loose terms, and names in the keyring that lead nowhere", async () => {
    expect(await lints(money(), { audit_best_effort: ["read"] })).toEqual(["audit-best-effort /audit_best_effort"]);
    expect(await lints(money({ allow_unscoped_keys: true }))).toEqual(["unscoped-keys /tools/pay"]);
    expect(await lints(money({ max_attestation_lifetime: 86_401 }))).toEqual(["lifetime-long /tools/pay/max_attestation_lifetime"]);
    expect(await lints(money(), { max_attestation_lifetime: 86_401 })).toEqual(["lifetime-long /max_attestation_lifetime"]);
    expect(await lints(money(), { keys: { k: { public_key: KEYS[0], tools: ["pay", "pya"] } } })).toEqual(["key-tool-unknown /tools"]);
  });
});
