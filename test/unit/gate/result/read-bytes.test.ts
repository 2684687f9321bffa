import { Readable } from "node:stream";
import { describe, expect, test, vi } from "vitest";
import { type ReadBounds, readBytes } from "../../../../src/gate/result/read-bytes.js";
import { settled } from "./result-gates.js";

const BOUNDS: ReadBounds = { limit: 10, keep: 0, late: () => false };
const bytes = (...values: number[]) => Uint8Array.from(values);

async function* pieces(...all: readonly unknown[]): AsyncGenerator<unknown> {
  yield* all;
}

async function read(source: unknown, bounds: Partial<ReadBounds> = {}) {
  const reading = readBytes(source, { ...BOUNDS, ...bounds });
  if (reading === null) return null;
  return [await reading.end, [...reading.held()]] as const;
}

const webStream = (...all: readonly Uint8Array[]) =>
  new ReadableStream({
    start(controller) {
      for (const one of all) controller.enqueue(one);
      controller.close();
    },
  });

describe("bytes are read", () => {
  test.each([
    ["whole", () => bytes(1, 2, 3)],
    ["from an iterable", () => pieces(bytes(1), bytes(), bytes(2, 3))],
    ["from a web stream", () => webStream(bytes(1), bytes(2, 3))],
    ["from a stream of Node's", () => Readable.from([Buffer.from([1, 2]), Buffer.from([3])])],
  ])("%s", async (_, source) => {
    expect(await read(source())).toEqual(["whole", [1, 2, 3]]);
  });

  test("up to the limit and not beyond", async () => {
    expect(await read(pieces(new Uint8Array(4), new Uint8Array(6)))).toEqual(["whole", Array(10).fill(0)]);
    expect((await read(pieces(new Uint8Array(4), new Uint8Array(7))))?.[0]).toBe("over");
    expect((await read(new Uint8Array(10)))?.[0]).toBe("whole");
    expect((await read(new Uint8Array(11)))?.[0]).toBe("over");
  });

  test("of what came beyond it, what the copy takes is kept", async () => {
    expect(await read(pieces(bytes(1, 2, 3, 4), bytes(5, 6, 7)), { limit: 5, keep: 6 })).toEqual(["over", [1, 2, 3, 4, 5, 6]]);
    expect(await read(bytes(1, 2, 3, 4), { limit: 2, keep: 0 })).toEqual(["over", [1, 2, 3]]);
  });

  test("in many small pieces like in one", async () => {
    const all = Array.from({ length: 20_000 }, (_, at) => at % 256);
    const reading = await read(pieces(...all.map((one) => bytes(one))), { limit: 20_000 });
    expect(reading?.[0]).toBe("whole");
    expect(reading?.[1]).toEqual(all);
  });

  test.each([
    ["text"],
    [null],
    [undefined],
    [7],
    [{}],
    [
      {
        getReader: () => {
          throw new Error();
        },
      },
    ],
    [[1, 2]],
    [new ArrayBuffer(4)],
  ])("not from %j", (source) => {
    expect(readBytes(source, BOUNDS)).toBeNull();
  });
});

describe("a source that does not hold", () => {
  test("is stopped at the limit while it is read, however much it has", async () => {
    let given = 0;
    const returned = vi.fn();
    const chunk = new Uint8Array(64 * 1024);
    const endless: AsyncIterable<Uint8Array> = {
      [Symbol.asyncIterator]: () => ({
        next: async () => {
          given += chunk.length;
          return { done: false, value: chunk };
        },
        return: async () => {
          returned();
          return { done: true, value: undefined };
        },
      }),
    };
    const reading = readBytes(endless, { ...BOUNDS, limit: 1024 * 1024 });
    expect(await reading?.end).toBe("over");
    await settled();
    expect(given).toBe(1024 * 1024 + chunk.length);
    expect(returned).toHaveBeenCalledTimes(1);
    expect(reading?.held().length).toBe(1024 * 1024 + 1);
  });

  test("is cancelled: a web stream by its reader, one of Node's by its end", async () => {
    const cancel = vi.fn();
    const stream = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(8)), cancel });
    expect((await read(stream))?.[0]).toBe("over");
    await settled();
    expect(cancel).toHaveBeenCalledTimes(1);
    const readable = new Readable({
      read() {
        this.push(Buffer.alloc(8));
      },
    });
    expect((await read(readable))?.[0]).toBe("over");
    expect(readable.destroyed).toBe(true);
  });

  test.each([
    ["throws midway", () => pieces2(bytes(1, 2), new Error("reset")), "broken", [1, 2]],
    [
      "throws at once",
      () => ({
        [Symbol.asyncIterator]: () => ({
          next: () => {
            throw new Error();
          },
        }),
      }),
      "broken",
      [],
    ],
    ["gives no steps", () => ({ [Symbol.asyncIterator]: () => ({ next: async () => null }) }), "broken", []],
    ["gives text", () => pieces(bytes(1), "text"), "no_bytes", [1]],
    ["gives nothing for ever", () => nothing(), "broken", []],
    [
      "is locked",
      () => {
        const stream = webStream(bytes(1));
        stream.getReader();
        return stream;
      },
      null,
      null,
    ],
  ])("%s", async (_, source, end, held) => {
    expect(await read(source())).toEqual(end === null ? null : [end, held]);
  });

  test.each([
    [
      "throws",
      () => {
        throw new Error("no");
      },
    ],
    ["rejects", () => Promise.reject(new Error("no"))],
    ["never settles", () => new Promise<never>(() => {})],
  ])("is left behind where its return %s", async (_, ending) => {
    const source = { [Symbol.asyncIterator]: () => ({ next: async () => ({ done: false, value: new Uint8Array(11) }), return: ending }) };
    expect((await read(source))?.[0]).toBe("over");
    await settled();
  });

  test("that never waits ends with the time", async () => {
    let asked = 0;
    const endless = { [Symbol.asyncIterator]: () => ({ next: async () => ({ done: false, value: bytes(1) }) }) };
    expect((await read(endless, { limit: 1_000_000, late: () => ++asked > 100 }))?.[0]).toBe("broken");
    expect(asked).toBe(101);
  });

  test("of Node's ends even while nothing comes", async () => {
    const readable = new Readable({ read() {} });
    const reading = readBytes(readable, BOUNDS);
    await settled();
    reading?.stop();
    expect(readable.destroyed).toBe(true);
    expect(await reading?.end).toBe("stopped");
    await settled();
  });

  test("adds nothing after it was stopped", async () => {
    let give: (step: { done: boolean; value: Uint8Array }) => void = () => {};
    const slow = {
      [Symbol.asyncIterator]: () => ({
        next: () =>
          new Promise((resolve) => {
            give = resolve;
          }),
      }),
    };
    const reading = readBytes(slow, BOUNDS);
    await settled();
    give({ done: false, value: bytes(1) });
    await settled();
    reading?.stop();
    expect(await reading?.end).toBe("stopped");
    give({ done: false, value: bytes(2) });
    await settled();
    expect([...(reading?.held() ?? [])]).toEqual([1]);
  });

  test("cannot change what was read", async () => {
    const chunk = bytes(1, 2);
    async function* reusing(): AsyncGenerator<Uint8Array> {
      yield chunk;
      chunk.fill(9);
      yield chunk;
    }
    expect(await read(reusing())).toEqual(["whole", [1, 2, 9, 9]]);
  });
});

async function* pieces2(first: Uint8Array, error: Error): AsyncGenerator<Uint8Array> {
  yield first;
  throw error;
}

async function* nothing(): AsyncGenerator<Uint8Array> {
  for (;;) yield new Uint8Array();
}
