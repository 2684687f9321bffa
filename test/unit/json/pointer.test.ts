import { expect, it } from "vitest";
import { escapeToken, joinPointer } from "../../../src/json/pointer.js";

// The pairs of RFC 6901 section 5.
it.each([
  ["foo", "foo"],
  ["", ""],
  ["a/b", "a~1b"],
  ["c%d", "c%d"],
  ["m~n", "m~0n"],
  ["~1", "~01"],
  ["/~/~", "~1~0~1~0"],
])("escapes %j", (name, token) => {
  expect(escapeToken(name)).toBe(token);
});

it("joins names and indices", () => {
  expect(joinPointer("")).toBe("");
  expect(joinPointer("", "")).toBe("/");
  expect(joinPointer("/claims", 0, "a/b")).toBe("/claims/0/a~1b");
});
