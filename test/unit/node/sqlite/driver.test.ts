import { describe, expect, test } from "vitest";
import { withoutNativePart } from "../../../../src/node/sqlite/driver.js";

const failing = (code: string | null, message = "x") => Object.assign(new Error(message), code === null ? {} : { code });

describe("a driver that does not load says what to run", () => {
  test.each<[string, Error, string]>([
    ["another Node's native part", failing("ERR_DLOPEN_FAILED"), "npm rebuild better-sqlite3"],
    ["no native part", failing(null, "Could not locate the bindings file."), "npm rebuild better-sqlite3"],
    ["a package of its own that is missing", failing("MODULE_NOT_FOUND"), "npm install better-sqlite3@12"],
  ])("%s", (_, error, run) => {
    expect(withoutNativePart(error)).toMatchObject({ what: expect.stringContaining(run), cause: error });
  });

  test("and nothing of any other error", () => {
    for (const other of [failing("SQLITE_BUSY"), failing(null), "text", null]) expect(withoutNativePart(other)).toBeNull();
  });
});
