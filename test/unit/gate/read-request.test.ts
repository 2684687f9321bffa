import { describe, expect, test } from "vitest";
import { fixContext, type GateRequest, readContext, readRequest } from "../../../src/gate/read-request.js";
import { createRequestIds } from "../../../src/gate/request-ids.js";

const good = { proposal: "{}", tool: "pay", args: {}, context: { principal: "agent-7" } };

describe("readRequest", () => {
  test("reads each member once", () => {
    let reads = 0;
    const request = {
      ...good,
      get tool() {
        reads += 1;
        return reads === 1 ? "pay" : "other";
      },
    };
    expect(readRequest(request).tool).toBe("pay");
    expect(reads).toBe(1);
  });

  test.each<[string, unknown]>([
    ["nothing", undefined],
    ["null", null],
    ["no tool", { args: {}, context: good.context }],
    ["no args: what will run is stated, never forgotten", { tool: "pay", context: good.context }],
    ["a tool that is no string", { ...good, tool: 7 }],
    ["a tool without a name", { ...good, tool: "" }],
    ["an unknown member", { ...good, arguments: {} }],
    ["no context", { proposal: "{}", tool: "pay", args: {} }],
    ["an inherited request", Object.create(good)],
  ])("%s is misuse", (_, request) => {
    expect(() => readRequest(request as GateRequest)).toThrow(TypeError);
  });

  test("a proposal and arguments may be undefined, and are judged later", () => {
    expect(readRequest({ tool: "pay", args: undefined, context: good.context })).toMatchObject({ proposal: undefined, args: undefined });
  });
});

describe("readContext", () => {
  test("is a frozen copy", () => {
    const given = { principal: "agent-7", session: "s", tenant: "t" };
    const context = readContext(given);
    given.principal = "someone else";
    expect({ ...context }).toEqual({ principal: "agent-7", session: "s", tenant: "t" });
    expect(Object.isFrozen(context)).toBe(true);
  });

  test.each<[string, unknown]>([
    ["null", null],
    ["no principal", {}],
    ["an empty principal", { principal: "" }],
    ["a principal that is no string", { principal: 7 }],
    ["an unknown member", { principal: "a", role: "admin" }],
    ["an inherited principal", Object.create({ principal: "a" })],
  ])("%s is misuse", (_, context) => {
    expect(() => readContext(context as never)).toThrow(TypeError);
  });

  test("a polluted prototype adds nothing", () => {
    const polluted = Object.prototype as Record<string, unknown>;
    polluted.tenant = "other";
    try {
      expect(readContext({ principal: "a" }).tenant).toBeUndefined();
      expect(() => readContext({} as never)).toThrow(TypeError);
    } finally {
      delete polluted.tenant;
    }
  });
});

describe("createRequestIds", () => {
  test("passes on what has the form", () => {
    expect(createRequestIds(() => "req_0123.ab")()).toBe("req_0123.ab");
    expect(createRequestIds(() => "a".repeat(64))()).toBe("a".repeat(64));
  });

  test.each(["", "short12", "_leading1", "has space", "has-hyphen", "a".repeat(65), "line\nbreak1", 7])("replaces %j", (id) => {
    const ids = createRequestIds(() => id as string);
    expect([ids(), ids()]).toEqual(["unnamed.1", "unnamed.2"]);
  });

  test("stands in for a source that throws", () => {
    const ids = createRequestIds(() => {
      throw new Error("no entropy");
    });
    expect(ids()).toBe("unnamed.1");
  });
});

describe("fixContext", () => {
  test("reads a context once for all calls, and no look-alike passes for it", () => {
    const given = { principal: "a", tenant: "t" };
    const fixed = fixContext(given);
    expect(fixed).toEqual(given);
    expect(fixed).not.toBe(given);
    expect(Object.isFrozen(fixed)).toBe(true);
    expect(readContext(fixed)).toBe(fixed);
    expect(readContext(Object.freeze({ ...fixed }))).not.toBe(fixed);
    expect(() => fixContext({ principal: "a", other: "b" } as never)).toThrow(TypeError);
  });
});
