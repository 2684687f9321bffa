import { describe, expect, it } from "vitest";
import { verifyEd25519 } from "../../src/trust/ed25519.js";
import { verifyEd25519 as verifyPortable } from "../../src/trust/ed25519-portable.js";
import { hasThirdParty, readThirdParty } from "./shared-folder.js";

interface Suite {
  readonly numberOfTests: number;
  readonly testGroups: readonly {
    readonly publicKey: { readonly pk: string };
    readonly tests: readonly { readonly tcId: number; readonly msg: string; readonly sig: string; readonly result: "valid" | "invalid" }[];
  }[];
}

const FILE = "wycheproof/ed25519_test.json";
const fromHex = (hex: string) => Uint8Array.from(Buffer.from(hex, "hex"));

describe.skipIf(!hasThirdParty(FILE))("C2SP Wycheproof ed25519", () => {
  it("gives every verdict as stated, on both engines", () => {
    const suite = readThirdParty<Suite>(FILE);
    let seen = 0;
    const wrong: number[] = [];
    for (const { publicKey, tests } of suite.testGroups) {
      for (const { tcId, msg, sig, result } of tests) {
        seen += 1;
        const args = [fromHex(publicKey.pk), fromHex(msg), fromHex(sig)] as const;
        const expected = result === "valid";
        if (verifyEd25519(...args) !== expected || verifyPortable(...args) !== expected) wrong.push(tcId);
      }
    }
    expect(seen).toBe(suite.numberOfTests);
    expect(wrong).toEqual([]);
  });
});
