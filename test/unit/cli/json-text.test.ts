import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  appendElement,
  memberIn,
  printLines,
  removeMember,
  rootOf,
  type Span,
  setMember,
  wrapDocument,
} from "../../../src/cli/json-text.js";
import { entryOf, withEntry, withEntryMembers, withRevokedId } from "../../../src/cli/keyring-text.js";

const at = (text: string, name: string) => memberIn(text, rootOf(text), name) as Span;

describe("setMember", () => {
  it.each([
    ['{\n  "a": 1\n}\n', '{\n  "a": 1,\n  "n": {\n    "x": [1, "y"]\n  }\n}\n'],
    ['{\r\n\t"a": 1\r\n}', '{\r\n\t"a": 1,\r\n\t"n": {\r\n\t\t"x": [1, "y"]\r\n\t}\r\n}'],
    ['{"a":1}', '{"a":1,"n":{"x":[1,"y"]}}'],
    ['{ "a": 1 }\n', '{ "a": 1, "n": {"x": [1, "y"]} }\n'],
    ["{}", '{\n  "n": {\n    "x": [1, "y"]\n  }\n}'],
    ['{"a": "}\\"{", "b": [ ] }', '{"a": "}\\"{", "b": [ ], "n": {"x": [1, "y"]} }'],
  ])("adds after the others, in the style of %j", (text, expected) => {
    expect(setMember(text, rootOf(text), "n", { x: [1, "y"] })).toBe(expected);
  });

  it("changes one value and nothing around it", () => {
    const text = '{ "a":1.50e1,\n\n "b" :\t{"c": "\\u0041"} , "d":[ ] }';
    expect(setMember(text, rootOf(text), "d", 2)).toBe('{ "a":1.50e1,\n\n "b" :\t{"c": "\\u0041"} , "d":2 }');
    expect(setMember(text, at(text, "b"), "c", "B")).toBe('{ "a":1.50e1,\n\n "b" :\t{"c": "B"} , "d":[ ] }');
  });

  it("knows a name that is spelt with escapes", () => {
    expect(setMember('{"\\u0061":1}', rootOf('{"\\u0061":1}'), "a", 2)).toBe('{"\\u0061":2}');
  });
});

describe("removeMember", () => {
  it.each([
    ["a", '{ "b": 2, "c": 3 }'],
    ["b", '{ "a": 1, "c": 3 }'],
    ["c", '{ "a": 1, "b": 2 }'],
    ["d", '{ "a": 1, "b": 2, "c": 3 }'],
  ])("takes %s and one comma away", (name, expected) => {
    const text = '{ "a": 1, "b": 2, "c": 3 }';
    expect(removeMember(text, rootOf(text), name)).toBe(expected);
  });

  it("empties an object of one member", () => {
    expect(removeMember('{\n "a": 1\n}', rootOf('{\n "a": 1\n}'), "a")).toBe("{}");
  });
});

describe("any document", () => {
  const json = fc.jsonValue({ maxDepth: 4 });
  const object = fc.dictionary(fc.string(), json, { noNullPrototype: true });
  const indent = fc.constantFrom(0, 1, 2, 4, "\t");

  it("reads as the same value with the member set, and with it taken away", () => {
    fc.assert(
      fc.property(object, fc.string(), json, indent, (value, name, member, space) => {
        fc.pre(name !== "__proto__" && !Object.hasOwn(value, "__proto__"));
        const text = JSON.stringify(value, null, space);
        const set = setMember(text, rootOf(text), name, member);
        expect(JSON.parse(set)).toEqual({ ...JSON.parse(text), [name]: JSON.parse(JSON.stringify(member)) });
        const { [name]: _gone, ...rest } = JSON.parse(text);
        expect(JSON.parse(removeMember(set, rootOf(set), name))).toEqual(rest);
        if (!Object.hasOwn(value, name))
          expect(JSON.stringify(JSON.parse(removeMember(set, rootOf(set), name)))).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });

  it("takes an element at its list's end, and stands whole inside a new one", () => {
    fc.assert(
      fc.property(fc.array(json), object, indent, (list, value, space) => {
        const text = JSON.stringify({ list }, null, space);
        expect(JSON.parse(appendElement(text, at(text, "list"), "new"))).toEqual({ list: [...JSON.parse(text).list, "new"] });
        const inner = JSON.stringify(value, null, space);
        expect(JSON.parse(wrapDocument(inner, "in", { more: ["x"] }))).toEqual({ in: JSON.parse(inner), more: ["x"] });
        expect(JSON.parse(printLines(value, "  "))).toEqual(JSON.parse(inner));
      }),
    );
  });
});

describe("a keyring's text", () => {
  const FULL =
    '{\n  "trusted_keys": {\n    "a": "KEY",\n    "b": { "public_key": "K2",   "owner": "Zo\\u00eb" }\n  },\n  "revoked_keys": []\n}\n';

  it("takes an entry, a member and a revocation where they belong", () => {
    expect(withEntryMembers(FULL, "a", new Map([["tools", ["t"]]]))).toBe(
      FULL.replace('"KEY"', '{\n      "public_key": "KEY",\n      "tools": ["t"]\n    }'),
    );
    expect(
      withEntryMembers(
        FULL,
        "b",
        new Map<string, unknown>([
          ["owner", undefined],
          ["roles", ["x"]],
        ]),
      ),
    ).toBe(FULL.replace('"K2",   "owner": "Zo\\u00eb" }', '"K2", "roles": ["x"] }'));
    expect(withRevokedId(FULL, "a")).toBe(FULL.replace("[]", '["a"]'));
    expect(entryOf(withEntry(FULL, "c", { public_key: "K3" }), "c")).toEqual({ public_key: "K3" });
    expect(withEntryMembers(FULL, "a", new Map([["tools", undefined]]))).toBe(FULL);
  });

  it("becomes the full form where an id of a flat one is revoked", () => {
    expect(withRevokedId('{\n  "a": "KEY"\n}\n', "a")).toBe('{\n  "trusted_keys": {\n    "a": "KEY"\n  },\n  "revoked_keys": ["a"]\n}\n');
  });
});
