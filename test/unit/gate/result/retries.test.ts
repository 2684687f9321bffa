import { describe, expect, test, vi } from "vitest";
import type { Execute, ToolCall } from "../../../../src/gate/result/live-answer.js";
import { waitAfter } from "../../../../src/gate/result/wait-after.js";
import { DATA } from "../../contract/contracts.js";
import {
  ASK,
  contractOf,
  ERRORS,
  envelopeFor,
  FIRST_ID,
  failing,
  good,
  invalidFor,
  json,
  type Played,
  played,
  RETRY,
  RETRYING,
  settled,
  unavailable,
} from "./result-gates.js";

type Step = (call: ToolCall) => unknown;
const down: Step = () => Promise.reject(new Error("down"));
const busy: Step = (call) => failing(call, "UPSTREAM_UNAVAILABLE");
const garbled: Step = () => json('{"tool":');
const drifted: Step = (call) => json(envelopeFor(call, { ...DATA, more: 1 }));

/** Each attempt gets the next step; the clock goes on by `ms` between them, so that waits end. */
async function run(steps: readonly Step[], { gate, clock }: Played, ms = 1000) {
  const calls: ToolCall[] = [];
  const execute = ((call: ToolCall) => {
    calls.push(call);
    return (steps[calls.length - 1] as Step)(call);
  }) as Execute;
  const calling = gate.callTool(ASK, execute);
  let done = false;
  void calling.then(() => {
    done = true;
  });
  for (let turn = 0; turn < 20 && !done; turn += 1) {
    await settled();
    if (clock.timers > 0) clock.advance(ms);
  }
  return { result: await calling, calls };
}

describe("the tool is asked again", () => {
  test.each([
    ["after a broken transport", down],
    ["after a failure that the contract lists for it", busy],
    ["after bytes that came garbled", garbled],
    ["after a stale observation", ((call) => json(envelopeFor(call, { ...DATA, observed_at: "2026-10-01T11:00:00Z" }))) as Step],
  ])("%s", async (_, fault) => {
    const gate = played({}, [RETRYING]);
    const { result, calls } = await run([fault, good], gate, 50);
    expect(result).toMatchObject({ outcome: "success", attempts: 2 });
    expect(calls.map(({ attempt, request_id, idempotency_key }) => [attempt, request_id, idempotency_key])).toEqual([
      [1, FIRST_ID, FIRST_ID],
      [2, FIRST_ID, FIRST_ID],
    ]);
    expect(gate.records.map(({ event, attempt }) => [event, attempt])).toEqual([
      ["attempt", 1],
      ["result", 2],
    ]);
  });

  test("as often as the contract says, and then UPSTREAM_UNAVAILABLE", async () => {
    const gate = played({}, [RETRYING]);
    const { result, calls } = await run([down, down, down, good], gate, 200);
    expect(calls).toHaveLength(3);
    expect(result).toMatchObject({ agent: unavailable, attempts: 3, failure_class: "transport" });
    expect(gate.records.map(({ event }) => event)).toEqual(["attempt", "attempt", "result"]);
  });

  test("and an earlier answer never comes back", async () => {
    const gate = played({}, [RETRYING]);
    const { result } = await run([busy, drifted], gate, 50);
    expect(result.agent).toEqual(invalidFor());
  });

  test("and each answer is held to the time at which it came", async () => {
    const { codes: _, ...rest } = RETRY;
    const retry = { ...rest, budget_ms: 100_000, first_wait_ms: 50_000, max_wait_ms: 50_000, on: ["transport"] };
    const gate = played({}, [await contractOf({ errors: ERRORS, retry })]);
    const { result } = await run([down, good], gate, 40_000);
    // DATA was seen 30 s before the first attempt, the second comes 40 s later, and an observation lasts 60 s.
    expect(result).toMatchObject({ reason: "result.stale", attempts: 2 });
  });
});

describe("the tool is not asked again", () => {
  test.each([
    ["after what was not authorised", ((call) => failing(call, "FORBIDDEN")) as Step, { failure_class: "unauthorised", code: "FORBIDDEN" }],
    [
      "after a failure that is not listed for it",
      ((call) => failing(call, "NOT_FOUND")) as Step,
      { failure_class: "upstream", code: "NOT_FOUND" },
    ],
    ["after an answer of another shape", drifted, { failure_class: "mismatch", reason: "result.schema" }],
    [
      "after an answer about something else",
      ((call) => json(envelopeFor(call, { ...DATA, project_id: "copperhead" }))) as Step,
      { failure_class: "mismatch", reason: "result.bind" },
    ],
    [
      "after a failure that nobody knows",
      ((call) => failing(call, "TEAPOT")) as Step,
      { failure_class: "mismatch", reason: "result.error_unknown" },
    ],
    ["after a flood", (() => json(" ".repeat(5000))) as Step, { failure_class: "mismatch", reason: "limit.bytes" }],
  ])("%s", async (_, fault, expected) => {
    const { result, calls } = await run([fault, good], played({}, [RETRYING]));
    expect(calls).toHaveLength(1);
    expect(result).toMatchObject({ outcome: "failure", attempts: 1, ...expected });
  });

  test("where its contract does not say that it is idempotent", async () => {
    for (const retry of [undefined, { idempotent: false, budget_ms: 10_000 }]) {
      const { calls } = await run([down, good], played({}, [await contractOf(retry === undefined ? {} : { retry })]));
      expect(calls).toHaveLength(1);
    }
  });

  test.each(["transport", "upstream", "invalid"])("where %s is not among the classes", async (name) => {
    const on = RETRY.on.filter((one) => one !== name);
    const { codes, ...rest } = RETRY;
    const contract = await contractOf({ errors: ERRORS, retry: { ...rest, on, ...(name !== "upstream" && { codes }) } });
    const fault = { transport: down, upstream: busy, invalid: garbled }[name] as Step;
    expect((await run([fault, good], played({}, [contract]))).calls).toHaveLength(1);
  });

  test("where the wait would go beyond the budget", async () => {
    const contract = await contractOf({ errors: ERRORS, retry: { ...RETRY, budget_ms: 50, attempt_ms: 50 } });
    const gate = played({}, [contract]);
    const { result, calls } = await run([down, good], gate);
    expect(calls).toHaveLength(1);
    expect(result.agent).toEqual(unavailable);
    expect(gate.records.map(({ event }) => event)).toEqual(["result"]);
  });

  test("once the budget went by while it waited", async () => {
    const gate = played({}, [RETRYING]);
    const { result, calls } = await run([down, good], gate, 10_000);
    expect(calls).toHaveLength(1);
    expect(result).toMatchObject({ agent: unavailable, attempts: 1 });
    expect(gate.records.map(({ event }) => event)).toEqual(["attempt", "result"]);
  });

  test("where the attempt could not be recorded", async () => {
    const gate = played({ audit: { append: () => Promise.reject(new Error("disk")) } }, [RETRYING]);
    const { result, calls } = await run([down, good], gate);
    expect(calls).toHaveLength(1);
    expect(result).toMatchObject({ reason: "internal.audit_unavailable" });
  });
});

test("an attempt that hangs gives way to the next one, and its answer is late then", async () => {
  const gate = played({}, [RETRYING]);
  let give: (answer: unknown) => void = () => {};
  const hanging: Step = () =>
    new Promise((resolve) => {
      give = resolve;
    });
  let first: unknown;
  const { result, calls } = await run(
    [
      (call) => {
        first = good(call);
        return hanging(call);
      },
      (call) => {
        give(first);
        return good(call);
      },
    ],
    gate,
    4000,
  );
  expect(calls.map(({ timeout_ms }) => timeout_ms)).toEqual([4000, 2000]);
  expect(result).toMatchObject({ outcome: "success", attempts: 2 });
  await gate.gate.close();
  expect(gate.records.map(({ event, attempt }) => [event, attempt])).toEqual(
    expect.arrayContaining([
      ["attempt", 1],
      ["late", 1],
      ["result", 2],
    ]),
  );
});

describe("the wait", () => {
  const rule = { attempts: 10, firstWaitMs: 100, maxWaitMs: 1000, on: new Set<never>(), codes: new Set<never>() };
  test("doubles up to the cap, and is a share of that", () => {
    expect([1, 2, 3, 4, 5, 9].map((attempt) => waitAfter(attempt, rule, () => 0.5))).toEqual([50, 100, 200, 400, 500, 500]);
    expect([0, 0.999].map((share) => waitAfter(1, rule, () => share))).toEqual([0, 99.9]);
  });

  test("is the whole step where the source of chance is broken", () => {
    for (const share of [Number.NaN, -1, 1, 2]) expect(waitAfter(1, rule, () => share)).toBe(100);
  });
});

const twice = await contractOf({ on_invalid: { circuit_after: 2 } });
const other = await contractOf({ on_invalid: { circuit_after: 2 }, version: "4" });

describe("the circuit", () => {
  test("opens after so many answers in a row that do not fit, and the tool is not asked until the contract changes", async () => {
    const all = played({}, [twice]);
    const { gate, notices, records } = all;
    const execute = vi.fn(drifted as Execute);
    await gate.callTool(ASK, execute);
    await gate.callTool(ASK, execute);
    expect(notices.map(({ in_a_row, circuit_open }) => [in_a_row, circuit_open])).toEqual([
      [1, false],
      [2, true],
    ]);
    const refused = await gate.callTool(ASK, execute);
    expect(execute).toHaveBeenCalledTimes(2);
    expect(refused).toMatchObject({ reason: "result.circuit_open", failure_class: "ours", attempts: 0, agent: invalidFor("req_00000003") });
    expect(records.at(-1)).toMatchObject({ event: "result", attempt: 0, decision: { reason: "result.circuit_open" } });
    expect(notices).toHaveLength(2);
    gate.replaceContracts([twice]);
    expect(await gate.callTool(ASK, good)).toMatchObject({ reason: "result.circuit_open" });
    expect(gate.status().circuits).toEqual([{ tool: "ci.run_status", version: "3", digest: twice.digest, in_a_row: 2, open: true }]);
    gate.replaceContracts([other]);
    expect((await gate.callTool(ASK, good)).outcome).toBe("success");
  });

  test("counts in a row, and only what a mended adapter would not do", async () => {
    const { gate } = played({}, [twice]);
    for (const step of [drifted, good, drifted, down, garbled, busy]) await gate.callTool(ASK, step as Execute);
    expect(gate.status().circuits[0]).toMatchObject({ in_a_row: 1, open: false });
  });

  test("does not count what one request or one record can bring about", async () => {
    const { gate, notices } = played({}, [twice]);
    const steps: readonly Step[] = [
      (call) => json(envelopeFor(call, { ...DATA, project_id: "copperhead" })),
      (call) => json(envelopeFor(call, { ...DATA, run_id: "run_999999999999" })),
      (call) => json(envelopeFor(call, { ...DATA, observed_at: "2026-10-01T13:00:00Z" })),
      (call) => json(envelopeFor(call, { ...DATA, note: "a\u202eb" })),
      (call) => json({ ...envelopeFor(call), request_id: "req_00000099" }),
      () => json(" ".repeat(5000)),
      (call) => json(envelopeFor(call, { ...DATA, labels: Array(11).fill("x") })),
      () => json("[".repeat(7) + "]".repeat(7)),
      (call) => failing(call, "BAD_ARGUMENT"),
    ];
    for (const step of steps) expect(await gate.callTool(ASK, step as Execute)).toMatchObject({ failure_class: "mismatch", attempts: 1 });
    expect(notices.map(({ reason, in_a_row }) => [reason, in_a_row])).toEqual([
      ["result.bind", 0],
      ["result.belongs", 0],
      ["result.future", 0],
      ["result.text", 0],
      ["result.request_id", 0],
      ["limit.bytes", 0],
      ["limit.items", 0],
      ["limit.depth", 0],
      ["result.error_unknown", 0],
    ]);
  });

  test("is not closed by an answer that was under way when it opened", async () => {
    const { gate } = played({}, [twice]);
    let give: (answer: unknown) => void = () => {};
    const slow = gate.callTool(
      ASK,
      ((call: ToolCall) =>
        new Promise((resolve) => {
          give = () => resolve(good(call));
        })) as Execute,
    );
    await gate.callTool(ASK, drifted as Execute);
    await gate.callTool(ASK, drifted as Execute);
    give(undefined);
    expect((await slow).outcome).toBe("success");
    expect(gate.status().circuits[0]).toMatchObject({ open: true });
  });

  test("takes five where the contract does not say", async () => {
    const { gate } = played();
    for (let count = 0; count < 5; count += 1) expect(await gate.callTool(ASK, drifted as Execute)).toMatchObject({ attempts: 1 });
    expect(await gate.callTool(ASK, drifted as Execute)).toMatchObject({ attempts: 0 });
  });
});

describe("versions", () => {
  const now = Date.UTC(2026, 9, 1, 12);
  const at = (ms: number) => new Date(ms).toISOString();

  test("stand side by side: the one that ends first is in use, until it has", async () => {
    const [next, old] = [await contractOf({ version: "2" }), await contractOf({ version: "1", ends: at(now + 1) })];
    const { gate, clock, records } = played({}, [next, old]);
    expect((await gate.callTool(ASK, good)).facts.contract.version).toBe("1");
    expect((await gate.callTool(ASK, good, { contract: "2" })).facts.contract.version).toBe("2");
    clock.stall(1);
    expect((await gate.callTool(ASK, good)).facts.contract.version).toBe("2");
    const execute = vi.fn(good);
    const ended = await gate.callTool(ASK, execute, { contract: "1" });
    expect(ended).toMatchObject({ reason: "result.contract_ended", failure_class: "ours", attempts: 0 });
    expect(execute).not.toHaveBeenCalled();
    expect(records).toHaveLength(4);
  });

  test("are told apart by a clock that knows parts of a millisecond", async () => {
    const { gate, clock } = played({}, [await contractOf({ ends: at(now + 1) })]);
    clock.wall += 0.5;
    expect((await gate.callTool(ASK, good)).outcome).toBe("success");
    clock.wall += 0.5;
    expect(await gate.callTool(ASK, good)).toMatchObject({ reason: "result.contract_ended" });
  });

  test("of which all have ended give no results", async () => {
    const { gate, clock } = played({}, [
      await contractOf({ version: "2", ends: at(now + 2) }),
      await contractOf({ version: "1", ends: at(now + 1) }),
    ]);
    clock.stall(2);
    expect(await gate.callTool(ASK, good)).toMatchObject({ reason: "result.contract_ended", facts: { contract: { version: "2" } } });
  });
});

test("an observer that throws or rejects changes nothing and is counted", async () => {
  for (const onInvalid of [
    () => {
      throw new Error();
    },
    () => Promise.reject(new Error()),
  ]) {
    const { gate } = played({ onInvalid });
    expect((await gate.callTool(ASK, drifted as Execute)).agent).toEqual(invalidFor());
    await settled();
    expect(gate.status().observerErrors).toBe(1);
  }
});
