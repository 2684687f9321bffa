import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ConfigurationError } from "../../src/decision/configuration-error.js";
import { encodeBase64 } from "../../src/trust/base64.js";
import { keyState } from "../../src/trust/key-state.js";
import { loadKeyring } from "../../src/trust/load-keyring.js";
import { testKey } from "../keys/test-only-keys.js";

const keys = Array.from({ length: 4 }, (_, n) => encodeBase64(testKey(`property-${n}`).publicKey));
const id = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._:@/-]{0,8}$/);
const member = fc.constantFrom(
  "public_key",
  "purpose",
  "tools",
  "impacts",
  "audiences",
  "roles",
  "owner",
  "not_before",
  "expires_at",
  "revoked",
  "x",
);
const value = fc.oneof(fc.constantFrom(...keys), fc.jsonValue({ maxDepth: 3 }), fc.constant(["*"]), fc.constant("2026-10-01T12:00:00Z"));
const entry = fc.oneof(fc.constantFrom(...keys), fc.dictionary(member, value), value);
const file = fc.oneof(
  fc.jsonValue(),
  fc.dictionary(fc.oneof(id, fc.string()), entry),
  fc.record({ trusted_keys: fc.dictionary(id, entry), revoked_keys: fc.array(fc.oneof(id, fc.string())) }),
);

/** Loads, or says why not; anything but those two fails the property. */
function load(input: Uint8Array | string | object) {
  try {
    return loadKeyring(input);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigurationError);
    expect((error as ConfigurationError).place).toBeTypeOf("string");
    return null;
  }
}

describe("loadKeyring", () => {
  it("loads or refuses, whatever the file: JSON of any shape, and bytes", () => {
    fc.assert(
      fc.property(file, fc.uint8Array(), (json, bytes) => {
        load(JSON.stringify(json));
        load(bytes);
      }),
      { numRuns: 1500 },
    );
  });

  it("does not depend on the order of ids or of members", () => {
    const map = fc.dictionary(id, fc.constantFrom(...keys), { minKeys: 1 });
    fc.assert(
      fc.property(map, (trusted_keys) => {
        const reversed = Object.fromEntries(Object.entries(trusted_keys).reverse());
        const [one, two] = [
          load(JSON.stringify({ trusted_keys, revoked_keys: [] })),
          load(JSON.stringify({ revoked_keys: [], trusted_keys: reversed })),
        ];
        expect(one?.digest).toBe(two?.digest);
        expect(new Map([...(one?.keys ?? [])].map(([key, { revoked }]) => [key, revoked]))).toEqual(
          new Map([...(two?.keys ?? [])].map(([key, { revoked }]) => [key, revoked])),
        );
      }),
    );
  });

  it("never makes a key usable by revoking another", () => {
    const map = fc.dictionary(id, fc.constantFrom(...keys), { minKeys: 1, maxKeys: 6 });
    fc.assert(
      fc.property(map, fc.nat(), (trusted_keys, at) => {
        const ids = Object.keys(trusted_keys);
        const revoked = ids[at % ids.length] as string;
        const before = loadKeyring(JSON.stringify({ trusted_keys }));
        const after = loadKeyring(JSON.stringify({ trusted_keys, revoked_keys: [revoked] }));
        for (const one of ids) {
          const state = keyState(after.keys.get(one), after, one, 0n);
          expect(state).toBe(trusted_keys[one] === trusted_keys[revoked] ? "revoked" : keyState(before.keys.get(one), before, one, 0n));
        }
      }),
    );
  });
});
