import { describe, expect, it } from "vitest";
import { loadContract } from "../../../../src/compile/index.js";
import type { Anything } from "../contracts.js";
import { ASKED, bytesOf, CHECKED, COMMAND, FIXED, HTTP, judge, MCP, takenAnswer, vectorContract } from "./contracts.js";

const BODY = takenAnswer("answer-http").http.json;
const OUT: string = takenAnswer("answer-command").command.stdout.text;
const RESULT = takenAnswer("answer-mcp").mcp.json;
const EMPTY = new Uint8Array(0);

const http = (changes: object = {}) => ({ kind: "http", status: 200, mediaType: "application/json", bytes: bytesOf(BODY), ...changes });
const command = (changes: object = {}) => ({ kind: "command", exitCode: 0, stdout: bytesOf(OUT), stderr: EMPTY, ...changes });
const mcp = (changes: object = {}) => ({ kind: "mcp", bytes: bytesOf(RESULT), ...changes });

describe("an answer of each kind", () => {
  it("is taken where it fits", () => {
    expect(judge(http(), HTTP).code).toBe("RESULT_OK");
    expect(judge(command(), COMMAND).code).toBe("RESULT_OK");
    expect(judge(mcp(), MCP).code).toBe("RESULT_OK");
  });

  it("gives the operator the size of all parts and the digest of the one with the data", () => {
    // `printf '' | sha256sum` and `printf x | sha256sum`.
    const none = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    const x = "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881";
    expect(judge(http({ bytes: EMPTY }), HTTP).facts).toMatchObject({ bytes: 16, digest: none });
    expect(judge(command({ stdout: bytesOf("x"), stderr: bytesOf("x") }), COMMAND).facts).toMatchObject({
      bytes: 2,
      digest: x,
      upstream_status: { exit_code: 0, stderr: { bytes: 1, digest: x } },
    });
  });

  it("gives the operator a media type in ASCII, cut", () => {
    const { facts } = judge(http({ mediaType: `text/html\u202e${"a".repeat(80)}` }), HTTP);
    expect(facts.upstream_status).toEqual({ status: 200, media_type: `text/html\\u202e${"a".repeat(49)}` });
  });

  it("is read once, part by part", () => {
    let reads = 0;
    const answer = {
      kind: "http",
      get status() {
        reads += 1;
        return reads === 1 ? 200 : 404;
      },
      mediaType: "application/json",
      bytes: bytesOf(BODY),
    };
    expect(judge(answer, HTTP).code).toBe("RESULT_OK");
    expect(reads).toBe(1);
  });

  it.each<readonly [title: string, parts: (shared: (bytes: Uint8Array) => Uint8Array) => Anything]>([
    ["stdout", (shared) => command({ stdout: shared(bytesOf(OUT)) })],
    ["stderr", (shared) => command({ stderr: shared(EMPTY) })],
  ])("is copied where another thread could write to it: %s", (_title, answer) => {
    const shared = (bytes: Uint8Array): Uint8Array => {
      const copy = new Uint8Array(new SharedArrayBuffer(bytes.length));
      copy.set(bytes);
      return copy;
    };
    expect(judge(answer(shared), COMMAND).code).toBe("RESULT_OK");
  });
});

describe("misuse", () => {
  it.each<readonly [title: string, answer: Anything, words: string]>([
    ["another kind than the contract's", { kind: "json", bytes: EMPTY }, `answer.kind must be the contract's, "http"`],
    ["a kind that is none", { kind: "grpc", bytes: EMPTY }, 'answer.kind must be "json"'],
    ["no answer", undefined, "answer must be"],
    ["a status that is a string", http({ status: "200" }), "answer.status must be a number"],
    ["no word on the media type", http({ mediaType: undefined }), "answer.mediaType must be the Content-Type, or null"],
    ["no body", http({ bytes: undefined }), "answer.bytes must be a Uint8Array"],
    ["an exit code that is a string", command({ exitCode: "0" }), "answer.exitCode must be a number"],
    ["no stdout", command({ stdout: undefined }), "answer.stdout must be a Uint8Array"],
    ["a stderr that is text", command({ stderr: "" }), "answer.stderr must be a Uint8Array"],
  ])("is a TypeError: %s", (_title, answer, words) => {
    expect(() => judge(answer, HTTP)).toThrow(TypeError);
    expect(() => judge(answer, HTTP)).toThrow(words);
  });

  it("is no number of a status: it is of the upstream", () => {
    for (const status of [Number.NaN, Number.POSITIVE_INFINITY, -1, 200.5, 1e9]) {
      const { agent, reason } = judge(http({ status }), HTTP);
      expect([reason, JSON.stringify(agent)]).toEqual(["result.status", FIXED]);
    }
  });
});

describe("a check of the host's", () => {
  const answer = { kind: "mcp", bytes: bytesOf(takenAnswer("answer-check").mcp.json) };
  const said = (check: unknown) => judge(answer, CHECKED, { "runs.in_project": check });

  it("is given the value and the request", () => {
    const calls: unknown[][] = [];
    const decision = said((...given: unknown[]) => calls.push(given) === 1);
    expect(decision.code).toBe("RESULT_OK");
    expect(calls).toEqual([["4711", { ...ASKED, context: {} }]]);
  });

  it.each<readonly [title: string, check: () => unknown]>([
    ["false", () => false],
    ["nothing", () => undefined],
    ["1", () => 1],
    ["a promise of true", async () => true],
    ["an object", () => new Boolean(true)],
    [
      "an exception",
      () => {
        throw new Error("no database");
      },
    ],
  ])("refuses by %s", (_title, check) => {
    const { reason, path, agent } = said(check);
    expect([reason, path, JSON.stringify(agent)]).toEqual(["result.belongs", "/data/run_id", FIXED]);
  });

  it("must be there, as the table's own", () => {
    for (const checks of [undefined, {}, { "runs.in_project": true }, Object.create({ "runs.in_project": () => true })])
      expect(() => judge(answer, CHECKED, checks)).toThrow(/checks must have the function "runs.in_project"/);
    expect(() => judge(answer, CHECKED, null)).toThrow(TypeError);
  });

  it("is not run by fixtures, which say what it answers", async () => {
    const file = vectorContract("answer-check");
    file.fixtures[0].checks["runs.in_project"] = false;
    await expect(loadContract(file)).rejects.toThrow(/result\.belongs/);
  });
});

describe("what a line may cost", () => {
  it("is counted for each answer anew", async () => {
    const file = vectorContract("answer-command");
    file.limits.bytes = 65_536;
    const contract = await loadContract(file);
    const long = OUT.replace("job lint yes", `job lint yes ${"a".repeat(60_000)}`);
    for (let round = 0; round < 6; round += 1) expect(judge(command({ stdout: bytesOf(long) }), contract).code).toBe("RESULT_OK");
  });
});

describe("a page that changed Object.prototype", () => {
  it("lends no member to data, and takes none", () => {
    const prototype = Object.prototype as Anything;
    const attempt = (name: string, member: PropertyDescriptor): unknown => {
      Object.defineProperty(prototype, name, { configurable: true, ...member });
      try {
        return judge(http(), HTTP).agent;
      } finally {
        delete prototype[name];
      }
    };
    const before = judge(http(), HTTP).agent;
    expect(attempt("state", { set: () => {}, get: () => "succeeded" })).toEqual(before);
    expect(attempt("stage", { value: { name: "build" }, writable: false })).toEqual(before);
    expect(attempt("jobs", { value: [], writable: true })).toEqual(before);
  });
});
