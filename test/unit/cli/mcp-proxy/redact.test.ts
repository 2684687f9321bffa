import { describe, expect, it } from "vitest";
import { redactor } from "../../../../src/cli/mcp-proxy/redact.js";

describe("a server's log", () => {
  it.each([
    [["t0ken-value"], "have t0ken-value.", "have ***."],
    [["secret", "secret-longer"], "have secret-longer", "have ***"],
    [["-----BEGIN-----\nMIIEowIBAAK\nab\n-----END-----"], "MIIEowIBAAK", "***"],
    [["-----BEGIN-----\r\nMIIEowIBAAK\r\nab"], "> MIIEowIBAAK ab", "> *** ab"],
    [["secret$&"], "secret$&", "***"],
  ])("has none of %j", (secrets, text, told) => {
    expect(redactor(secrets, 6)(text)).toBe(told);
  });
});
