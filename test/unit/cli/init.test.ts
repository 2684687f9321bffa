import { describe, expect, it } from "vitest";
import { draftTools } from "../../../src/cli/init/draft-tools.js";
import { printPage } from "../../../src/cli/init/print-page.js";
import { starterFiles } from "../../../src/cli/init/starter-files.js";
import { starterPolicy } from "../../../src/cli/init/starter-policy.js";
import { loadPolicy } from "../../../src/compile/load-policy.js";
import type { JsonValue } from "../../../src/json/value.js";

const SCHEMA = { type: "object", properties: { path: { type: "string" } }, required: ["path"] };
const tool = (more: object = {}) => ({ name: "files.read", inputSchema: SCHEMA, ...more });
const draft = (...tools: object[]) => draftTools({ tools } as JsonValue);

describe("draftTools", () => {
  it("reads a list in each of its wrappings, and nothing else", async () => {
    const list = [tool()] as JsonValue[];
    const names = async (value: JsonValue) => Object.keys((await draftTools(value))?.tools ?? { none: 0 });
    expect(await names(list)).toEqual(["files.read"]);
    expect(await names({ tools: list })).toEqual(["files.read"]);
    expect(await names({ jsonrpc: "2.0", id: 1, result: { tools: list } })).toEqual(["files.read"]);
    for (const other of [{}, "tools", null, { tools: {} }] as JsonValue[]) expect(await draftTools(other)).toBeNull();
  });

  it("lets a server's word make a draft stricter, and never open", async () => {
    const drafted = async (annotations?: object) =>
      (await draft(tool(annotations === undefined ? {} : { annotations })))?.tools["files.read"];
    expect(await drafted({ readOnlyHint: true })).toEqual({ impact: "read", args: SCHEMA });
    const denied = { impact: "irreversible", args: SCHEMA, deny: "not-reviewed" };
    expect(await drafted()).toEqual(denied);
    expect(await drafted({ readOnlyHint: false })).toEqual(denied);
    expect(await drafted({ readOnlyHint: "true" })).toEqual(denied);
    expect(await drafted({ destructiveHint: false, idempotentHint: true })).toEqual(denied);
    expect(await drafted({ readOnlyHint: true, destructiveHint: true })).toEqual(denied);
  });

  it("takes over a schema that compiles, closed, and denies what has none", async () => {
    const read = { annotations: { readOnlyHint: true } };
    const entry = async (inputSchema: unknown) => (await draft({ name: "t", inputSchema, ...read }))?.tools.t;
    expect(await entry({ ...SCHEMA, $schema: "http://json-schema.org/draft-07/schema#", additionalProperties: true })).toEqual({
      impact: "read",
      args: SCHEMA,
    });
    expect(await entry(undefined)).toEqual({ impact: "read", deny: "not-reviewed" });
    expect(await entry({ type: "object", properties: { u: { type: "string", format: "uri" } } })).toEqual({
      impact: "read",
      deny: "not-reviewed",
    });
    expect(await entry({ type: "object", properties: { u: { type: "string", pattern: "(a+)+" } } })).toEqual({
      impact: "read",
      deny: "not-reviewed",
    });
    const found = await draft({ name: "t", inputSchema: SCHEMA, ...read });
    const policy = await loadPolicy(starterPolicy(found?.tools ?? {}) as never);
    expect(policy.tools.get("t")?.args?.({ path: "a" }).fits).toBe(true);
    expect(policy.tools.get("t")?.args?.({ path: "a", more: 1 }).fits).toBe(false);
    expect(policy.tools.get("t")?.pic).toBe("required");
  });

  it("tells what it leaves out, escaped, and keeps the starter's own tool", async () => {
    const found = await draft({ name: "no name" }, tool(), tool({ description: "again" }), tool({ name: "payments.transfer" }), {
      name: "x",
      inputSchema: { "\u001b": 1 },
    });
    expect(Object.keys(found?.tools ?? {})).toEqual(["files.read", "x"]);
    expect(found?.notes).toHaveLength(5);
    expect(found?.notes.join("")).not.toContain("\u001b");
  });
});

describe("starterFiles", () => {
  it("are new keys each time, and the rest is the same at the same time", async () => {
    const now = Date.UTC(2026, 9, 1, 12);
    const [one, two] = [await starterFiles(starterPolicy({}), now), await starterFiles(starterPolicy({}), now + 999)];
    const differ = one.filter(({ text }, at) => text !== two[at]?.text).map(({ path }) => path);
    expect(differ).toEqual(["pic_keys.json", "keys/finance-1.pem", "keys/finance-2.pem", "keys/requester.pem", "example/signed.json"]);
    expect(one.filter(({ path }) => path.endsWith(".pem")).every(({ mode }) => mode === 0o600)).toBe(true);
    expect(one.filter(({ text }) => text.includes("PRIVATE KEY")).map(({ path }) => path)).toEqual(differ.slice(1, 4));
    const signed = JSON.parse(one.find(({ path }) => path === "example/signed.json")?.text ?? "");
    expect(JSON.parse(signed.evidence[0].payload)).toMatchObject({ issued_at: "2026-10-01T12:00:00Z", expires_at: "2026-10-02T12:00:00Z" });
  });
});

describe("printPage", () => {
  it("breaks up what does not fit a line", () => {
    const long = "x".repeat(80);
    expect(printPage({ a: { b: [1, "c"] }, d: [{ e: long }, { f: long }], g: {}, h: [] })).toBe(
      `{\n  "a": { "b": [1, "c"] },\n  "d": [\n    { "e": "${long}" },\n    { "f": "${long}" }\n  ],\n  "g": {},\n  "h": []\n}`,
    );
  });
});
