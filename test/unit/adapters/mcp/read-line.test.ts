import { describe, expect, it } from "vitest";
import { readLine } from "../../../../src/adapters/mcp/read-line.js";

const answer = (text: string) =>
  readLine(new TextEncoder().encode(`{"jsonrpc":"2.0","id":1,"result":{"content":"${text}"}}`), 1024, ["k/ey=é-1", 'quo"ted', 'quo\\"ted']);

describe("a line that holds a secret", () => {
  it.each([
    ["as it stands", "k/ey=é-1"],
    ["with a slash escaped", "k\\/ey=é-1"],
    ["in ASCII alone", "k/ey=\\u00e9-1"],
    ["escaped letter by letter", "\\u006B\\u002fey\\u003D\\u00E9\\u002d1"],
    ["as a JSON text in a text", 'say \\"quo\\\\\\"ted\\"'],
  ])("goes no further %s", (_how, text) => {
    expect(answer(text)).toEqual({ kind: "refused", fault: "secret", id: 1, method: null });
  });

  it("is told from one that does not", () => {
    expect(answer("k\\\\/ey=é-1")?.kind).toBe("answer");
  });
});
