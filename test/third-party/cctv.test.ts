import { describe, expect, it } from "vitest";
import { verifyEd25519 } from "../../src/trust/ed25519.js";
import { verifyEd25519 as verifyPortable } from "../../src/trust/ed25519-portable.js";
import { hasThirdParty, readThirdParty } from "./shared-folder.js";

interface Case {
  readonly number: number;
  readonly key: string;
  readonly sig: string;
  readonly msg: string;
  readonly flags: readonly string[] | null;
}

const FILE = "cctv/ed25519vectors.json";
const fromHex = (hex: string) => Uint8Array.from(Buffer.from(hex, "hex"));

/** What the suite says of a case that the rule refuses; "low_order_residue" is where only the cofactored equation holds. */
const REFUSED = new Set(["low_order_R", "low_order_A", "non_canonical_R", "non_canonical_A", "low_order_residue"]);

describe.skipIf(!hasThirdParty(FILE))("C2SP CCTV ed25519", () => {
  const cases = hasThirdParty(FILE) ? readThirdParty<readonly Case[]>(FILE) : [];

  it("has its 914 cases", () => {
    expect(cases).toHaveLength(914);
  });

  it("gives one verdict on both engines, the one that the flags and the rule say", () => {
    const wrong = cases.filter(({ key, sig, msg, flags }) => {
      const expected = !(flags ?? []).some((flag) => REFUSED.has(flag));
      const args = [fromHex(key), new TextEncoder().encode(msg), fromHex(sig)] as const;
      return verifyEd25519(...args) !== expected || verifyPortable(...args) !== expected;
    });
    expect(wrong).toEqual([]);
  });

  it("holds cases of both verdicts", () => {
    const accepted = cases.filter(({ flags }) => !(flags ?? []).some((flag) => REFUSED.has(flag)));
    expect(accepted.length).toBeGreaterThan(0);
    expect(accepted.length).toBeLessThan(cases.length);
  });
});
