import * as crypto from "node:crypto";
import { Point } from "@noble/ed25519";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import * as nodeEngine from "../../../src/node/crypto.js";
import type { CryptoEngine, KeyWeakness } from "../../../src/trust/crypto-port.js";
import * as portableEngine from "../../../src/trust/crypto-portable.js";
import { verifyEd25519 } from "../../../src/trust/ed25519.js";
import { isAcceptableSignature } from "../../../src/trust/ed25519-encoding.js";
import { verifyEd25519 as verifyPortable } from "../../../src/trust/ed25519-portable.js";

const engines: readonly (readonly [string, CryptoEngine])[] = [
  ["node", nodeEngine],
  ["portable", portableEngine],
];
const verifiers = [
  ["node", verifyEd25519],
  ["portable", verifyPortable],
] as const;

const fromHex = (hex: string) => Uint8Array.from(Buffer.from(hex, "hex"));
const L = 2n ** 252n + 27742317777372353535851937790883648493n;
const P = 2n ** 255n - 19n;

const le = (value: bigint) => Uint8Array.from({ length: 32 }, (_, i) => Number((value >> BigInt(8 * i)) & 0xffn));
const int = (bytes: Uint8Array) => bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
const join = (...parts: Uint8Array[]) => Uint8Array.from(Buffer.concat(parts));

// RFC 8032 section 7.1, tests 1 to 3.
const RFC_8032 = [
  {
    key: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
    message: "",
    signature:
      "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
  },
  {
    key: "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
    message: "72",
    signature:
      "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
  },
  {
    key: "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
    message: "af82",
    signature:
      "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
  },
].map(({ key, message, signature }) => ({ key: fromHex(key), message: fromHex(message), signature: fromHex(signature) }));

describe.each(verifiers)("verifyEd25519 (%s)", (_, verify) => {
  const good = RFC_8032[2] as (typeof RFC_8032)[number];

  it.each(RFC_8032)("holds for RFC 8032's own signatures", ({ key, message, signature }) => {
    expect(verify(key, message, signature)).toBe(true);
  });

  it("refuses S + L, the second spelling of one signature", () => {
    const [r, s] = [good.signature.slice(0, 32), int(good.signature.slice(32))];
    expect(verify(good.key, good.message, join(r, le(s)))).toBe(true);
    expect(verify(good.key, good.message, join(r, le(s + L)))).toBe(false);
  });

  it("takes S up to L - 1 and not from L on", () => {
    const { key, sign } = expandedKey("bound");
    const message = Uint8Array.of(3);
    const honest = sign(message, 77n);
    const s = int(honest.slice(32));
    expect(s < L).toBe(true);
    expect(verify(key, message, honest)).toBe(true);
    for (const multiple of [1n, 2n, 8n, 15n]) expect(verify(key, message, join(honest.slice(0, 32), le(s + multiple * L)))).toBe(false);
    expect(verify(key, message, join(honest.slice(0, 32), le(L)))).toBe(false);
    expect(verify(key, message, join(honest.slice(0, 32), le(2n ** 256n - 1n)))).toBe(false);
  });

  it("refuses every length but 32 and 64", () => {
    for (const length of [0, 1, 31, 33, 64]) expect(verify(new Uint8Array(length), good.message, good.signature)).toBe(false);
    for (const length of [0, 32, 63, 65, 128]) expect(verify(good.key, good.message, new Uint8Array(length))).toBe(false);
    expect(verify(good.key, good.message, join(good.signature, Uint8Array.of(0)))).toBe(false);
    expect(verify(join(good.key, Uint8Array.of(0)), good.message, good.signature)).toBe(false);
  });

  it("refuses the constant forgery that an identity key would take for any message", () => {
    const identity = le(1n);
    // S B - h A = 0 - h 0 = identity: plain crypto.verify says yes to this for every message.
    expect(verify(identity, new TextEncoder().encode("pay anyone"), join(identity, le(0n)))).toBe(false);
  });

  it("refuses the all-zero key with the all-zero signature whatever the message", () => {
    for (let n = 0; n < 16; n += 1) expect(verify(new Uint8Array(32), Uint8Array.of(n), new Uint8Array(64))).toBe(false);
  });

  it.each([
    ["identity", "0100000000000000000000000000000000000000000000000000000000000000"],
    ["identity with a sign bit", "0100000000000000000000000000000000000000000000000000000000000080"],
    ["y = p + 1, identity again", "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"],
    ["order 2", "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"],
    ["order 2 with a sign bit", "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"],
    ["order 4", "0000000000000000000000000000000000000000000000000000000000000000"],
    ["order 4 as y = p", "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"],
    ["order 8", "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"],
  ])("refuses what anybody can forge under a key of %s with an honest-looking R", (_, hex) => {
    const key = fromHex(hex);
    const signature = join(Point.BASE.multiply(5n).toBytes(), le(5n));
    // S B - h A = 5 B - h A is R wherever h is a multiple of A's order: one message in eight, or every message.
    for (let n = 0; n < 64; n += 1) expect(verify(key, Uint8Array.of(n), signature)).toBe(false);
  });

  it("refuses a small-order R under an honest key, whose signer chose r = 0", () => {
    const { key, sign } = expandedKey("small-order R");
    const message = Uint8Array.of(1);
    const r0 = sign(message, 0n);
    expect(r0.slice(0, 32)).toEqual(le(1n));
    expect(verify(key, message, r0)).toBe(false);
    expect(verify(key, message, sign(message, 1n))).toBe(true);
  });

  it("refuses R of order 8 and mixed-order R where only the cofactored equation holds", () => {
    const { key, sign } = expandedKey("torsion");
    const torsion = Point.fromBytes(fromHex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"));
    const message = Uint8Array.of(2);
    expect(verify(key, message, sign(message, 12345n))).toBe(true);
    expect(verify(key, message, sign(message, 12345n, torsion))).toBe(false);
    expect(verify(key, message, sign(message, 0n, torsion))).toBe(false);
  });

  it("reads a mixed-order key by the cofactorless equation, as far as h is divisible by 8", () => {
    const { key, sign } = mixedOrderKey();
    const verdicts = Array.from({ length: 64 }, (_, n) => {
      const { signature, h } = sign(Uint8Array.of(n));
      return { holds: verify(key, Uint8Array.of(n), signature), expected: h % 8n === 0n };
    });
    expect(verdicts.map(({ holds }) => holds)).toEqual(verdicts.map(({ expected }) => expected));
    expect(verdicts.some(({ holds }) => holds)).toBe(true);
  });

  it("throws TypeError for anything that is not a Uint8Array, and for nothing else", () => {
    const { key, message, signature } = good;
    for (const bad of [
      null,
      undefined,
      "00",
      [],
      {},
      1,
      new Uint16Array(32),
      new ArrayBuffer(32),
      new DataView(new ArrayBuffer(32)),
      new Proxy(key, {}),
      Object.create(Uint8Array.prototype),
    ]) {
      expect(() => verify(bad as never, message, signature)).toThrow(TypeError);
      expect(() => verify(key, bad as never, signature)).toThrow(TypeError);
      expect(() => verify(key, message, bad as never)).toThrow(TypeError);
    }
    expect(verify(Buffer.from(key), Buffer.from(message), Buffer.from(signature))).toBe(true);
  });

  it("reads the bytes themselves, not what a subclass says of them", () => {
    class Liar extends Uint8Array {
      override get length(): number {
        return 64;
      }
    }
    expect(verify(good.key, good.message, new Liar(join(good.signature, new Uint8Array(8))))).toBe(false);
    class Empty extends Uint8Array {
      override get length(): number {
        return 0;
      }
    }
    // RFC 8032's first signature is over no bytes at all.
    const { key, signature } = RFC_8032[0] as (typeof RFC_8032)[number];
    expect(verify(key, new Empty([1, 2, 3]), signature)).toBe(false);
  });
});

describe("the conditions on bytes", () => {
  const r = Point.BASE.multiply(5n).toBytes();

  it("hold for S below L and not from L on", () => {
    for (const [s, expected] of [
      [0n, true],
      [L - 1n, true],
      [L, false],
      [L + 1n, false],
      [2n ** 253n, false],
    ] as const) {
      expect(isAcceptableSignature(join(r, le(s)))).toBe(expected);
    }
  });

  it("refuse every R that is not canonical or of small order, whatever the equation would say", () => {
    for (const hex of [
      "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
      "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
      "f1ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
      "0100000000000000000000000000000000000000000000000000000000000080",
      "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
      "0100000000000000000000000000000000000000000000000000000000000000",
      "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
    ]) {
      expect(isAcceptableSignature(join(fromHex(hex), le(1n)))).toBe(false);
    }
    expect(isAcceptableSignature(join(r, le(1n)))).toBe(true);
  });
});

describe("engines", () => {
  it.each(engines)("%s: SHA-256 of FIPS 180-4's examples, from bytes and from text", (_, engine) => {
    const abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    expect(engine.sha256("abc")).toBe(abc);
    expect(engine.sha256(Uint8Array.of(0x61, 0x62, 0x63))).toBe(abc);
    expect(engine.sha256("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    expect(engine.sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")).toBe(
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
    );
    expect(engine.sha256("\u20ac")).toBe(
      crypto
        .createHash("sha256")
        .update(Uint8Array.of(0xe2, 0x82, 0xac))
        .digest("hex"),
    );
  });

  const WEAK: readonly (readonly [string, string, KeyWeakness | null])[] = [
    ["a good key", "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", null],
    ["identity", "0100000000000000000000000000000000000000000000000000000000000000", "small-order"],
    ["order 2", "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f", "small-order"],
    ["order 4", "0000000000000000000000000000000000000000000000000000000000000000", "small-order"],
    ["order 4, sign", "0000000000000000000000000000000000000000000000000000000000000080", "small-order"],
    ["order 8 a", "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05", "small-order"],
    ["order 8 a, sign", "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85", "small-order"],
    ["order 8 b", "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a", "small-order"],
    ["order 8 b, sign", "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa", "small-order"],
    ["identity with a sign bit", "0100000000000000000000000000000000000000000000000000000000000080", "not-canonical"],
    ["order 2 with a sign bit", "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff", "not-canonical"],
    ["y = p", "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f", "not-canonical"],
    ["y = p with a sign bit", "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff", "not-canonical"],
    ["y = p + 1", "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f", "not-canonical"],
    ["y = 2^255 - 1", "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f", "not-canonical"],
    ["all ones", "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff", "not-canonical"],
    ["y = 2, which no point has", "0200000000000000000000000000000000000000000000000000000000000000", "not-on-curve"],
    ["31 bytes", "00".repeat(31), "length"],
    ["33 bytes", "00".repeat(33), "length"],
    ["nothing", "", "length"],
  ];
  it.each(WEAK)("weakness of %s", (_, hex, expected) => {
    for (const [, engine] of engines) expect(engine.weakness(fromHex(hex))).toBe(expected);
  });

  it.each(WEAK.filter(([, , expected]) => expected !== null))("%s: imported, and verifies nothing", (_, hex) => {
    for (const [, engine] of engines) {
      const key = engine.importKey(fromHex(hex));
      expect(key.hex).toBe(hex);
      for (const r of ["01", "00"]) expect(engine.verify(key, new Uint8Array(3), fromHex(`${r}${"00".repeat(63)}`))).toBe(false);
    }
  });

  it("weakness agrees with point decoding of noble on any 32 bytes, and near p", () => {
    const near = fc.integer({ min: -40, max: 18 }).map((n) => le(P + BigInt(n)));
    const low = fc.integer({ min: 0, max: 40 }).map((n) => le(BigInt(n)));
    const any = fc.uint8Array({ minLength: 32, maxLength: 32 });
    const signed = fc.tuple(fc.oneof(any, near, low), fc.boolean()).map(([bytes, sign]) => {
      const copy = Uint8Array.from(bytes);
      if (sign) copy[31] = (copy[31] as number) | 0x80;
      return copy;
    });
    fc.assert(
      fc.property(signed, (raw) => {
        let usable = false;
        try {
          usable = !Point.fromBytes(raw).isSmallOrder();
        } catch {}
        expect(nodeEngine.weakness(raw) === null).toBe(usable);
      }),
      { numRuns: 400 },
    );
  });

  it.each(engines)("%s: importKey keeps bytes of its own, and verify wants a key from it", (_, engine) => {
    const { key, message, signature } = RFC_8032[0] as (typeof RFC_8032)[number];
    const raw = Uint8Array.from(key);
    const imported = engine.importKey(raw);
    raw.fill(0);
    expect(engine.verify(imported, message, signature)).toBe(true);
    expect(imported.raw).toEqual(key);
    expect(() => engine.verify({ raw: key, hex: imported.hex }, message, signature)).toThrow(TypeError);
  });
});

describe("one flipped bit", () => {
  it("of signature, message or key never verifies, on either engine", () => {
    const { privateKey, publicKey } = crypto.generateKeyPairSync("ed25519");
    const key = Uint8Array.from(publicKey.export({ format: "der", type: "spki" }).subarray(12));
    const message = fc.uint8Array({ minLength: 1, maxLength: 80 });
    fc.assert(
      fc.property(message, fc.nat(), fc.constantFrom(0, 1, 2), (text, at, which) => {
        const parts = [key, text, Uint8Array.from(crypto.sign(null, text, privateKey))] as const;
        for (const [, verify] of verifiers) expect(verify(...parts)).toBe(true);
        const flipped = parts.map((part) => Uint8Array.from(part)) as [Uint8Array, Uint8Array, Uint8Array];
        const target = flipped[which];
        const bit = at % (target.length * 8);
        target[bit >> 3] = (target[bit >> 3] as number) ^ (1 << (bit & 7));
        for (const [, verify] of verifiers) expect(verify(...flipped)).toBe(false);
      }),
      { numRuns: 150 },
    );
  });
});

/** A key whose secret scalar we hold, so that a signature can be made with any nonce r and any torsion added to R. */
function expandedKey(label: string) {
  const digest = crypto.createHash("sha512").update(label).digest();
  const a = int(Uint8Array.from(digest.subarray(0, 32))) % L;
  const key = Point.BASE.multiply(a).toBytes();
  const sign = (message: Uint8Array, r: bigint, torsion: Point = Point.ZERO) => {
    const R = Point.BASE.multiplyUnsafe(r).add(torsion).toBytes();
    return join(R, le((r + challenge(R, key, message) * a) % L));
  };
  return { key, sign };
}

/** A = a B + T with T of order 8: S B - h A = R - (h mod 8) T. */
function mixedOrderKey() {
  const torsion = Point.fromBytes(fromHex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"));
  const a = 987654321987654321n;
  const key = Point.BASE.multiply(a).add(torsion).toBytes();
  const sign = (message: Uint8Array) => {
    const r = 4242424242n + BigInt(message[0] as number);
    const R = Point.BASE.multiply(r).toBytes();
    const h = challenge(R, key, message);
    return { signature: join(R, le((r + h * a) % L)), h };
  };
  return { key, sign };
}

function challenge(R: Uint8Array, key: Uint8Array, message: Uint8Array): bigint {
  return int(Uint8Array.from(crypto.createHash("sha512").update(R).update(key).update(message).digest())) % L;
}

describe("a key that was imported", () => {
  const good = RFC_8032[2] as (typeof RFC_8032)[number];

  it.each(engines)("verifies by its own bytes, whatever is written to `raw` (%s)", (_, engine) => {
    const key = engine.importKey(good.key);
    key.raw.fill(1);
    expect(engine.verify(key, good.message, good.signature)).toBe(true);
  });

  it("is decoded by the portable engine when it is first used, once", () => {
    const decode = vi.spyOn(Point, "fromBytes");
    try {
      const key = portableEngine.importKey(good.key);
      expect(decode).not.toHaveBeenCalled();
      for (let use = 0; use < 3; use += 1) expect(portableEngine.verify(key, good.message, good.signature)).toBe(true);
      expect(decode).toHaveBeenCalledTimes(1);
    } finally {
      decode.mockRestore();
    }
  });

  // What the runtime's own functions look for in the options that they are given.
  it.each(["padding", "saltLength", "dsaEncoding", "encoding", "passphrase", "format", "type", "cipher", "d", "oaepHash", "outputLength"])(
    "verifies while Object.prototype holds %s",
    (name) => {
      const prototype = Object.prototype as unknown as Record<string, unknown>;
      const before = nodeEngine.importKey(good.key);
      const bad = Uint8Array.from(good.signature, (byte, i) => (i === 33 ? byte ^ 1 : byte));
      for (const value of ["polluted", 7, {}, null]) {
        let seen: unknown;
        prototype[name] = value;
        try {
          const after = nodeEngine.importKey(good.key);
          seen = [before, after].flatMap((key) => [
            nodeEngine.verify(key, good.message, good.signature),
            nodeEngine.verify(key, good.message, bad),
          ]);
        } catch (error) {
          seen = error;
        } finally {
          delete prototype[name];
        }
        expect(seen).toEqual([true, false, true, false]);
      }
    },
  );
});
