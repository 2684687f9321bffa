import { describe, expect, it } from "vitest";
import { type ProposalParts, proposalFor } from "../../../src/sign/proposal-for.js";

const parts: ProposalParts = {
  tool: "payments.transfer",
  args: { to: "acct_7731", amount_minor: 48200 },
  intent: "Pay invoice INV-204",
  impact: "money",
  sources: [{ id: "inv-204", source: "mail:ap-inbox" }, { id: "po-9" }],
  claims: [{ text: "INV-204 is approved", evidence: ["inv-204", "po-9"] }],
};

describe("proposalFor", () => {
  it("builds the wire form, every source untrusted", () => {
    expect(proposalFor(parts)).toEqual({
      protocol: "PIC/1.0",
      intent: "Pay invoice INV-204",
      impact: "money",
      provenance: [
        { id: "inv-204", trust: "untrusted", source: "mail:ap-inbox" },
        { id: "po-9", trust: "untrusted" },
      ],
      claims: [{ text: "INV-204 is approved", evidence: ["inv-204", "po-9"] }],
      action: { tool: "payments.transfer", args: { amount_minor: 48200, to: "acct_7731" } },
    });
  });

  it("copies and freezes: what the caller changes afterwards changes nothing", () => {
    const args = { nested: { amount: 1 }, list: [{ a: 1 }] };
    const proposal = proposalFor({ ...parts, args });
    args.nested.amount = 2;
    expect(proposal.action.args).toEqual({ nested: { amount: 1 }, list: [{ a: 1 }] });
    const frozen = (value: unknown): boolean =>
      typeof value !== "object" || value === null || (Object.isFrozen(value) && Object.values(value).every(frozen));
    expect(frozen(proposal)).toBe(true);
  });

  it("may have no sources and no claims", () => {
    const proposal = proposalFor({ ...parts, impact: "read", sources: [], claims: [] });
    expect([proposal.provenance, proposal.claims]).toEqual([[], []]);
  });

  it.each<[string, object, RegExp]>([
    ["a missing tool", { tool: undefined }, /tool/],
    ["an empty tool", { tool: "" }, /tool/],
    ["arguments that are a list", { args: [] }, /args must be an object/],
    ["arguments that are null", { args: null }, /args must be an object/],
    ["a Date among the arguments", { args: { when: new Date(0) } }, /json.not_plain/],
    ["a Map for arguments", { args: new Map() }, /json.not_plain/],
    ["undefined among the arguments", { args: { a: undefined } }, /json.not_plain/],
    ["a bigint", { args: { a: 1n } }, /json.not_plain/],
    ["an integer beyond 2^53", { args: { a: 2 ** 53 } }, /json.number_unsafe_integer/],
    ["a lone surrogate", { args: { a: "\ud800" } }, /json.lone_surrogate/],
    ["an unknown impact", { impact: "huge" }, /impact must be one of/],
    ["an empty intent", { intent: "" }, /intent/],
    ["sources that are no list", { sources: {} }, /sources must be an array/],
    ["a source with a trust", { sources: [{ id: "a", trust: "trusted" }] }, /sources\[0\] has the unknown member trust/],
    ["a source without an id", { sources: [{ source: "x" }] }, /sources\[0\]\.id/],
    ["an empty source", { sources: [{ id: "a", source: "" }] }, /sources\[0\]\.source/],
    ["two sources of one id", { sources: [{ id: "inv-204" }, { id: "inv-204" }] }, /two sources/],
    ["a claim on nothing that is there", { claims: [{ text: "x", evidence: ["inv-205"] }] }, /claims\[0\]\.evidence\[0\] names no source/],
    ["a claim that names a method", { claims: [{ text: "x", evidence: ["constructor"] }] }, /names no source/],
    ["a claim without a text", { claims: [{ evidence: ["inv-204"] }] }, /claims\[0\]\.text/],
    ["a claim on a text", { claims: [{ text: "x", evidence: "inv-204" }] }, /claims\[0\]\.evidence must be an array/],
    ["an unknown part", { evidence: [] }, /unknown member evidence/],
    ["65 sources", { sources: Array.from({ length: 65 }, (_, n) => ({ id: `s${n}` })), claims: [] }, /limit.provenance/],
    ["65 claims", { claims: Array.from({ length: 65 }, () => ({ text: "x", evidence: ["inv-204"] })) }, /limit.claims/],
    ["more than 64 000 bytes", { args: { text: "x".repeat(64_000) } }, /limit.bytes/],
    ["33 levels", { args: JSON.parse(`${'{"a":'.repeat(32)}1${"}".repeat(32)}`) }, /limit.depth/],
  ])("throws TypeError for %s", (_, change, words) => {
    const build = () => proposalFor({ ...parts, ...change } as ProposalParts);
    expect(build).toThrow(TypeError);
    expect(build).toThrow(words);
  });

  const cycle: Record<string, unknown> = {};
  cycle.self = cycle;
  it.each<[string, object, RegExp]>([
    ["undefined", { a: 1, note: undefined }, /at \/action\/args\/note: json\.not_plain\..* There is undefined: leave the member out\.$/],
    [
      "a Date in a list",
      { list: [1, { when: new Date(0) }] },
      /at \/action\/args\/list\/1\/when: json\.not_plain.* an instance of Date\.$/,
    ],
    ["a hole", { list: Object.assign([1], { length: 2 }) }, /at \/action\/args\/list\/1: .* undefined/],
    ["NaN", { n: Number.NaN }, /at \/action\/args\/n: .* the number NaN\.$/],
    ["a bigint", { "a/b~c": 1n }, /at \/action\/args\/a~1b~0c: .* a bigint\.$/],
    ["a function", { f: () => 1 }, /at \/action\/args\/f: .* a function\.$/],
    [
      "a getter, which is not run",
      {
        get g() {
          throw new Error("run");
        },
      },
      /at \/action\/args\/g: .* an accessor\.$/,
    ],
    ["a cycle", { c: cycle }, /at \/action\/args\/c\/self: json\.not_plain.* a reference to what it stands in\.$/],
    ["a promise for arguments", Promise.resolve({}), /at \/action\/args: json\.not_plain.* an instance of Promise\.$/],
    ["a symbol for a name", { deep: { [Symbol("s")]: 1 } }, /at \/action\/args\/deep: json\.not_plain/],
    ["an integer beyond 2^53", { n: [2 ** 53] }, /at \/action\/args\/n\/0: json\.number_unsafe_integer.* the number 9007199254740992\.$/],
    ["half a surrogate pair", { text: "\ud800" }, /at \/action\/args\/text: json\.lone_surrogate/],
    ["a text that is JSON, before the fault", { a: "{", b: undefined }, /at \/action\/args\/b: json\.not_plain/],
    [
      "a proxy that throws",
      {
        p: new Proxy(
          {},
          {
            ownKeys: () => {
              throw new Error("trap");
            },
          },
        ),
      },
      /at \/action\/args\/p: json\.not_plain/,
    ],
  ])("says which member is at fault: %s", (_, args, words) => {
    expect(() => proposalFor({ ...parts, args })).toThrow(TypeError);
    expect(() => proposalFor({ ...parts, args })).toThrow(words);
  });

  it("throws TypeError for no parts at all", () => {
    for (const bad of [undefined, null, [], "x"]) expect(() => proposalFor(bad as never)).toThrow(TypeError);
  });
});
