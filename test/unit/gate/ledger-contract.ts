import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ApprovalStore, StoredApproval } from "../../../src/gate/approval-store.js";
import type { ConsumeRequest, Ledger } from "../../../src/gate/ledger.js";
import type { BudgetEntry } from "../../../src/policy/budget.js";
import { APPROVAL_REQUEST_VERSION } from "../../../src/sign/approval-request.js";

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;
export const T0 = Date.UTC(2026, 9, 1, 12);

/** A store as the contract sees it: opened any number of times over the same content, its time set by hand. */
export interface Store {
  open(): Promise<Ledger>;
  /** Null: the store has no time of its own. */
  readonly setTime: ((now: number) => Promise<void>) | null;
  /** What was opened again holds what was held. */
  readonly persistent: boolean;
  /** Rows of uses that the store holds, where they can be counted. */
  readonly countRows: (() => Promise<number>) | null;
  end(): Promise<void>;
}

export const id = (name: string): string => createHash("sha256").update(name).digest("hex");

interface Asked {
  readonly ids?: readonly string[];
  readonly nonce?: string | null;
  readonly now?: number;
  readonly expiresAt?: number;
  readonly budgets?: readonly BudgetEntry[];
  readonly head?: ConsumeRequest["head"];
}

export function request({ ids = [], nonce = null, now = T0, expiresAt = now + HOUR, budgets = [], head = null }: Asked): ConsumeRequest {
  return { attestations: ids.map((name) => ({ id: id(name), expiresAt })), nonce, budgets, head, now };
}

/** 100 an hour unless told otherwise. */
export function budget(rule: string, amount: number, { max = 100, windowSeconds = 3600, key = rule } = {}): BudgetEntry {
  return { rule, key: id(key), amount, max, windowSeconds };
}

function approval(name: string, expiresAt = T0 + HOUR): Omit<StoredApproval, "state" | "evidence"> {
  const nonce = `nonce-${name}`;
  const proposal = {
    protocol: "PIC/1.0",
    intent: 'Pay "INV-204" \u0000 \ud83d\ude00',
    impact: "money",
    provenance: [{ id: "inv-204", trust: "untrusted" }],
    claims: [{ text: "approved", evidence: ["inv-204"] }],
    action: { tool: "payments.transfer", args: { amount_minor: 48_200, note: "' OR 1=1; -- $1" } },
  } as const;
  const attestation = { x_nonce: nonce, issued_at: new Date(T0).toISOString() };
  return {
    request: {
      approval_request: APPROVAL_REQUEST_VERSION,
      code: "0000-0000-0000",
      proposal,
      attestation,
      impact: "money",
      principal: "agent-7",
    },
    nonce,
    action: id(`action-${name}`),
    expiresAt,
  };
}

const entry = (name: string) =>
  ({ id: name, type: "sig", ref: "inline:attestation", payload: "{}", alg: "ed25519", signature: "c2ln", key_id: "k" }) as const;

/** What every ledger must do, whatever keeps it (spec/ledger.md). */
export function ledgerContract(name: string, make: () => Promise<Store>): void {
  describe(`${name}: the ledger's contract`, () => {
    let store: Store;
    let ledger: Ledger;
    beforeEach(async () => {
      store = await make();
      await store.setTime?.(T0);
      ledger = await store.open();
    });
    afterEach(async () => {
      await ledger.close();
      await store.end();
    });

    /** Asks one after the other, the store's time being the request's. */
    async function ask(...asked: Asked[]): Promise<string[]> {
      const seen: string[] = [];
      for (const each of asked) {
        await store.setTime?.(each.now ?? T0);
        const answer = await ledger.consume(request(each));
        seen.push(answer.outcome === "over_budget" ? `over_budget ${answer.rule}` : answer.outcome);
      }
      return seen;
    }

    describe("one use", () => {
      test("an attestation is consumed once, another is another", async () => {
        expect(await ask({ ids: ["a"] }, { ids: ["a"] }, { ids: ["b"] })).toEqual(["consumed", "already_used", "consumed"]);
      });

      test("a nonce is consumed once, whatever attestation names it", async () => {
        const asked = [{ ids: ["a"], nonce: "n1" }, { ids: ["b"], nonce: "n1" }, { ids: ["c"], nonce: "n2" }, { nonce: "n2" }];
        expect(await ask(...asked)).toEqual(["consumed", "already_used", "consumed", "already_used"]);
      });

      test("a nonce and an attestation of one name are two things", async () => {
        expect(await ask({ ids: ["same"] }, { nonce: "same" }, { nonce: id("same") })).toEqual(["consumed", "consumed", "consumed"]);
      });

      test("all or none: one used attestation, or the nonce, and nothing is consumed", async () => {
        const asked = [
          { ids: ["m"], nonce: "used" },
          { ids: ["a", "m", "z"], nonce: "n" },
          { ids: ["b"], nonce: "used" },
        ];
        expect(await ask(...asked)).toEqual(["consumed", "already_used", "already_used"]);
        expect(await ask({ ids: ["a"] }, { ids: ["z"] }, { ids: ["b"] }, { nonce: "n" })).toEqual(Array(4).fill("consumed"));
      });

      test("one attestation carried twice in one proposal is one use", async () => {
        expect(await ask({ ids: ["a", "a"] }, { ids: ["a"] })).toEqual(["consumed", "already_used"]);
      });

      test("of 50 at once exactly one is consumed, over two handles", async () => {
        const other = store.persistent ? await store.open() : ledger;
        const one = request({ ids: ["a"], nonce: "n" });
        const all = await Promise.all(Array.from({ length: 50 }, (_, at) => (at % 2 ? other : ledger).consume(one)));
        if (other !== ledger) await other.close();
        expect(all.filter(({ outcome }) => outcome === "consumed")).toHaveLength(1);
        expect(all.filter(({ outcome }) => outcome === "already_used")).toHaveLength(49);
      });

      test("of 50 at once that want the same two in either order exactly one is consumed", async () => {
        const all = await Promise.all(
          Array.from({ length: 50 }, (_, at) => ledger.consume(request({ ids: at % 2 ? ["a", "b"] : ["b", "a"] }))),
        );
        expect(all.filter(({ outcome }) => outcome === "consumed")).toHaveLength(1);
      });

      test("a request that has nothing to use is consumed", async () => {
        expect(await ask({}, {})).toEqual(["consumed", "consumed"]);
      });
    });

    describe("running limits", () => {
      const spend = (amount: number, now = T0, options = {}) => ({ budgets: [budget("r", amount, options)], now });

      test("a sum holds up to its limit and not beyond", async () => {
        expect(await ask(spend(60), spend(41), spend(40), spend(1), spend(0))).toEqual([
          "consumed",
          "over_budget r",
          "consumed",
          "over_budget r",
          "consumed",
        ]);
      });

      test("under, at and over with one action", async () => {
        const of = (amount: number) => ({ budgets: [budget(`r${amount}`, amount)] });
        expect(await ask(of(99), of(100), of(101))).toEqual(["consumed", "consumed", "over_budget r101"]);
      });

      test("a count", async () => {
        const count = { budgets: [budget("count", 1, { max: 2 })] };
        expect(await ask(count, count, count)).toEqual(["consumed", "consumed", "over_budget count"]);
      });

      test("the window is half open and slides: a use counts until it is exactly a window old", async () => {
        const asked = [
          spend(60),
          spend(40, T0 + 30),
          spend(60, T0 + HOUR - 1),
          spend(60, T0 + HOUR),
          spend(1, T0 + HOUR),
          spend(41, T0 + HOUR + 30),
        ];
        expect(await ask(...asked)).toEqual(["consumed", "consumed", "over_budget r", "consumed", "over_budget r", "over_budget r"]);
        expect(await ask(spend(40, T0 + HOUR + 30), spend(60, T0 + 2 * HOUR))).toEqual(["consumed", "consumed"]);
      });

      test("every use of a window counts, however many there are", async () => {
        for (let at = 0; at < 60; at += 1)
          expect(await ask(spend(1, T0 + at * SECOND, { max: 60, windowSeconds: 60 }))).toEqual(["consumed"]);
        const full = { max: 60, windowSeconds: 60 };
        expect(await ask(spend(1, T0 + 59_999, full), spend(1, T0 + 60_000, full), spend(1, T0 + 60_999, full))).toEqual([
          "over_budget r",
          "consumed",
          "over_budget r",
        ]);
        // Those of seconds 1 to 10 count no more.
        const late = T0 + 70_000;
        expect(await ask(spend(11, late, full), spend(10, late, full), spend(1, late, full))).toEqual([
          "over_budget r",
          "consumed",
          "over_budget r",
        ]);
      });

      test("uses of one millisecond add up among others, and leave the window together", async () => {
        const asked = [spend(10), spend(20, T0 + 1), spend(20, T0 + 1), spend(10, T0 + 2), spend(41, T0 + 3), spend(40, T0 + 3)];
        expect(await ask(...asked)).toEqual(["consumed", "consumed", "consumed", "consumed", "over_budget r", "consumed"]);
        const after = [spend(51, T0 + HOUR + 1), spend(50, T0 + HOUR + 1)];
        expect(await ask(...after)).toEqual(["over_budget r", "consumed"]);
      });

      test("a sum is right after uses of long ago were dropped", async () => {
        const kept = T0 + HOUR + DAY;
        const asked = [spend(100), spend(60, kept), spend(41, kept + 1), spend(40, kept + 1), spend(1, kept + 2)];
        expect(await ask(...asked)).toEqual(["consumed", "consumed", "over_budget r", "consumed", "over_budget r"]);
      });

      test("keys have a total each, and a rule may reach over two windows", async () => {
        const asked = [budget("r", 100, { key: "EUR" }), budget("r", 100, { key: "USD" }), budget("r", 1, { key: "EUR" })];
        expect(await ask(...asked.map((each) => ({ budgets: [each] })))).toEqual(["consumed", "consumed", "over_budget r"]);
      });

      test("the first that does not fit is named, in the request's order, and nothing is spent", async () => {
        const both = (small: number, large: number) => ({ ids: ["a"], nonce: "n", budgets: [budget("z", small), budget("a", large)] });
        expect(await ask({ budgets: [budget("a", 50)] }, both(101, 51), both(100, 51), both(100, 50))).toEqual([
          "consumed",
          "over_budget z",
          "over_budget a",
          "consumed",
        ]);
        expect(await ask({ ids: ["a"] }, { budgets: [budget("z", 1)] })).toEqual(["already_used", "over_budget z"]);
      });

      test("two entries of one key add up", async () => {
        const twice = (amount: number) => ({ budgets: [budget("r", 50), budget("r", amount)] });
        expect(await ask(twice(51), twice(50), { budgets: [budget("r", 1)] })).toEqual(["over_budget r", "consumed", "over_budget r"]);
      });

      test("already used wins over over budget, and spends nothing", async () => {
        expect(await ask({ ids: ["a"] }, { ids: ["a"], budgets: [budget("r", 101)] }, { ids: ["a"], budgets: [budget("r", 100)] })).toEqual(
          ["consumed", "already_used", "already_used"],
        );
        expect(await ask(spend(100))).toEqual(["consumed"]);
      });

      test("a window that the policy makes longer still finds what was spent", async () => {
        expect(await ask(spend(100), spend(100, T0 + HOUR), spend(1, T0 + HOUR, { windowSeconds: 3601 }))).toEqual([
          "consumed",
          "consumed",
          "over_budget r",
        ]);
      });

      test("the largest integers are summed exactly", async () => {
        const max = Number.MAX_SAFE_INTEGER;
        const large = (amount: number, now = T0) => spend(amount, now, { max, windowSeconds: 1 });
        expect(await ask(large(max - 1), large(2), large(1), large(1))).toEqual(["consumed", "over_budget r", "consumed", "over_budget r"]);
        for (let second = 1; second < 20; second += 1) {
          expect(await ask(large(max, T0 + second * SECOND), large(1, T0 + second * SECOND))).toEqual(["consumed", "over_budget r"]);
        }
      });

      test("of 50 at once as many are consumed as fit", async () => {
        const all = await Promise.all(
          Array.from({ length: 50 }, (_, at) => ledger.consume(request({ ids: [`u${at}`], budgets: [budget("r", 9)] }))),
        );
        expect(all.filter(({ outcome }) => outcome === "consumed")).toHaveLength(11);
        expect(all.filter(({ outcome }) => outcome === "over_budget")).toHaveLength(39);
      });

      test("of 50 at once that want two limits in either order none waits for ever", async () => {
        const pair = [budget("x", 10), budget("y", 10)];
        const all = await Promise.all(
          Array.from({ length: 50 }, (_, at) => ledger.consume(request({ budgets: at % 2 ? pair : [...pair].reverse() }))),
        );
        expect(all.filter(({ outcome }) => outcome === "consumed")).toHaveLength(10);
      });
    });

    describe("time", () => {
      test("a nonce's row holds until 24 h past the attestation's end, and not one millisecond less", async () => {
        const later = (now: number) => ({ ids: [`x${now}`], nonce: "n", now });
        expect(await ask({ ids: ["a"], nonce: "n" }, later(T0 + HOUR + DAY - 1), later(T0 + HOUR + DAY))).toEqual([
          "consumed",
          "already_used",
          "consumed",
        ]);
      });

      test("an attestation's own row holds as long, and past it nothing can be said", async () => {
        const again = (now: number) => ({ ids: ["a"], now, expiresAt: T0 + HOUR });
        const end = T0 + HOUR + DAY;
        expect(await ask({ ids: ["a"] }, again(end - 1), again(end))).toEqual(["consumed", "already_used", "clock_skew"]);
      });

      test("a clock that ran back by more than a day cannot bring a dropped use back", async () => {
        const late = T0 + 10 * DAY;
        expect(await ask({ ids: ["a"], nonce: "n", budgets: [budget("r", 100)] })).toEqual(["consumed"]);
        for (let use = 0; use < 8; use += 1) expect(await ask({ ids: [`b${use}`], now: late })).toEqual(["consumed"]);
        const back = { now: T0 + SECOND };
        expect(await ask({ ids: ["a"], expiresAt: T0 + HOUR, ...back })).toEqual(["clock_skew"]);
        expect(await ask({ ids: ["c"], nonce: "n", expiresAt: T0 + 2 * HOUR, ...back })).not.toContain("consumed");
      });

      test("a few steps back of the clock bring back nothing and lose nothing", async () => {
        expect(await ask({ ids: ["a"], budgets: [budget("r", 60)] }, { ids: ["a"], now: T0 - 5 * SECOND })).toEqual([
          "consumed",
          "already_used",
        ]);
        const asked = [
          { budgets: [budget("r", 40)], now: T0 - 5 * SECOND },
          { budgets: [budget("r", 1)], now: T0 - SECOND },
        ];
        expect(await ask(...asked)).toEqual(["consumed", "over_budget r"]);
      });

      test("a gate's clock almost a minute off is judged, a minute off is not, either way", async ({ skip }) => {
        if (store.setTime === null) skip("the store has no time of its own");
        const answers: string[] = [];
        for (const off of [-60_000, -59_999, 59_999, 60_000]) {
          answers.push((await ledger.consume(request({ ids: [`a${off}`], now: T0 + off }))).outcome);
        }
        expect(answers).toEqual(["clock_skew", "consumed", "consumed", "clock_skew"]);
        // What was refused was not used.
        expect(await ask({ ids: ["a60000"] })).toEqual(["consumed"]);
      });

      test("a clock in 1970 is told, and uses nothing", async ({ skip }) => {
        if (store.setTime === null) skip("the store has no time of its own");
        expect((await ledger.consume(request({ ids: ["a"], now: 5 }))).outcome).toBe("clock_skew");
        expect(await ask({ ids: ["a"] })).toEqual(["consumed"]);
      });

      test("ended rows are swept by later uses, a few at a time", async ({ skip }) => {
        const { countRows } = store;
        if (countRows === null) return skip("the store's rows cannot be counted");
        for (let use = 0; use < 40; use += 1) await ledger.consume(request({ ids: [`old${use}`], budgets: [budget(`r${use}`, 1)] }));
        expect(await countRows()).toBe(80);
        for (let use = 0; use < 40; use += 1) expect(await ask({ ids: [`new${use}`], now: T0 + 3 * DAY })).toEqual(["consumed"]);
        expect(await countRows()).toBe(40);
      });
    });

    describe("odd requests", () => {
      test.each<[string, ConsumeRequest]>([
        ["now is NaN", request({ ids: ["a"], now: Number.NaN, expiresAt: T0 })],
        ["now lies before 1970", request({ ids: ["a"], now: -1, expiresAt: T0 })],
        ["an end that is NaN", request({ ids: ["a"], expiresAt: Number.NaN })],
        ["an end beyond all time", request({ ids: ["a"], expiresAt: Number.POSITIVE_INFINITY })],
        ["an id of another form", { ...request({}), attestations: [{ id: "a", expiresAt: T0 + HOUR }] }],
        ["an amount with a fraction", request({ budgets: [budget("r", 1.5)] })],
        ["a negative amount", request({ budgets: [budget("r", -1)] })],
        ["an amount beyond the safe integers", request({ budgets: [budget("r", 2 ** 53, { max: Number.MAX_SAFE_INTEGER })] })],
        ["a limit that is no integer", request({ budgets: [budget("r", 1, { max: Number.POSITIVE_INFINITY })] })],
        ["a window of nothing", request({ budgets: [budget("r", 1, { windowSeconds: 0 })] })],
        ["a window beyond all time", request({ budgets: [budget("r", 1, { windowSeconds: Number.MAX_SAFE_INTEGER })] })],
        ["a budget's key of another form", request({ budgets: [{ ...budget("r", 1), key: "r" }] })],
        ["a head of another form", request({ head: { log: "x", seq: 0, hash: id("h") } })],
        ["a nonce that is no string", request({ nonce: 7 as never })],
      ])("%s: no answer, and nothing is used", async (_, odd) => {
        const whole = { ...odd, attestations: [...odd.attestations, { id: id("z"), expiresAt: T0 + HOUR }] };
        await expect(ledger.consume(whole)).rejects.toThrow();
        expect(await ask({ ids: ["z"] })).toEqual(["consumed"]);
      });
    });

    describe("heads", () => {
      const log = id("log").slice(0, 32);
      const headAt = (seq: number, hash = id(`h${seq}`)) => ({ log, seq, hash });

      test("the latest is kept for each log, and one behind it changes nothing", async () => {
        expect(await ledger.head?.(log)).toBeNull();
        await ask({ ids: ["a"], head: headAt(0) }, { ids: ["b"], head: headAt(7) }, { ids: ["c"], head: headAt(3) });
        await ask({ ids: ["d"], head: headAt(7, id("another")) });
        await ask({ ids: ["e"], head: { log: id("other").slice(0, 32), seq: 1, hash: id("o") } });
        expect(await ledger.head?.(log)).toEqual(headAt(7));
      });

      test("of an action that was refused none is kept", async () => {
        await ask({ ids: ["a"], head: headAt(1) }, { ids: ["a"], head: headAt(2) }, { budgets: [budget("r", 101)], head: headAt(3) });
        expect(await ledger.head?.(log)).toEqual(headAt(1));
      });

      test("parallel heads end at the highest", async () => {
        const all = Array.from({ length: 20 }, (_, seq) => ledger.consume(request({ ids: [`p${seq}`], head: headAt((seq * 7) % 20) })));
        await Promise.all(all);
        expect(await ledger.head?.(log)).toEqual(headAt(19));
      });
    });

    describe("approval requests", () => {
      let approvals: ApprovalStore;
      beforeEach(() => {
        expect(ledger.approvals).toBeDefined();
        approvals = ledger.approvals as ApprovalStore;
      });

      test("one is found by its action, got by its nonce, and is what was opened", async () => {
        const opened = await approvals.open(approval("a"));
        expect(opened).toEqual({ ...approval("a"), state: "pending", evidence: [] });
        expect(await approvals.find(approval("a").action)).toEqual(opened);
        expect(await approvals.get("nonce-a")).toEqual(opened);
        expect([await approvals.find(id("no")), await approvals.get("no")]).toEqual([null, null]);
      });

      test("the one that stands is given back for the same action, whatever the new one says", async () => {
        const first = await approvals.open(approval("a"));
        const second = { ...approval("b"), action: first.action };
        expect(await approvals.open(second)).toEqual(first);
        expect(await approvals.get("nonce-b")).toBeNull();
        await expect(approvals.open({ ...approval("c"), nonce: first.nonce })).rejects.toThrow("nonce");
      });

      test("of 50 opened at once for one action one stands", async () => {
        const all = await Promise.all(Array.from({ length: 50 }, (_, at) => approvals.open({ ...approval(`p${at}`), action: id("same") })));
        expect(new Set(all.map(({ nonce }) => nonce)).size).toBe(1);
        expect(await approvals.list(100)).toHaveLength(1);
      });

      test("are listed oldest first, at most as many as asked for", async () => {
        for (const name of ["c", "a", "b"]) await approvals.open(approval(name));
        expect((await approvals.list(2)).map(({ nonce }) => nonce)).toEqual(["nonce-c", "nonce-a"]);
        expect(await approvals.list(0)).toEqual([]);
        await expect(approvals.list(-1)).rejects.toThrow();
      });

      test("signatures are added in their order, and an entry's id once", async () => {
        await approvals.open(approval("a"));
        const signed = await approvals.sign("nonce-a", entry("inv-204"));
        expect(signed).toEqual({ ...approval("a"), state: "pending", evidence: [entry("inv-204")] });
        expect(await approvals.sign("nonce-a", entry("inv-204"))).toBeNull();
        expect((await approvals.sign("nonce-a", entry("second")))?.evidence.map((each) => each.id)).toEqual(["inv-204", "second"]);
        expect(await approvals.sign("no", entry("x"))).toBeNull();
        expect((await approvals.get("nonce-a"))?.evidence).toHaveLength(2);
      });

      test("of 20 that sign one entry at once one is added; others are all added", async () => {
        await approvals.open(approval("a"));
        const same = await Promise.all(Array.from({ length: 20 }, () => approvals.sign("nonce-a", entry("one"))));
        expect(same.filter((each) => each !== null)).toHaveLength(1);
        await Promise.all(Array.from({ length: 10 }, (_, at) => approvals.sign("nonce-a", entry(`e${at}`))));
        expect((await approvals.get("nonce-a"))?.evidence).toHaveLength(11);
      });

      test("no more signatures than a proposal may hold", async () => {
        await approvals.open(approval("a"));
        for (let at = 0; at < 64; at += 1) await approvals.sign("nonce-a", entry(`e${at}`));
        await expect(approvals.sign("nonce-a", entry("one-more"))).rejects.toThrow();
      });

      test("denied stays denied until its end: it stands, and takes no signature", async () => {
        await approvals.open(approval("a"));
        expect((await approvals.deny("nonce-a"))?.state).toBe("denied");
        expect(await approvals.sign("nonce-a", entry("inv-204"))).toBeNull();
        expect((await approvals.open({ ...approval("b"), action: approval("a").action })).state).toBe("denied");
        expect(await approvals.deny("no")).toBeNull();
      });

      test("what is settled is gone, and the action may be asked for again", async () => {
        await approvals.open(approval("a"));
        await approvals.settle("nonce-a");
        await approvals.settle("nonce-a");
        expect(await approvals.find(approval("a").action)).toBeNull();
        expect((await approvals.open(approval("a"))).state).toBe("pending");
      });

      test("what has ended is gone at its very end, for every question", async () => {
        await approvals.open(approval("a"));
        await approvals.open(approval("later", T0 + 2 * HOUR));
        await ask({ ids: ["tick"], now: T0 + HOUR - 1 });
        expect((await approvals.list(9)).map(({ nonce }) => nonce)).toEqual(["nonce-a", "nonce-later"]);
        await ask({ ids: ["tock"], now: T0 + HOUR });
        expect((await approvals.list(9)).map(({ nonce }) => nonce)).toEqual(["nonce-later"]);
        const { action } = approval("a");
        const seen = [await approvals.find(action), await approvals.get("nonce-a"), await approvals.deny("nonce-a")];
        expect([...seen, await approvals.sign("nonce-a", entry("x"))]).toEqual([null, null, null, null]);
        const again = { ...approval("a2", T0 + 3 * HOUR), action };
        expect((await approvals.open(again)).nonce).toBe("nonce-a2");
      });

      test("one that has ended already is not opened", async () => {
        await ask({ ids: ["tick"], now: T0 + HOUR });
        await expect(approvals.open(approval("a"))).rejects.toThrow("ended");
        await expect(approvals.open({ ...approval("a"), action: "x" })).rejects.toThrow();
      });

      test("no more stand than a store may hold, and an end makes room", async () => {
        for (let at = 0; at < 1000; at += 1) await approvals.open(approval(`n${at}`));
        await expect(approvals.open(approval("over"))).rejects.toThrow("1000");
        expect((await approvals.open(approval("n3"))).nonce).toBe("nonce-n3");
        await ask({ ids: ["tick"], now: T0 + HOUR });
        expect((await approvals.open(approval("over", T0 + 2 * HOUR))).state).toBe("pending");
      });

      test("what is handed out is nobody else's object", async () => {
        const mine = approval("a");
        const opened = await approvals.open(mine);
        (mine.request.attestation as Record<string, unknown>).x_nonce = "changed";
        (opened.request.attestation as Record<string, unknown>).tool = "changed";
        expect((await approvals.get("nonce-a"))?.request).toEqual(approval("a").request);
      });
    });

    describe("closing", () => {
      test("a closed ledger answers nothing, and closes once more in peace", async () => {
        await ledger.close();
        await ledger.close();
        await expect(ledger.consume(request({ ids: ["a"] }))).rejects.toThrow("closed");
        await expect(ledger.head?.("x")).rejects.toThrow("closed");
        await expect(ledger.approvals?.get("x")).rejects.toThrow("closed");
        await expect(ledger.approvals?.open(approval("a"))).rejects.toThrow("closed");
      });

      test("opened again it has forgotten nothing", async ({ skip }) => {
        if (!store.persistent) skip("the store lives as long as its process");
        const log = id("log").slice(0, 32);
        await ask({ ids: ["a"], nonce: "n", budgets: [budget("r", 60)], head: { log, seq: 4, hash: id("h") } });
        await ledger.approvals?.open(approval("a"));
        await ledger.approvals?.sign("nonce-a", entry("inv-204"));
        await ledger.close();
        ledger = await store.open();
        expect(await ask({ ids: ["a"] }, { nonce: "n" }, { budgets: [budget("r", 41)] }, { budgets: [budget("r", 40)] })).toEqual([
          "already_used",
          "already_used",
          "over_budget r",
          "consumed",
        ]);
        expect(await ledger.head?.(log)).toEqual({ log, seq: 4, hash: id("h") });
        expect((await ledger.approvals?.get("nonce-a"))?.evidence).toHaveLength(1);
      });
    });
  });
}
