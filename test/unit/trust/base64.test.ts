import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeBase64, decodeKey, decodeSignature, encodeBase64 } from "../../../src/trust/base64.js";

const bytes = (...values: number[]) => Uint8Array.from(values);

describe("decodeBase64", () => {
  it.each([
    // RFC 4648 section 10
    ["", ""],
    ["Zg==", "f"],
    ["Zm8=", "fo"],
    ["Zm9v", "foo"],
    ["Zm9vYg==", "foob"],
    ["Zm9vYmE=", "fooba"],
    ["Zm9vYmFy", "foobar"],
  ])("reads %j", (text, plain) => {
    expect(decodeBase64(text)).toEqual(new TextEncoder().encode(plain));
    expect(encodeBase64(new TextEncoder().encode(plain))).toBe(text);
  });

  it.each([
    ["no padding", "Zg"],
    ["one = where two belong", "Zg="],
    ["padding alone", "===="],
    ["three =", "Z==="],
    ["padding inside", "Zg==Zg=="],
    ["bytes after the padding", "Zg==AAAA"],
    ["unused bits of two characters", "Zh=="],
    ["unused bits of three characters", "Zm9="],
    ["a space", "Zm9 Ym=="],
    ["leading space", " Zm9v"],
    ["a newline", "Zm9v\n"],
    ["a newline inside", "Zm\n9"],
    ["URL alphabet, -", "Zm-v"],
    ["URL alphabet, _", "Zm_v"],
    ["junk", "Zm!*"],
    ["beyond ASCII", "Zm\u00e9v"],
    ["a character whose low byte is a digit", "Zm\u0141v"],
    ["a full-width character", "Zm\uff21v"],
  ])("refuses %s", (_, text) => {
    expect(decodeBase64(text)).toBeNull();
  });

  it("agrees with an independent decoder on every text that re-encodes to itself, and refuses the others", () => {
    const text = fc.string({ unit: fc.constantFrom(..."ABZaz09+/=-_ \n"), maxLength: 12 });
    fc.assert(
      fc.property(text, (candidate) => {
        const lenient = Buffer.from(candidate, "base64");
        const decoded = decodeBase64(candidate);
        if (lenient.toString("base64") === candidate) expect(decoded).toEqual(new Uint8Array(lenient));
        else expect(decoded).toBeNull();
      }),
      { numRuns: 5000, seed: 1 },
    );
  });

  it("encodes as an independent encoder does", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 70 }), (data) => {
        expect(encodeBase64(data)).toBe(Buffer.from(data).toString("base64"));
        expect(decodeBase64(encodeBase64(data))).toEqual(data);
      }),
    );
  });
});

describe("decodeSignature and decodeKey", () => {
  it("take exactly 64 and exactly 32 bytes", () => {
    for (let length = 0; length <= 70; length += 1) {
      const text = encodeBase64(new Uint8Array(length).fill(7));
      expect(decodeSignature(text)?.length ?? null).toBe(length === 64 ? 64 : null);
      expect(decodeKey(text)?.length ?? null).toBe(length === 32 ? 32 : null);
    }
  });

  it("refuse the unused bits that a lenient decoder drops", () => {
    expect(decodeSignature(`${"A".repeat(85)}A==`)).toEqual(new Uint8Array(64));
    expect(decodeSignature(`${"A".repeat(85)}B==`)).toBeNull();
    expect(decodeKey(`${"A".repeat(43)}=`)).toEqual(new Uint8Array(32));
    expect(decodeKey(`${"A".repeat(42)}B=`)).toBeNull();
  });

  it("give bytes of their own", () => {
    expect(decodeBase64("AQID")).toEqual(bytes(1, 2, 3));
  });
});
