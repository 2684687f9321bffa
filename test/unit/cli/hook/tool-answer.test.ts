import { describe, expect, it } from "vitest";
import { readToolAnswer } from "../../../../src/cli/hook/tool-answer.js";
import type { JsonValue } from "../../../../src/json/value.js";

const text = (words: string) => ({ type: "text", text: words });

describe("readToolAnswer", () => {
  it.each<readonly [string, JsonValue, string | null, JsonValue]>([
    ["a text", "a", "a", "new"],
    ["an empty text", "", "", "new"],
    ["one text block", [text("a")], "a", [text("new")]],
    ["two text blocks", [text("a"), text("b")], null, [text("new")]],
    ["no block", [], null, [text("new")]],
    ["a picture", [{ type: "image", data: "" }], null, [text("new")]],
    ["a block whose text is none", [{ type: "text", text: 1 }], null, [text("new")]],
    ["a content list", { content: [text("a")], isError: false }, "a", { content: [text("new")] }],
    ["a content list that tells of an error", { content: [text("a")], isError: true }, null, { content: [text("new")] }],
    ["a command", { stdout: "a", stderr: "b" }, "a", { stdout: "new", stderr: "", interrupted: false, isImage: false }],
    [
      "a command that was cut off",
      { stdout: "a", interrupted: true },
      null,
      { stdout: "new", stderr: "", interrupted: false, isImage: false },
    ],
  ])("reads %s and can put a text in its place", (_, response, said, replaced) => {
    const answer = readToolAnswer(response);
    expect(answer.text).toBe(said);
    expect(answer.replacedBy?.("new")).toEqual(replaced);
  });

  it.each<readonly [JsonValue, string | null]>([
    [{ file: { content: "a" }, a: 1 }, '{"a":1,"file":{"content":"a"}}'],
    [{ stdout: 1 }, '{"stdout":1}'],
    [null, null],
    [7, null],
    [true, null],
  ])("knows no replacement for %j", (response, said) => {
    expect(readToolAnswer(response)).toEqual({ text: said, replacedBy: null });
  });
});
