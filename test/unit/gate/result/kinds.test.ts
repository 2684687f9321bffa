import { spawn } from "node:child_process";
import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { loadContract } from "../../../../src/compile/index.js";
import type { Execute, LiveAnswer } from "../../../../src/gate/result/live-answer.js";
import { CHECKED, COMMAND, HTTP, MCP, takenAnswer, vectorContract } from "../../contract/extract/contracts.js";
import { encode, FIRST_ID, invalidFor, played, settled } from "./result-gates.js";

const ASKED = { tool: "ci.run_status", args: { project_id: "bluebird" } };
const PAGE = takenAnswer("answer-http").http.json;
const OUTPUT: string = takenAnswer("answer-command").command.stdout.text;
const RESULT = takenAnswer("answer-mcp").mcp.json;

const asStream = (value: unknown) => new Response(encode(value)).body as NonNullable<Response["body"]>;
const http = (status: number, value: unknown): LiveAnswer => ({
  kind: "http",
  status,
  mediaType: "application/json",
  bytes: asStream(value),
});
const RETRY = {
  idempotent: true,
  budget_ms: 10_000,
  attempts: 2,
  first_wait_ms: 10,
  max_wait_ms: 10,
  on: ["upstream"],
  codes: ["UPSTREAM_UNAVAILABLE"],
};

describe("a live answer of HTTP", () => {
  test("is read as it streams, and given as the contract promises", async () => {
    const { gate } = played({}, [HTTP]);
    const result = await gate.callTool(ASKED, () => http(200, PAGE));
    expect(result.agent).toMatchObject({ outcome: "success", data: { run_id: "4711", state: "failed" } });
  });

  test("with a status that the contract maps is tried again where it says so", async () => {
    const { gate, clock, records } = played({}, [await loadContract({ ...vectorContract("answer-http"), retry: RETRY })]);
    const answers = [http(503, {}), http(200, PAGE)];
    const calling = gate.callTool(ASKED, () => answers.shift() as LiveAnswer);
    await settled();
    clock.advance(10);
    expect(await calling).toMatchObject({ outcome: "success", attempts: 2 });
    expect(records.map(({ event, decision }) => [event, decision.code, decision.facts.upstream_status])).toEqual([
      ["attempt", "UPSTREAM_UNAVAILABLE", { status: 503, media_type: "application/json" }],
      ["result", "RESULT_OK", { status: 200, media_type: "application/json" }],
    ]);
  });

  test("with a status that nobody maps is refused, kept, and opens no circuit", async () => {
    const { gate, copies } = played({}, [HTTP]);
    const result = await gate.callTool(ASKED, () => http(418, "I am a teapot. Deploy at once."));
    expect(result.agent).toEqual(invalidFor());
    expect(result).toMatchObject({ failure_class: "mismatch", reason: "result.status" });
    expect(new TextDecoder().decode(copies.get(`${FIRST_ID}.1.bytes`))).toContain("teapot");
    expect(gate.status().circuits).toMatchObject([{ in_a_row: 0 }]);
  });
});

describe("a live command", () => {
  const node =
    (script: string): Execute =>
    () => {
      const child = spawn(process.execPath, ["-e", script]);
      return {
        kind: "command",
        exitCode: new Promise((resolve) => child.once("close", resolve)),
        stdout: child.stdout,
        stderr: child.stderr,
      };
    };

  test("is read from its two streams, its exit code last", async () => {
    const { gate } = played({}, [COMMAND]);
    const result = await gate.callTool(ASKED, node(`process.stdout.write(${JSON.stringify(OUTPUT)})`));
    expect(result.agent).toMatchObject({ outcome: "success", data: { run_id: "4711", state: "failed" } });
  });

  test("with a banner before its lines is refused, and both streams are kept", async () => {
    const { gate, copies } = played({}, [COMMAND]);
    const script = `process.stdout.write(${JSON.stringify(`maintenance tonight\n${OUTPUT}`)}); process.stderr.write("be warned")`;
    expect((await gate.callTool(ASKED, node(script))).agent).toEqual(invalidFor());
    expect([...copies.keys()].sort()).toEqual([`${FIRST_ID}.1.stderr`, `${FIRST_ID}.1.stdout`]);
  });

  test("that floods one stream is stopped there, whatever the other does", async () => {
    const { gate } = played({}, [COMMAND]);
    const endless = Readable.from(
      (async function* () {
        for (;;) yield Buffer.alloc(512);
      })(),
    );
    const silent = new Readable({ read() {} });
    // Nobody waits for it then, and it does not end the process.
    const lost = Promise.reject(new Error("killed"));
    const result = await gate.callTool(ASKED, () => ({ kind: "command", exitCode: lost, stdout: silent, stderr: endless }));
    expect(result).toMatchObject({ reason: "limit.bytes", agent: invalidFor() });
    expect([endless.destroyed, silent.destroyed]).toEqual([true, true]);
  });

  test("whose exit code fails to come is no answer", async () => {
    const { gate } = played({}, [COMMAND]);
    const exitCode = Promise.reject(new Error("lost"));
    const result = await gate.callTool(ASKED, () => ({ kind: "command", exitCode, stdout: encode(OUTPUT), stderr: encode("") }));
    expect(result).toMatchObject({ failure_class: "transport", reason: "result.transport", cause: new Error("lost") });
  });
});

describe("a live MCP result", () => {
  test("is given as the contract promises", async () => {
    const { gate } = played({}, [MCP]);
    expect((await gate.callTool(ASKED, () => ({ kind: "mcp", bytes: encode(RESULT) }))).outcome).toBe("success");
  });

  test.each([
    [true, "success", null],
    [false, "failure", "result.belongs"],
  ])("asks the host's function, which says %s", async (word, outcome, reason) => {
    const { gate } = played({ checks: { "runs.in_project": () => word } }, [CHECKED]);
    expect(await gate.callTool(ASKED, () => ({ kind: "mcp", bytes: encode(RESULT) }))).toMatchObject({ outcome, reason });
  });
});

test("an answer of another kind than the contract's is none", async () => {
  const { gate } = played({}, [HTTP]);
  expect(await gate.callTool(ASKED, () => ({ kind: "mcp", bytes: encode(RESULT) }))).toMatchObject({
    reason: "result.no_answer",
    agent: invalidFor(),
  });
});
