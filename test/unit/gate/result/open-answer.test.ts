import { expect, test } from "vitest";
import { openAnswer } from "../../../../src/gate/result/open-answer.js";
import { encode, settled } from "./result-gates.js";

const BOUNDS = { limit: 100, keep: 0, late: () => false };
const command = (changes: object = {}) => ({ kind: "command", exitCode: 0, stdout: encode("out"), stderr: encode(""), ...changes });

async function* endless(): AsyncGenerator<Uint8Array> {
  for (;;) yield encode("more");
}

test("every member is read, promised ones last", async () => {
  const open = openAnswer(command({ exitCode: Promise.resolve(3) }), BOUNDS);
  expect(await open?.read()).toEqual({ answer: command({ exitCode: 3 }) });
  expect(open?.parts()).toEqual([{ name: "stdout", bytes: encode("out") }]);
});

test("one stream that floods ends the other, and what is promised is not waited for", async () => {
  let returned = 0;
  const silent = {
    [Symbol.asyncIterator]: () => ({
      next: () => new Promise(() => {}),
      return: async () => {
        returned += 1;
      },
    }),
  };
  const lost = Promise.reject(new Error("killed"));
  const open = openAnswer(command({ exitCode: lost, stdout: silent, stderr: endless() }), BOUNDS);
  expect(await open?.read()).toMatchObject({ fault: "limit.bytes" });
  expect(returned).toBe(1);
  // A rejection that nobody waits for would end the process; the runner tells of one.
  await settled();
});

test("a promise that is rejected says that no answer came", async () => {
  const open = openAnswer(command({ exitCode: Promise.reject(new Error("lost")) }), BOUNDS);
  expect(await open?.read()).toEqual({ fault: "result.transport", cause: new Error("lost") });
});

test.each([
  ["nothing", null],
  ["an unknown kind", { kind: "xml", bytes: encode("") }],
  ["a member too many", command({ pid: 7 })],
  ["a symbol", command({ [Symbol("x")]: 1 })],
  [
    "an accessor",
    {
      kind: "json",
      get bytes() {
        return encode("{}");
      },
    },
  ],
  ["bytes that are none", command({ stderr: "text" })],
  [
    "a proxy that throws",
    new Proxy(
      { kind: "json", bytes: encode("") },
      {
        ownKeys: () => {
          throw new Error();
        },
      },
    ),
  ],
])("%s is no answer", (_, given) => {
  expect(openAnswer(given, BOUNDS)).toBeNull();
});

test.each([
  ["a promise where bytes belong", (lost: Promise<never>) => ({ kind: "json", bytes: lost })],
  ["a promise beside a member too many", (lost: Promise<never>) => command({ exitCode: lost, pid: 7 })],
  ["a promise of an answer", (lost: Promise<never>) => lost],
])("%s that is rejected is no answer, and nothing worse", async (_, given) => {
  expect(openAnswer(given(Promise.reject(new Error("lost"))), BOUNDS)).toBeNull();
  // A rejection that nobody waits for would end the process; the runner tells of one.
  await settled();
});

test("a stream in what is no answer is told to end", async () => {
  const ended: string[] = [];
  const stream = (name: string) =>
    new ReadableStream({
      cancel: () => {
        ended.push(name);
      },
    });
  expect(openAnswer(command({ stdout: stream("beside"), pid: 7 }), BOUNDS)).toBeNull();
  expect(openAnswer({ kind: "xml", bytes: stream("unknown") }, BOUNDS)).toBeNull();
  expect(openAnswer(stream("bare"), BOUNDS)).toBeNull();
  await settled();
  expect(ended).toEqual(["beside", "unknown", "bare"]);
});
