import { describe, expect, it } from "vitest";
import { createToolList } from "../../../../src/adapters/mcp/tool-list.js";
import { createUpstream } from "../../../../src/adapters/mcp/upstream.js";
import type { JsonObject } from "../../../../src/json/value.js";

const needs = { impact: "read", proposal: "optional", evidence: "none", approvals: [], approvers: [], denied: false };
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A tool list over one server whose answers come when the test gives them. */
function list() {
  const named = new Set(["echo", "other"]);
  const asked: string[] = [];
  const upstream = createUpstream<JsonObject>({
    name: "server",
    send: (message) => void asked.push(String(message.id)),
    encode: (message) => message,
    newId: () => `id${asked.length}`,
    report: () => undefined,
  });
  const tools = createToolList<JsonObject>({
    servers: [{ upstream, prefix: "" }],
    gate: { needs: (tool: string) => (named.has(tool) ? needs : null) } as never,
    proposals: "carried",
    hasContract: null,
    timeout: () => () => undefined,
    report: () => undefined,
  });
  return {
    tools,
    named,
    asked,
    answer(...definitions: readonly object[]) {
      upstream.take({
        kind: "answer",
        id: asked.at(-1) as string,
        answer: { result: { tools: definitions } as never },
        exact: true,
        raw: {},
      });
    },
  };
}

const ECHO = { name: "echo", inputSchema: { type: "object" } };

/** A list that has shown echo, and is looked at again with other definitions. */
async function lookedAgain(...definitions: readonly object[]) {
  const { tools, answer, named } = list();
  const first = tools.route("echo");
  answer(ECHO);
  expect(await first).toMatchObject({ name: "echo" });
  tools.outdated();
  const second = tools.route("echo");
  answer(...definitions);
  return { route: await second.catch(() => "thrown"), tools, answer, named };
}

describe("a tool that was shown once", () => {
  it.each<readonly [string, readonly object[]]>([
    ["is no longer there", []],
    ["stands there twice", [ECHO, ECHO]],
    ["runs as a task only", [{ ...ECHO, execution: { taskSupport: "required" } }]],
    ["holds a number that is none", [{ ...ECHO, inputSchema: { maximum: Number.POSITIVE_INFINITY } }]],
  ])("has no route once it %s", async (_what, definitions) => {
    expect((await lookedAgain(...definitions)).route).toBeNull();
  });

  it("has none where it changed while it was hidden for another reason", async () => {
    const { tools, answer } = await lookedAgain({ ...ECHO, execution: { taskSupport: "required" } });
    tools.outdated();
    const third = tools.route("echo");
    answer(ECHO);
    expect(await third).toBeNull();
  });

  it("has none once the policy no longer names it", async () => {
    const { tools, named } = await lookedAgain(ECHO);
    named.delete("echo");
    expect(await tools.route("echo")).toBeNull();
  });
});

describe("a list that changes while it is looked at", () => {
  it("is looked at again before the call", async () => {
    const { tools, asked, answer } = list();
    const route = tools.route("echo");
    tools.outdated();
    answer(ECHO);
    await turn();
    expect(asked).toHaveLength(2);
    answer(ECHO);
    expect(await route).toMatchObject({ name: "echo" });
  });

  it("and never stays the same lets no call through", async () => {
    const { tools, answer } = list();
    const route = tools.route("echo");
    for (let at = 0; at < 100; at += 1) {
      tools.outdated();
      answer(ECHO);
      await turn();
    }
    expect(await route).toBeNull();
  });
});
