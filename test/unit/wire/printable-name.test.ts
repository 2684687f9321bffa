import { describe, expect, it } from "vitest";
import { printableName } from "../../../src/wire/printable-name.js";

describe("printableName", () => {
  it("keeps printable ASCII", () => {
    expect(printableName("A z~/\"<'")).toBe("A z~/\"<'");
  });

  it("escapes every other code unit, and the backslash", () => {
    expect(printableName("\u0000\u001f\u007f\u0080\u202e\ufeff")).toBe("\\u0000\\u001f\\u007f\\u0080\\u202e\\ufeff");
    expect(printableName("\u{1f511}")).toBe("\\ud83d\\udd11");
    expect(printableName("\\u0000")).toBe("\\\\u0000");
  });

  it("stops at 64 characters and never within an escape", () => {
    expect(printableName("n".repeat(64))).toBe("n".repeat(64));
    expect(printableName("n".repeat(65))).toBe("n".repeat(64));
    expect(printableName(`${"n".repeat(58)}\u00e9x`)).toBe(`${"n".repeat(58)}\\u00e9`);
    expect(printableName(`${"n".repeat(59)}\u00e9x`)).toBe("n".repeat(59));
    expect(printableName(`${"n".repeat(63)}\\x`)).toBe("n".repeat(63));
  });
});
