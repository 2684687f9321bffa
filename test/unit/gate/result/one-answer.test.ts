import { describe, expect, test, vi } from "vitest";
import { DATA } from "../../contract/contracts.js";
import { ASK, encode, envelopeFor, FIRST_ID, good, invalidFor, json, played, settled, unavailable } from "./result-gates.js";

describe("one request has one answer", () => {
  test("which may be given to a callback", async () => {
    const { gate, records } = played();
    const result = await gate.callTool(ASK, (call, answer) => answer(good(call)));
    expect(result.outcome).toBe("success");
    expect(records).toHaveLength(1);
  });

  test.each([
    [
      "the callback twice",
      (first: never, second: never, answer: (one: never) => void) => {
        answer(first);
        answer(second);
      },
    ],
    [
      "the callback, and returned",
      async (first: never, second: never, answer: (one: never) => void) => {
        answer(first);
        return second;
      },
    ],
    [
      "a promise that settles twice",
      (first: never, second: never) => ({
        // biome-ignore lint/suspicious/noThenProperty: a promise of somebody else's make
        then: (done: (one: never) => void) => {
          done(first);
          done(second);
        },
      }),
    ],
  ])("a second by %s is refused, recorded and kept", async (_, give) => {
    const { gate, records, copies } = played();
    const result = await gate.callTool(
      ASK,
      (call, answer) => give(good(call) as never, json({ forged: true }) as never, answer as never) as never,
    );
    expect(result.outcome).toBe("success");
    await gate.close();
    expect(records.map(({ event, decision }) => [event, decision.reason])).toEqual(
      expect.arrayContaining([
        ["result", null],
        ["second", "result.second"],
      ]),
    );
    expect(records).toHaveLength(2);
    expect(new TextDecoder().decode(copies.get(`${FIRST_ID}.1.second1.bytes`))).toBe('{"forged":true}');
    expect(gate.status()).toMatchObject({ extraAnswers: 1, auditErrors: 0 });
  });

  test("the first stands, even where only the second would hold", async () => {
    const { gate } = played();
    const result = await gate.callTool(ASK, (call, answer) => {
      answer(json({ ...envelopeFor(call), more: 1 }));
      answer(good(call));
    });
    expect(result.agent).toEqual(invalidFor());
  });

  test("a late one is refused, recorded under its call and kept", async () => {
    const { gate, clock, records, copies } = played();
    let give: (answer: object) => void = () => {};
    let bytes = new Uint8Array();
    const calling = gate.callTool(ASK, (call) => {
      bytes = encode(envelopeFor(call));
      return new Promise((resolve) => {
        give = resolve as never;
      });
    });
    await settled();
    clock.advance(5000);
    expect((await calling).agent).toEqual(unavailable);
    give({ kind: "json", bytes });
    await settled();
    expect(records.map(({ event, request_id, decision }) => [event, request_id, decision.reason])).toEqual([
      ["result", FIRST_ID, "result.late"],
      ["late", FIRST_ID, "result.late"],
    ]);
    expect(records.map(({ failure_class }) => failure_class)).toEqual(["transport", "transport"]);
    expect(copies.get(`${FIRST_ID}.1.late1.bytes`)).toEqual(bytes);
  });

  test("a flood of them is counted, and the first few are recorded", async () => {
    const { gate, records, copies } = played();
    await gate.callTool(ASK, (call, answer) => {
      for (let count = 0; count < 1000; count += 1) answer(good(call));
    });
    await gate.close();
    expect(records.filter(({ event }) => event === "second")).toHaveLength(4);
    expect(gate.status().extraAnswers).toBe(999);
    expect(copies.size).toBe(4);
  });

  test("an extra one that cannot be recorded is counted", async () => {
    let calls = 0;
    const { gate } = played({
      audit: {
        append: async () => {
          calls += 1;
          if (calls > 1) throw new Error("disk");
        },
      },
    });
    await gate.callTool(ASK, (call, answer) => {
      answer(good(call));
      setImmediate(() => answer(good(call)));
    });
    await settled();
    await gate.close();
    expect(gate.status().auditErrors).toBe(1);
  });

  test("the answer for another request is refused", async () => {
    const { gate } = played();
    const result = await gate.callTool(ASK, (call) => json({ ...envelopeFor(call), request_id: "req_00000009" }));
    expect(result).toMatchObject({ reason: "result.request_id", failure_class: "mismatch", agent: invalidFor() });
  });
});

describe("a streamed answer", () => {
  async function* slices(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
  }

  test("is what it is in one piece", async () => {
    const { gate } = played();
    const result = await gate.callTool(ASK, (call) => ({ kind: "json", bytes: slices(encode(envelopeFor(call))) }));
    expect(result.outcome).toBe("success");
  });

  test("of a gigabyte is stopped at the limit, and what was read of it is kept", async () => {
    const { gate, copies } = played();
    let given = 0;
    async function* gigabyte(): AsyncGenerator<Uint8Array> {
      for (; given < 1024 ** 3; given += 1024) yield new Uint8Array(1024).fill(0x20);
    }
    const result = await gate.callTool(ASK, () => ({ kind: "json", bytes: gigabyte() }));
    expect(result).toMatchObject({
      reason: "limit.bytes",
      failure_class: "mismatch",
      agent: invalidFor(),
      facts: { bytes: 5120, digest: null },
    });
    expect(given).toBeLessThanOrEqual(5120);
    expect(copies.get(`${FIRST_ID}.1.bytes`)?.length).toBe(5120);
  });

  test("that breaks off is a transport failure, and its beginning is kept", async () => {
    const { gate, copies } = played();
    const result = await gate.callTool(ASK, (call) => ({
      kind: "json",
      bytes: (async function* () {
        yield encode(envelopeFor(call)).subarray(0, 20);
        throw new Error("reset");
      })(),
    }));
    expect(result).toMatchObject({ agent: unavailable, reason: "result.transport", cause: new Error("reset") });
    expect(copies.get(`${FIRST_ID}.1.bytes`)?.length).toBe(20);
  });

  test("that hangs is late, is told to end, and its beginning is kept", async () => {
    const { gate, clock, copies } = played();
    const ended = vi.fn();
    const steps = [{ done: false, value: encode("begin") }];
    const hanging = {
      [Symbol.asyncIterator]: () => ({ next: async () => steps.shift() ?? new Promise(() => {}), return: async () => ended() }),
    };
    const calling = gate.callTool(ASK, () => ({ kind: "json", bytes: hanging as AsyncIterable<Uint8Array> }));
    await settled();
    clock.advance(5000);
    expect(await calling).toMatchObject({ agent: unavailable, reason: "result.late" });
    expect(new TextDecoder().decode(copies.get(`${FIRST_ID}.1.bytes`))).toBe("begin");
    expect(ended).toHaveBeenCalledTimes(1);
  });

  test("that gives text is no answer", async () => {
    const { gate } = played();
    const bytes = (async function* () {
      yield JSON.stringify(DATA);
    })();
    expect(await gate.callTool(ASK, () => ({ kind: "json", bytes: bytes as never }))).toMatchObject({ reason: "result.no_answer" });
  });
});

describe("a copy", () => {
  const wrong = (call: never) => json({ ...envelopeFor(call), more: 1 });

  test.each([
    ["rejects", () => Promise.reject(new Error("EIO")), "failed"],
    [
      "throws",
      () => {
        throw new Error("EIO");
      },
      "failed",
    ],
  ])("that %s is recorded, and the decision stands", async (_, keep, why) => {
    const { gate, records } = played({ rawCopies: { maxBytes: 1024, keep } });
    const result = await gate.callTool(ASK, wrong as never);
    expect(result).toMatchObject({ reason: "result.envelope", raw_copies: [{ kept: false, part: "bytes", why }] });
    expect(records[0]?.raw_copies).toEqual(result.raw_copies);
  });

  test("that hangs costs its time, and the decision stands", async () => {
    const { gate, clock } = played({ rawCopies: { maxBytes: 1024, keep: () => new Promise(() => {}) } });
    const calling = gate.callTool(ASK, wrong as never);
    await settled();
    clock.advance(500);
    expect(await calling).toMatchObject({ reason: "result.envelope", raw_copies: [{ kept: false, part: "bytes", why: "late" }] });
  });

  test("is not made where the operator wants none", async () => {
    const { gate } = played({ rawCopies: null });
    expect(await gate.callTool(ASK, wrong as never)).toMatchObject({ reason: "result.envelope", raw_copies: [] });
  });
});
