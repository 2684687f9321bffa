import { describe, expect, it } from "vitest";
import { loadPolicy } from "../../../src/compile/index.js";
import { DEFAULT_LIMITS, resolveLimits } from "../../../src/decision/limits.js";
import { INTEROP, type Profile, STRICT } from "../../../src/decision/profile.js";
import { createCallSettings } from "../../../src/gate/call-settings.js";
import { loadKeyring } from "../../../src/trust/load-keyring.js";
import { readSettings } from "../../../src/verify-settings.js";

const keyring = loadKeyring({ trusted_keys: {} });
const policy = await loadPolicy({ version: 1, tools: { pay: { impact: "money" } } });
const generation = { policy, keyring };
const NOW = Date.UTC(2026, 9, 1, 12);
const call = { tool: "pay", args: { to: "a" }, context: Object.freeze({ principal: "agent-7", tenant: "north" }) };
const settingsFor = (over: { audience?: string | null; profile?: Profile; limits?: typeof DEFAULT_LIMITS } = {}) =>
  createCallSettings({ audience: "billing", profile: STRICT, limits: DEFAULT_LIMITS, ...over });

describe("what the pure pipeline is told of a live call", () => {
  it.each<[string, Parameters<typeof settingsFor>[0], Partial<Parameters<typeof readSettings>[0]>]>([
    ["in strict, where a high impact needs an audience", {}, { audience: "billing", audienceRequired: true }],
    ["by a gate without a name", { audience: null }, {}],
    ["in interop", { profile: INTEROP }, { profile: "interop", audience: "billing", audienceRequired: false }],
    [
      "in interop with its switches",
      { profile: { ...INTEROP, strictTrust: false } },
      { profile: { name: "interop", strictTrust: false }, audience: "billing", audienceRequired: false },
    ],
    [
      "with the operator's limits",
      { limits: resolveLimits({ maxBytes: 100 }) },
      { limits: { maxBytes: 100 }, audience: "billing", audienceRequired: true },
    ],
  ])("is what the options say: %s", (_, over, options) => {
    const { tool, args, context } = call;
    expect(settingsFor(over)(generation, NOW, call)).toEqual(
      readSettings({ ...generation, now: NOW, call: { tool, args }, context, ...options }),
    );
  });

  it("is of each call and of its generation, whatever was asked before", async () => {
    const settings = settingsFor();
    const other = { keyring, policy: await loadPolicy({ version: 1, tools: {} }) };
    const first = settings(generation, NOW, call);
    const second = settings(other, NOW + 1, { tool: "read", args: null, context: { principal: "agent-8" } });
    expect(second.policy).toBe(other.policy);
    expect(second.now).toBe(BigInt(NOW + 1) * 1_000_000n);
    expect(second.call).toEqual({ level: "full", tool: "read", args: null });
    expect(second.context).toEqual({ principal: "agent-8" });
    expect(settings(generation, NOW, call)).toEqual(first);
  });

  it.each([
    ["principal", { principal: "\ud800" }],
    ["session", { principal: "a", session: "\udc00" }],
    ["tenant", { principal: "a", tenant: "\ud800" }],
  ])("has no lone surrogate in its context: %s", (_, context) => {
    expect(() => settingsFor()(generation, NOW, { ...call, context })).toThrow(TypeError);
  });

  it("reads a long context with every care", () => {
    const long = { principal: "a".repeat(2000) };
    expect(settingsFor()(generation, NOW, { ...call, context: long }).context).toEqual(long);
    expect(() => settingsFor({ limits: resolveLimits({ maxBytes: 100 }) })(generation, NOW, { ...call, context: long })).toThrow(TypeError);
  });

  it("is nothing where the clock tells no whole millisecond", () => {
    expect(() => settingsFor()(generation, Number.NaN, call)).toThrow(TypeError);
  });
});
