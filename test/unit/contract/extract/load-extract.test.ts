import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { loadContract } from "../../../../src/compile/index.js";
import { ConfigurationError } from "../../../../src/decision/configuration-error.js";
import type { Anything } from "../contracts.js";
import { vectorContract } from "./contracts.js";

const SCHEMA = JSON.parse(readFileSync(new URL("../../../../spec/schemas/contract.schema.json", import.meta.url), "utf8"));
const fits = new Ajv2020({ strict: false, formats: { "date-time": (text: string) => !Number.isNaN(Date.parse(text)) } }).compile(SCHEMA);

type Name = "http" | "command" | "mcp";

/** A file with one place changed; undefined takes the member away. */
function having(name: Name, path: string, value: unknown): Anything {
  const file = vectorContract(`answer-${name}`);
  const steps = path.split(".");
  const last = steps.pop() as string;
  let at = file;
  for (const step of steps) at = at[step];
  if (value === undefined) delete at[last];
  else at[last] = value;
  return file;
}

async function fault(file: unknown): Promise<readonly [place: string | undefined, what: string]> {
  try {
    await loadContract(file as object);
  } catch (error) {
    if (error instanceof ConfigurationError) return [error.place, error.what];
    throw error;
  }
  throw new Error("it loads");
}

describe("the published schema", () => {
  it.each(["answer-http", "answer-command", "answer-mcp", "answer-check", "answer-envelope"])("takes the contract of %s", (name) => {
    expect(fits(vectorContract(name)), JSON.stringify(fits.errors)).toBe(true);
  });
});

const LINES = "extract.stdout.lines";
/** What both the loader and the published schema refuse. */
const SHAPES: readonly (readonly [name: Name, path: string, value: unknown, place: string, words: string])[] = [
  ["http", "extract", undefined, "/extract", "is missing"],
  ["http", "extract.statuses", [200], "/extract/statuses", "is no member here"],
  ["http", "extract.status", undefined, "/extract/status", "is missing"],
  ["http", "extract.status", [], "/extract/status", "is empty"],
  ["http", "extract.status", [200, 200], "/extract/status/1", "a second time"],
  ["http", "extract.status", [302], "/extract/status/0", "from 200 to 299"],
  ["http", "extract.media_type", "json", "/extract/media_type", "must be a media type"],
  ["http", "extract.media_type", undefined, "/extract/media_type", "is missing"],
  ["http", "extract.exit_codes", [0], "/extract/exit_codes", "is no member here"],
  ["http", "extract.fields", [], "/extract/fields", "is empty"],
  ["http", "extract.fields.0", { to: "/run_id" }, "/extract/fields/0/from", "is missing"],
  ["http", "extract.fields.0", "", "/extract/fields/0", "is the whole"],
  ["http", "extract.fields.0", { from: "" }, "/extract/fields/0", 'add "to"'],
  ["http", "extract.fields.0.optional", "null", "/extract/fields/0/optional", "true or false"],
  ["http", "extract.fields.0.read", "number", "/extract/fields/0/read", 'must be "integer"'],
  ["http", "extract.fields.0.read", { minor_units: 10 }, "/extract/fields/0/read/minor_units", "from 0 to 9"],
  ["http", "extract.fields.0.read", "minor_unit", "/extract/fields/0/read", '"epoch_milliseconds", { "minor_units": 2 } or { "one_of": ['],
  ["http", "extract.fields.0.read", "epoch_second", "/extract/fields/0/read", 'did you mean "epoch_seconds"?'],
  ["http", "extract.fields.0.read", { decimal: 2 }, "/extract/fields/0/read", 'must be "integer", "decimal"'],
  ["http", "fixtures", [], "/fixtures", "one answer that it takes and one that it refuses"],
  ["http", "extract.fields.0.read", { one_of: [["a"]] }, "/extract/fields/0/read/one_of/0", "must be [value of the answer"],
  ["http", "extract.fields.0.read", { one_of: [["a", []]] }, "/extract/fields/0/read/one_of/0/1", "must be a string, a number"],
  ["http", "extract.fields.7.read", "integer", "/extract/fields/7", 'has "read" and "each"'],
  ["http", "extract.outcome", { field: "/ok", success: true }, "/extract/outcome/failure", "is missing"],
  ["http", "extract.failure.stderr", "empty", "/extract/failure/stderr", "is no member here"],
  ["http", "errors.NOT_FOUND.map", [], "/errors/NOT_FOUND/map", "is empty"],
  ["http", "errors.NOT_FOUND.map.0.status", ["6xx"], "/errors/NOT_FOUND/map/0/status/0", "must be a status such as 404"],
  ["http", "errors.NOT_FOUND.map.0.status", [99], "/errors/NOT_FOUND/map/0/status/0", "from 100 to 999"],
  ["http", "errors.NOT_FOUND.map.0", { code: ["x"] }, "/errors/NOT_FOUND/map/0/status", "is missing"],
  ["http", "errors.NOT_FOUND.map.1.code", [1.5], "/errors/NOT_FOUND/map/1/code/0", "the upstream's own code"],
  ["http", "fixtures.0.answer.http.media_type", undefined, "/fixtures/0/answer/http/media_type", "is missing"],
  ["http", "fixtures.0.answer.http.text", "{}", "/fixtures/0/answer/http", "must have one of text, hex, json"],
  ["http", "fixtures.0.answer", { text: "{}" }, "/fixtures/0/answer/text", "is no member here"],
  ["http", "fixtures.0.checks", { a: 1 }, "/fixtures/0/checks/a", "true or false"],
  ["http", "belongs", [{ data: "/run_id", check: "a b" }], "/belongs/0/check", "is no name"],
  ["command", "extract.exit_codes", undefined, "/extract/exit_codes", "is missing"],
  ["command", "extract.exit_codes", [-1], "/extract/exit_codes/0", "from 0 to 4294967295"],
  ["command", "extract.stdout", "text", "/extract/stdout", 'must be "empty", "json" or'],
  ["command", "extract.stderr", undefined, "/extract/stderr", "is missing"],
  ["command", "extract.stderr", null, "/extract/stderr", 'must be "empty", "json" or'],
  ["command", "extract.failure.stdout", undefined, "/extract/failure/stdout", "is missing"],
  ["command", "extract.stdout.order", "sorted", "/extract/stdout/order", "must be one of"],
  ["command", "extract.stdout.line_end", "cr", "/extract/stdout/line_end", "must be one of"],
  ["command", "extract.stdout.last_line", true, "/extract/stdout/last_line", "must be one of"],
  ["command", `${LINES}.1.count`, "many", "/extract/stdout/lines/1/count", 'must be "one", "optional" or { "least": 0, "most": 20 }'],
  ["command", `${LINES}.3.count`, { least: 0 }, "/extract/stdout/lines/3/count/most", "is missing"],
  ["command", `${LINES}.3.as`, "Jobs", "/extract/stdout/lines/3/as", "must be a name of 1 to 32"],
  ["command", `${LINES}.3.as`, undefined, "/extract/stdout/lines/3", 'no "as"'],
  ["command", `${LINES}.0.as`, "run", "/extract/stdout/lines/0/as", "is for lines that repeat"],
  ["command", "errors.NOT_FOUND.map.0", { status: [404] }, "/errors/NOT_FOUND/map/0/status", "is no member here"],
  ["command", "fixtures.0.answer.command.exit_code", "0", "/fixtures/0/answer/command/exit_code", "whole number"],
  ["command", "fixtures.0.answer.command.stderr", {}, "/fixtures/0/answer/command/stderr", "must have one of text, hex, json"],
  ["mcp", "extract.from", undefined, "/extract/from", "is missing"],
  ["mcp", "extract.from", "content", "/extract/from", "must be one of"],
  ["mcp", "extract.beside", ["text"], "/extract/beside/0", "a kind of content beside text"],
  ["mcp", "errors.NOT_FOUND.map.0.is_error", false, "/errors/NOT_FOUND/map/0/is_error", "must be true"],
  ["mcp", "extract.outcome", { field: "/ok", success: 1, failure: 0 }, "/extract/outcome", "is no member here"],
];

describe("the shape of an extraction", () => {
  it.each(SHAPES)("refuses %s %s: %j", async (name, path, value, place, words) => {
    const file = having(name, path, value);
    expect(await fault(file)).toEqual([place, expect.stringContaining(words)]);
    expect(fits(file)).toBe(false);
  });
});

describe("a body that is read as UTF-8", () => {
  it.each([
    ["extract.media_type", "application/json; charset=iso-8859-1", "/extract/media_type"],
    ["extract.failure.media_type", 'application/json;charset="UTF-16"', "/extract/failure/media_type"],
  ])("is expected in no other charset: %s %s", async (path, value, place) => {
    expect(await fault(having("http", path, value))).toEqual([place, expect.stringContaining("a charset other than utf-8")]);
  });
});

describe("a grammar", () => {
  it.each<readonly [path: string, value: unknown, place: string, words: string]>([
    [`${LINES}.2.pattern`, "^(?i)a$", "/extract/stdout/lines/2/pattern", "(?...) group other than"],
    [`${LINES}.2.pattern`, "^(?P<finished>a)$", "/extract/stdout/lines/2/pattern", "(?...) group other than"],
    [`${LINES}.2.pattern`, "^(?<finished>a)(?<finished>b)$", "/extract/stdout/lines/2/pattern", "is not a pattern of RE2"],
    [`${LINES}.2.pattern`, "^(?<finished>a{200})$", "/extract/stdout/lines/2/pattern", "too large"],
    [`${LINES}.2.pattern`, `^(?<finished>${"a".repeat(510)})$`, "/extract/stdout/lines/2/pattern", "more than 512 characters"],
    [`${LINES}.3.as`, "run", "/extract/stdout/lines/3/as", "a second time"],
    ["extract.fields.3.from", "/finishd", "/extract/fields/3/from", 'did you mean "finished"?'],
    ["extract.outcome", { field: "/state_", success: "a", failure: "b" }, "/extract/outcome/field", 'did you mean "state"?'],
    ["extract.failure.code", "/cod", "/extract/failure/code", 'did you mean "code"?'],
    ["extract.stderr", { lines: [{ pattern: "^(?<run>a)$" }] }, "/extract/stderr", "which stdout gives too"],
    ["extract.stderr", "json", "/extract/stdout", "named groups beside the JSON"],
  ])("is refused: %s %j", async (path, value, place, words) => {
    expect(await fault(having("command", path, value))).toEqual([place, expect.stringContaining(words)]);
  });
});

describe("patterns of a grammar", () => {
  it("weigh a bounded amount together", async () => {
    const lines = Array.from({ length: 60 }, (_, at) => ({ pattern: `^x${"a".repeat(80)}${at}$`, count: "optional" }));
    const [place, words] = await fault(having("command", "extract.stdout.lines", lines));
    expect([place, words]).toEqual([
      expect.stringMatching(/^\/extract\/stdout\/lines\/\d+\/pattern$/),
      expect.stringContaining("weigh more than 5000"),
    ]);
  });
});

describe("fields", () => {
  it("go four arrays deep and no further", async () => {
    const nested = (level: number): object => (level === 0 ? { from: "/a" } : { from: "/a", each: [nested(level - 1)] });
    const [place, words] = await fault(having("http", "extract.fields.0", nested(4)));
    expect([place, words]).toEqual(["/extract/fields/0/each/0/each/0/each/0/each", expect.stringContaining("more than 4 levels")]);
    expect((await fault(having("http", "extract.fields.0", nested(3))))[1]).toContain("declares nowhere");
  });
});
