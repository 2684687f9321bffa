import { expect, test } from "vitest";
import { isRequestId } from "../../../src/decision/request-id.js";
import { randomId } from "../../../src/node/random-id.js";

test("ids have their prefix and 128 random bits, and never come twice", () => {
  // More than one filling of the pool.
  const ids = Array.from({ length: 1000 }, (_, at) => randomId(at % 2 === 0 ? "req_" : "mcp_"));
  for (const [at, id] of ids.entries()) {
    expect(id).toMatch(at % 2 === 0 ? /^req_[0-9a-f]{32}$/ : /^mcp_[0-9a-f]{32}$/);
    expect(isRequestId(id)).toBe(true);
  }
  expect(new Set(ids.map((id) => id.slice(4))).size).toBe(1000);
});
