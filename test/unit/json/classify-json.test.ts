import { describe, expect, it } from "vitest";
import { classifyJson } from "../../../src/json/classify-json.js";

const NAME = "attestation_version";
const classify = (text: string) => classifyJson(text, NAME);

describe("classifyJson", () => {
  it.each([
    "Approved by finance",
    "",
    " ",
    '{"attestation_version":1',
    '{"attestation_version":NaN}',
    "{}{}",
    '\ufeff{"attestation_version":1}',
    "[1,]",
  ])("%j is no JSON", (text) => {
    expect(classify(text)).toEqual({ grammar: false, objectWithMember: false });
  });

  it.each([
    "1",
    '"attestation_version"',
    "[]",
    "{}",
    '[{"attestation_version":1}]',
    '{"a":{"attestation_version":1}}',
    '{"Attestation_version":1}',
    "1e400",
  ])("%j is JSON without the member", (text) => {
    expect(classify(text)).toEqual({ grammar: true, objectWithMember: false });
  });

  it.each([
    '{"attestation_version":"PIC-ATT/1.0"}',
    ' { "a" : [ { } ] , "attestation_version" : null } ',
    '{"attestation\\u005fversion":1}',
    '{"attestation_version":1,"attestation_version":2}',
    '{"n":1e400,"attestation_version":1}',
    '{"attestation_version":"\\ud800"}',
    '{"attestation_version":1,"__proto__":{}}',
  ])("%j is an object with the member", (text) => {
    expect(classify(text)).toEqual({ grammar: true, objectWithMember: true });
  });

  it("answers for 100 000 levels", () => {
    const nest = "[".repeat(100_000) + "]".repeat(100_000);
    expect(classify(`{"a":${nest},"attestation_version":1}`)).toEqual({ grammar: true, objectWithMember: true });
    expect(classify(nest)).toEqual({ grammar: true, objectWithMember: false });
    expect(classify(`{"attestation_version":${nest.slice(1)}}`)).toEqual({ grammar: false, objectWithMember: false });
  });
});
