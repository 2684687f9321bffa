import { describe, expect, it } from "vitest";
import { verifyEd25519 } from "../../src/trust/ed25519.js";
import { verifyEd25519 as verifyPortable } from "../../src/trust/ed25519-portable.js";
import { hasThirdParty, readThirdParty } from "./shared-folder.js";

const FILE = "speccheck/cases.json";
const fromHex = (hex: string) => Uint8Array.from(Buffer.from(hex, "hex"));

describe.skipIf(!hasThirdParty(FILE))("ed25519-speccheck", () => {
  it("verifies case 3 alone, on both engines", () => {
    const cases = readThirdParty<readonly { message: string; pub_key: string; signature: string }[]>(FILE);
    for (const verify of [verifyEd25519, verifyPortable]) {
      const verdicts = cases.map(({ message, pub_key, signature }) => verify(fromHex(pub_key), fromHex(message), fromHex(signature)));
      expect(verdicts).toEqual(Array.from({ length: 12 }, (_, n) => n === 3));
    }
  });
});
