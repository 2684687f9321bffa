import { describe, expect, it } from "vitest";
import { didYouMean } from "../../../src/compile/did-you-mean.js";

describe("didYouMean", () => {
  it.each(["moneyy", "mone", "monei", "mnoey", "omney", "Money"])("knows %s for money", (written) => {
    expect(didYouMean(written, ["read", "money"])).toBe('; did you mean "money"?');
  });

  it.each(["", "money", "mon", "moneyyy", "yenom", "nomey"])("offers nothing for %j", (written) => {
    expect(didYouMean(written, ["read", "money"])).toBe("");
  });
});

it("offers nothing for very short names", () => {
  expect(didYouMean("x", ["a"])).toBe("");
  expect(didYouMean("to", ["so"])).toBe("");
  expect(didYouMean("too", ["so", "to"])).toBe('; did you mean "to"?');
});
