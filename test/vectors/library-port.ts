import { loadPolicy } from "../../src/compile/index.js";
import { ConfigurationError } from "../../src/decision/configuration-error.js";
import { canonicalize, loadKeyring, parseJson, verifyAction } from "../../src/index.js";
import type { VectorPort } from "../../src/vectors/index.js";

/** The library as it is called by its users. */
export const libraryPort: VectorPort = {
  parse(input, limits) {
    return parseJson(input, limits);
  },
  canonicalize(input, limits) {
    const value = parseJson(input, limits);
    if (!value.ok) return value;
    const bytes = canonicalize(value.value);
    return bytes.ok ? { ok: true, bytes: bytes.value } : bytes;
  },
  async decide({ id: _, input, keyring, policy, ...options }) {
    try {
      return verifyAction(input, { ...options, keyring: loadKeyring(keyring), policy: await loadPolicy(policy) });
    } catch (error) {
      if (error instanceof ConfigurationError) return { error: "configuration", place: error.place ?? null };
      throw error;
    }
  },
};
