import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { ConsumeRequest } from "../../../src/gate/ledger.js";
import { createMemoryLedger } from "../../../src/gate/memory-ledger.js";
import { ledgerContract } from "./ledger-contract.js";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const T0 = Date.UTC(2026, 9, 1, 12);

function request(ids: readonly string[], options: { nonce?: string; now?: number; expiresAt?: number } = {}): ConsumeRequest {
  const { nonce = null, now = T0, expiresAt = T0 + HOUR } = options;
  return {
    attestations: ids.map((id) => ({ id: createHash("sha256").update(id).digest("hex"), expiresAt })),
    nonce,
    budgets: [],
    head: null,
    now,
  };
}

const outcomes = async (ledger: ReturnType<typeof createMemoryLedger>, ...requests: ConsumeRequest[]) => {
  const seen: string[] = [];
  for (const each of requests) seen.push((await ledger.consume(each)).outcome);
  return seen;
};

describe("one use", () => {
  test("an attestation is consumed once, another is another", async () => {
    const ledger = createMemoryLedger();
    expect(await outcomes(ledger, request(["a"]), request(["a"]), request(["b"]))).toEqual(["consumed", "already_used", "consumed"]);
  });

  test("a nonce is consumed once, whatever attestation names it", async () => {
    const ledger = createMemoryLedger();
    const first = request(["a"], { nonce: "n1" });
    expect(await outcomes(ledger, first, request(["b"], { nonce: "n1" }), request(["c"], { nonce: "n2" }))).toEqual([
      "consumed",
      "already_used",
      "consumed",
    ]);
  });

  test("a nonce and an attestation of one name are two things", async () => {
    const ledger = createMemoryLedger();
    expect(await outcomes(ledger, request(["same"]), request(["other"], { nonce: "same" }))).toEqual(["consumed", "consumed"]);
  });

  test("all or none: a request with one used attestation consumes nothing", async () => {
    const ledger = createMemoryLedger();
    expect(
      await outcomes(ledger, request(["a"]), request(["b", "a"], { nonce: "n" }), request(["b"]), request(["c"], { nonce: "n" })),
    ).toEqual(["consumed", "already_used", "consumed", "consumed"]);
  });

  test("one attestation carried twice in one proposal is one use", async () => {
    expect(await outcomes(createMemoryLedger(), request(["a", "a"]), request(["a"]))).toEqual(["consumed", "already_used"]);
  });

  test("of 50 at once exactly one is consumed", async () => {
    const ledger = createMemoryLedger();
    const all = await Promise.all(Array.from({ length: 50 }, () => ledger.consume(request(["a"], { nonce: "n" }))));
    expect(all.filter(({ outcome }) => outcome === "consumed")).toHaveLength(1);
    expect(all.filter(({ outcome }) => outcome === "already_used")).toHaveLength(49);
  });
});

describe("time", () => {
  test("a row holds until 24 h past the attestation's end, and is not missed one millisecond before", async () => {
    const ledger = createMemoryLedger();
    const later = (now: number) => request(["x"], { nonce: "n", now, expiresAt: now + HOUR });
    expect(await outcomes(ledger, request(["a"], { nonce: "n" }), later(T0 + HOUR + DAY - 1), later(T0 + HOUR + DAY))).toEqual([
      "consumed",
      "already_used",
      "consumed",
    ]);
  });

  test("an attestation's own row holds as long, and past it nothing can be said", async () => {
    const ledger = createMemoryLedger();
    const again = (now: number) => request(["a"], { now });
    const end = T0 + HOUR + DAY;
    expect(await outcomes(ledger, request(["a"]), again(end - 1), again(end))).toEqual(["consumed", "already_used", "clock_skew"]);
  });

  test("a clock that ran back by more than a day cannot bring a dropped use back", async () => {
    const ledger = createMemoryLedger();
    const old = request(["a"]);
    const future = T0 + HOUR + DAY;
    expect(await outcomes(ledger, old, request(["b"], { now: future, expiresAt: future + HOUR }), old)).toEqual([
      "consumed",
      "consumed",
      "clock_skew",
    ]);
  });

  test("a time that is not a number is no answer", async () => {
    await expect(createMemoryLedger().consume(request(["a"], { now: Number.NaN }))).rejects.toThrow();
  });
});

describe("memory", () => {
  test("ended rows make room without a timer: many more uses than rows pass in sequence", async () => {
    const ledger = createMemoryLedger({ maxRows: 100 });
    // Each lives a minute and is kept a day, so some 97 are alive at any time with one every 15 minutes.
    for (let use = 0; use < 2000; use += 1) {
      const now = T0 + use * 15 * 60_000;
      expect((await ledger.consume(request([`a${use}`], { now, expiresAt: now + 60_000 }))).outcome).toBe("consumed");
    }
  });

  test("ended rows go even while the oldest rows live on", async () => {
    const ledger = createMemoryLedger({ maxRows: 6500 });
    for (let use = 0; use < 3000; use += 1) await ledger.consume(request([`old${use}`], { expiresAt: T0 + 100_000 * DAY }));
    for (let use = 0; use < 10_000; use += 1) {
      const now = T0 + use * 2 * DAY;
      expect((await ledger.consume(request([`a${use}`], { now, expiresAt: now + HOUR }))).outcome).toBe("consumed");
    }
    expect(await outcomes(ledger, request(["old0"], { expiresAt: T0 + 100_000 * DAY }))).toEqual(["already_used"]);
  });

  test("a full ledger says nothing rather than forget, and still knows what it holds", async () => {
    const ledger = createMemoryLedger({ maxRows: 2 });
    expect(await outcomes(ledger, request(["a"]), request(["b"]))).toEqual(["consumed", "consumed"]);
    await expect(ledger.consume(request(["c"]))).rejects.toThrow("full");
    expect(await outcomes(ledger, request(["a"]))).toEqual(["already_used"]);
    const later = T0 + HOUR + DAY;
    expect(await outcomes(ledger, request(["c"], { now: later, expiresAt: later + HOUR }))).toEqual(["consumed"]);
  });

  test.each([0, -1, 1.5, Number.NaN, "9"])("maxRows %j is misuse", (maxRows) => {
    expect(() => createMemoryLedger({ maxRows: maxRows as number })).toThrow(TypeError);
  });
});

describe("options", () => {
  test.each([[{ maxRow: 10 }], [null], ["9"], [{ maxRows: null }]])("%j is misuse", (options) => {
    expect(() => createMemoryLedger(options as never)).toThrow(TypeError);
  });

  test("are own members alone", async () => {
    const prototype = Object.prototype as unknown as Record<string, unknown>;
    prototype.maxRows = 1;
    try {
      const ledger = createMemoryLedger({});
      expect(await outcomes(ledger, request(["a"]), request(["b"]))).toEqual(["consumed", "consumed"]);
    } finally {
      delete prototype.maxRows;
    }
  });
});

test("a closed ledger consumes nothing", async () => {
  const ledger = createMemoryLedger();
  await ledger.close();
  await expect(ledger.consume(request(["a"]))).rejects.toThrow("closed");
});

ledgerContract("memory", async () => ({
  open: async () => createMemoryLedger(),
  setTime: null,
  persistent: false,
  countRows: null,
  end: async () => {},
}));
