import { describe, expect, it } from "vitest";
import { loadPolicy } from "../../../src/compile/load-policy.js";
import { ConfigurationError } from "../../../src/decision/configuration-error.js";
import { isPolicy } from "../../../src/policy/build-policy.js";

const bytes = (text: string) => new TextEncoder().encode(text);
const IMPACTS = '"read", "write", "external", "compute", "money", "privacy", "irreversible"';

async function refusal(input: unknown): Promise<{ place: string | undefined; message: string }> {
  try {
    await loadPolicy(input as object);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return { place: error.place, message: error.message };
  }
  throw new Error("the policy was not refused");
}

describe("loadPolicy", () => {
  it("reads the reference's file", async () => {
    const text = '{"impact_by_tool":{"payments.transfer":"money"},"require_pic_for_impacts":["money"],"require_evidence_for_impacts":[]}';
    const policy = await loadPolicy(bytes(text));
    expect(isPolicy(policy)).toBe(true);
    expect(policy.tools.get("payments.transfer")?.pic).toBe("required");
    expect((await loadPolicy(text)).digest).toBe(policy.digest);
    expect((await loadPolicy(JSON.parse(text))).digest).toBe(policy.digest);
  });

  it("reads version 1 with args", async () => {
    const policy = await loadPolicy({
      version: 1,
      tools: { pay: { impact: "money", args: { type: "object", properties: { n: { type: "integer" } } } } },
    });
    expect(policy.tools.get("pay")?.args?.({ n: "1" })?.places).toEqual(["/n"]);
  });

  it("says what to do with a file name and with a promise", async () => {
    const hint = /a string is read as JSON text, not as a file name: loadPolicyFile of countersign\/node reads a file/;
    for (const name of ["policy.json", "/etc/pic_policy.json", "./a.json"]) expect((await refusal(name)).message).toMatch(hint);
    // Text that begins as JSON does, and bytes, are no file names.
    for (const text of ["{", "[1", "", bytes("policy.json")]) expect((await refusal(text)).message).not.toMatch(hint);
    expect((await refusal(Promise.resolve({}))).message).toMatch(/promise: await it/);
  });

  it("takes an empty object for a policy that names no tool, in either form", async () => {
    expect((await loadPolicy({})).tools.size).toBe(0);
    expect((await loadPolicy(bytes("{}"))).form).toBe("reference");
    expect((await loadPolicy({ version: 1 })).form).toBe("version-1");
  });

  it("names tools like members of Object.prototype", async () => {
    const policy = await loadPolicy({ version: 1, tools: { constructor: { impact: "read" }, toString: { impact: "money" } } });
    expect([...policy.tools.keys()]).toEqual(["constructor", "toString"]);
    expect(policy.tools.get("hasOwnProperty")).toBeUndefined();
  });

  it("reads an object once: getters and inherited members do not count", async () => {
    await expect(
      loadPolicy({
        get version() {
          return 1;
        },
      }),
    ).rejects.toThrow(ConfigurationError);
    await expect(loadPolicy(Object.create({ version: 1, tools: {} }))).rejects.toThrow(ConfigurationError);
  });
});

describe("what is no policy is a configuration error with its place", () => {
  it.each<[string, unknown, string | undefined, string]>([
    ["nothing", undefined, undefined, "no policy"],
    ["null", null, undefined, "no policy"],
    ["an empty file", bytes(""), "byte 0", "json.empty"],
    ["an empty text", "", "byte 0", "json.empty"],
    ["a broken file", bytes('{"impact_by_tool":'), "byte 18", "json.syntax"],
    ["a byte order mark", bytes("\ufeff{}"), "byte 0", "json.bom"],
    ["a duplicate name", bytes('{"version":1,\n "version":1}'), "byte 15", "json.duplicate_name at byte 15 (line 2, column 2)"],
    ["a duplicate tool", bytes('{"impact_by_tool":{"a":"money","a":"read"}}'), "byte 31", "json.duplicate_name"],
    ["bad UTF-8", new Uint8Array([0x7b, 0xff, 0x7d]), "byte 1", "json.invalid_utf8"],
    ["two values", bytes("{}{}"), "byte 2", "json.trailing_data"],
    ["an array", bytes("[]"), "", "must be a JSON object"],
    ["a string", bytes('"policy"'), "", "must be a JSON object"],
    ["null in a file", bytes("null"), "", "must be a JSON object"],
    [
      "an unknown impact",
      { impact_by_tool: { "payments.transfer": "moneyy" } },
      "/impact_by_tool/payments.transfer",
      'did you mean "money"?',
    ],
    ["an unknown member", { args_rules: {} }, "/args_rules", "no member here"],
    ["a misspelled member", { impacts_by_tool: {} }, "/impacts_by_tool", 'did you mean "impact_by_tool"?'],
    ["impacts as an array", { impact_by_tool: [] }, "/impact_by_tool", "must be an object"],
    ["impacts as null", { impact_by_tool: null }, "/impact_by_tool", "must be an object"],
    ["a list as text", { require_pic_for_impacts: "money" }, "/require_pic_for_impacts", "must be an array"],
    ["an impact twice", { require_pic_for_impacts: ["money", "money"] }, "/require_pic_for_impacts", "twice"],
    ["a wrong list entry", { require_evidence_for_impacts: ["monye"] }, "/require_evidence_for_impacts/0", 'did you mean "money"?'],
    ["a tool name with a space", { impact_by_tool: { " pay": "money" } }, "/impact_by_tool/ pay", "no tool name"],
    ["an empty tool name", { impact_by_tool: { "": "money" } }, "/impact_by_tool/", "no tool name"],
    ["a pattern as tool name", { impact_by_tool: { "payments.*": "money" } }, "/impact_by_tool/payments.*", "no tool name"],
    ["a tool name of 129", { impact_by_tool: { ["a".repeat(129)]: "money" } }, `/impact_by_tool/${"a".repeat(129)}`, "no tool name"],
    ["both forms", { version: 1, impact_by_tool: {} }, "/impact_by_tool", "keep to one form"],
    ["version 1 without its version", { tools: {} }, "", 'add "version": 1'],
    ["another version", { version: 2 }, "/version", "must be 1"],
    ["a version as text", { version: "1" }, "/version", "must be 1"],
    ["a misspelled member of version 1", { version: 1, tool: {} }, "/tool", 'did you mean "tools"?'],
    ["tools as an array", { version: 1, tools: [] }, "/tools", "must be an object"],
    ["a tool that is null", { version: 1, tools: { a: null } }, "/tools/a", "must be an object"],
    ["a tool without impact", { version: 1, tools: { a: {} } }, "/tools/a/impact", `is missing; write one of ${IMPACTS}`],
    ["a misspelled member of a tool", { version: 1, tools: { a: { impact: "read", arg: {} } } }, "/tools/a/arg", 'did you mean "args"?'],
    ["args as an array", { version: 1, tools: { a: { impact: "read", args: [] } } }, "/tools/a/args", "must be an object"],
    ["args as true", { version: 1, tools: { a: { impact: "read", args: true } } }, "/tools/a/args", "must be an object"],
    [
      "a wrong evidence",
      { version: 1, tools: { a: { impact: "read", evidence: "optional" } } },
      "/tools/a/evidence",
      '"required", "by-impact"',
    ],
    ["a wrong pic", { version: 1, tools: { a: { impact: "read", pic: false } } }, "/tools/a/pic", '"required", "optional"'],
    ["pic null", { version: 1, tools: { a: { impact: "read", pic: null } } }, "/tools/a/pic", '"required", "optional"'],
    ["a lifetime of 0", { version: 1, max_attestation_lifetime: 0 }, "/max_attestation_lifetime", "above 0"],
    ["a broken lifetime", { version: 1, max_attestation_lifetime: 1.5 }, "/max_attestation_lifetime", "whole number"],
    [
      "a lifetime as text",
      { version: 1, tools: { a: { impact: "read", max_attestation_lifetime: "60" } } },
      "/tools/a/max_attestation_lifetime",
      "whole number",
    ],
    ["an empty deny", { version: 1, tools: { a: { impact: "read", deny: "" } } }, "/tools/a/deny", "no name"],
    ["deny as true", { version: 1, tools: { a: { impact: "read", deny: true } } }, "/tools/a/deny", "no name"],
    ["allow_unscoped_keys as text", { version: 1, allow_unscoped_keys: "no" }, "/allow_unscoped_keys", "must be true or false"],
    ["require_profile interop", { version: 1, require_profile: "interop" }, "/require_profile", 'must be "strict"'],
    ["an optional proposal on money", { version: 1, tools: { a: { impact: "money", pic: "optional" } } }, "/tools/a/pic", "high impact"],
    [
      "a schema with a typo",
      { version: 1, tools: { "a/b": { impact: "read", args: { propertees: {} } } } },
      "/tools/a~1b/args/propertees",
      "no keyword",
    ],
    ["a member named __proto__", bytes('{"impact_by_tool":{"__proto__":"read"}}'), "byte 19", "json.proto_name"],
  ])("%s", async (_title, input, place, words) => {
    const told = await refusal(input);
    expect(told.place).toBe(place);
    expect(told.message).toContain(words);
  });

  it("a file over 1 MiB, and one nested deeper than 64 levels", async () => {
    expect((await refusal(bytes(`{}${" ".repeat(1024 * 1024)}`))).message).toContain("limit.bytes");
    expect((await refusal(bytes(`${'{"a":'.repeat(65)}1${"}".repeat(65)}`))).message).toContain("limit.depth");
  });
});
