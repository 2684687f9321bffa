import { describe, expect, it } from "vitest";
import { ownOptions } from "../../../src/decision/own-options.js";
import { verifyAction } from "../../../src/verify-action.js";

const NAMES: ReadonlySet<string> = new Set(["colour", "size"]);

describe("ownOptions", () => {
  it("names the options there are beside one that there is not", () => {
    expect(() => ownOptions({ color: 1 }, NAMES, "paint")).toThrow("unknown paint option: color; the options are colour, size");
  });

  it("reads own members alone, and has a default for what is absent alone", () => {
    const own = ownOptions<{ colour?: unknown; size?: unknown }>(
      Object.assign(Object.create({ size: 2 }), { colour: null }),
      NAMES,
      "paint",
    );
    expect([own("colour", "red"), own("size", 7)]).toEqual([null, 7]);
  });
});

describe("verifyAction", () => {
  it.each([undefined, null, 7])("says what options it needs when it gets %s", (options) => {
    expect(() => verifyAction("{}", options as never)).toThrow(new TypeError("verifyAction needs options: { keyring, policy, now, call }"));
  });

  it("says that keyring or policy was not awaited", () => {
    const options = { keyring: Promise.resolve(), policy: Promise.resolve(), now: 0, call: "proposal-only" };
    expect(() => verifyAction("{}", options as never)).toThrow(/^keyring must come from loadKeyring; this is a promise: await it/);
  });
});
