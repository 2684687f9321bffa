import { describe, expect, it } from "vitest";
import { createCheckpointer } from "../../../../src/node/audit/create-checkpointer.js";
import { testKey } from "../../../keys/test-only-keys.js";
import { LOG } from "../../../support/audit-lines.js";
import { ManualClock } from "../../../support/manual-clock.js";

const key = testKey("test-receipts");
const turn = () => new Promise(setImmediate);

function start(sign: (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array> = key.sign, every = 3) {
  const clock = new ManualClock();
  const bodies: { covers: { seq: number }; signature: string; key_id: string; signed_at: string }[] = [];
  let seq = 0;
  let asked = 0;
  const checkpointer = createCheckpointer({
    signer: {
      keyId: "notary",
      publicKey: key.publicKey,
      sign: (bytes) => {
        asked += 1;
        return sign(bytes);
      },
    },
    every,
    timeoutMs: 5000,
    clock,
    head: () => ({ log: LOG, seq, hash: "a".repeat(64) }),
    append: async (body) => void bodies.push(JSON.parse(body)),
  });
  const keep = (count: number) => {
    seq += count;
    checkpointer.kept(count);
  };
  return { clock, bodies, checkpointer, keep, asked: () => asked, jump: (to: number) => (seq = to) };
}

describe("checkpoints", () => {
  it("come every so many records and cover the last one", async () => {
    const { bodies, keep, checkpointer } = start();
    keep(2);
    await turn();
    expect(bodies).toEqual([]);
    keep(1);
    await turn();
    keep(3);
    await turn();
    expect(bodies.map(({ covers }) => covers.seq)).toEqual([3, 6]);
    expect(bodies[0]).toMatchObject({ key_id: "notary", signed_at: "2026-10-01T12:00:00Z" });
    expect(checkpointer.status()).toEqual({ covered: { log: LOG, seq: 6, hash: "a".repeat(64) }, skipped: 0, error: null });
  });

  it("come when asked for, unless everything is covered", async () => {
    const { bodies, keep, checkpointer } = start();
    keep(1);
    await checkpointer.now();
    await checkpointer.now();
    expect(bodies.length).toBe(1);
  });

  it("are skipped where the signer hangs, and tried again as many records later", async () => {
    const never = new Promise<Uint8Array>(() => {});
    let hangs = true;
    const { clock, bodies, keep, checkpointer, asked } = start((bytes) => (hangs ? never : key.sign(bytes)));
    keep(3);
    await turn();
    keep(30);
    await turn();
    expect([asked(), bodies]).toEqual([1, []]);
    clock.advance(5000);
    await turn();
    expect(checkpointer.status()).toMatchObject({ covered: null, skipped: 1, error: "the signer gave no signature within 5000 ms" });
    expect(clock.timers).toBe(0);
    hangs = false;
    keep(1);
    await turn();
    expect(bodies.map(({ covers }) => covers.seq)).toEqual([34]);
    expect(checkpointer.status()).toMatchObject({ skipped: 1, error: null });
  });

  it.each([
    ["throws", () => Promise.reject(new Error("no token")), "no token"],
    ["throws no error", () => Promise.reject("x"), "the signer failed"],
    ["gives too few bytes", () => new Uint8Array(63), "the signer must give 64 bytes"],
    ["gives no bytes", () => "x".repeat(64) as never, "the signer must give 64 bytes"],
    ["signs something else", () => key.sign(new Uint8Array(1)), "the signature does not verify under the signer's public key"],
  ])("are skipped where the signer %s", async (_, sign, error) => {
    const { bodies, keep, checkpointer } = start(sign);
    keep(3);
    await turn();
    expect([bodies, checkpointer.status()]).toEqual([[], { covered: null, skipped: 1, error }]);
  });

  it("are tried again when asked for, or as many records later, and not before", async () => {
    const { keep, checkpointer, asked } = start(() => new Uint8Array(63));
    keep(3);
    await turn();
    keep(2);
    await turn();
    expect(asked()).toBe(1);
    keep(1);
    await turn();
    expect(asked()).toBe(2);
    await checkpointer.now();
    expect(asked()).toBe(3);
  });

  it("are skipped where the signature comes too many records late", async () => {
    let answer = () => {};
    const { bodies, keep, checkpointer, jump } = start(
      (bytes) =>
        new Promise((resolve) => {
          answer = () => resolve(key.sign(bytes));
        }),
    );
    keep(3);
    await turn();
    jump(100_003);
    answer();
    await turn();
    expect(bodies).toEqual([]);
    expect(checkpointer.status()).toMatchObject({ skipped: 1, error: "the signature came too many records late" });
  });
});
