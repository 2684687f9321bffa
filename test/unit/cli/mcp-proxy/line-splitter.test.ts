import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLineSplitter, endLine } from "../../../../src/cli/mcp-proxy/line-splitter.js";

const bytes = (text: string) => new TextEncoder().encode(text);

function split(chunks: readonly Uint8Array[], most = 8): readonly string[] {
  const lines: string[] = [];
  const splitter = createLineSplitter(
    most,
    (line) => lines.push(new TextDecoder().decode(line)),
    () => lines.push("(too long)"),
  );
  for (const chunk of chunks) splitter.push(chunk);
  return lines;
}

describe("the line splitter", () => {
  it("cuts at newlines, wherever the chunks end", () => {
    expect(split([bytes("a\nb"), bytes("c\n\nd"), bytes("\n")])).toEqual(["a", "bc", "d"]);
  });

  it("takes a line of exactly the limit, and drops a longer one up to its end", () => {
    expect(split([bytes("12345678\n")])).toEqual(["12345678"]);
    expect(split([bytes("123456789\nx\n")])).toEqual(["(too long)", "x"]);
    expect(split([bytes("12345678"), bytes("9"), bytes("0123456789"), bytes("1\nx\n")])).toEqual(["(too long)", "x"]);
  });

  it("tells nothing of what has no end yet", () => {
    expect(split([bytes("abc")])).toEqual([]);
  });

  it("gives the same lines for any cutting into chunks", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("a", "\n", "é", "long", "😀")), fc.array(fc.nat(12)), (parts, cuts) => {
        const whole = bytes(parts.join(""));
        const chunks: Uint8Array[] = [];
        let from = 0;
        for (const cut of cuts) {
          chunks.push(whole.subarray(from, from + cut));
          from = Math.min(whole.length, from + cut);
        }
        chunks.push(whole.subarray(from));
        expect(split(chunks)).toEqual(split([whole]));
      }),
    );
  });

  it("ends a line in one piece", () => {
    expect(endLine(bytes("ab"))).toEqual(bytes("ab\n"));
  });
});
