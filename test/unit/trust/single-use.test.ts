import { describe, expect, it } from "vitest";
import type { Requirements } from "../../../src/decision/requirements.js";
import type { Keyring } from "../../../src/trust/keyring.js";
import { firstEnd } from "../../../src/trust/single-use.js";
import type { Signed } from "../../../src/trust/verify-evidence.js";

const nanos = (ms: number) => BigInt(ms) * 1_000_000n;
const signed = (keyId: string, end: number | null, raises = true) =>
  ({ raises, keyId, attestation: { expiresAt: end === null ? null : nanos(end) } }) as unknown as Signed;
const KEYRING = {
  keys: new Map([
    ["lasting", { purpose: ["approve"], expiresAt: null }],
    ["ending", { purpose: ["approve"], expiresAt: nanos(50) + 999_999n }],
    ["glass", { purpose: ["break_glass"], expiresAt: null }],
  ]),
} as unknown as Keyring;
const asking = (until: number | null) =>
  ({ breakGlass: until === null ? null : { id: "g", until: nanos(until), maxLifetime: 900 } }) as unknown as Requirements;

describe("firstEnd", () => {
  it.each<[string, readonly Signed[], number | null, number | null]>([
    ["nothing", [], null, null],
    ["an attestation", [signed("lasting", 80)], null, 80],
    ["the first of two", [signed("lasting", 80), signed("lasting", 70)], null, 70],
    ["a key that ends before its attestation, rounded down", [signed("ending", 80)], null, 50],
    ["an attestation that ends before its key", [signed("ending", 40)], null, 40],
    ["what raised nothing", [signed("ending", 10, false), signed("lasting", 80)], null, 80],
    ["a key of break-glass: the time for it", [signed("glass", 80)], 60, 60],
    ["another key where glass may be broken", [signed("lasting", 80)], 60, 80],
  ])("%s", (_title, signatures, glass, end) => {
    expect(firstEnd(signatures, KEYRING, asking(glass))).toBe(end);
  });
});
