import { loadContract, loadPolicy } from "../../src/compile/index.js";
import { ConfigurationError } from "../../src/decision/configuration-error.js";
import { canonicalize, loadKeyring, parseJson, verifyAction } from "../../src/index.js";
import { verifyResult } from "../../src/result.js";
import type { VectorPort } from "../../src/vectors/index.js";

/** Loads an operator's file once, however many cases share its text. */
function loadedOnce<T>(load: (file: object) => T): (file: object) => T {
  const loaded = new Map<string, T>();
  return (file) => {
    const text = JSON.stringify(file);
    const known = loaded.get(text);
    if (known !== undefined) return known;
    const value = load(file);
    loaded.set(text, value);
    return value;
  };
}

/** The library as it is called by its users. */
export function libraryPort(): Required<VectorPort> {
  const keyringOf = loadedOnce(loadKeyring);
  const policyOf = loadedOnce(loadPolicy);
  const contractOf = loadedOnce(loadContract);
  return {
    parse(input, limits) {
      return parseJson(input, limits);
    },
    canonicalize(input, limits) {
      const bytes = canonicalize(JSON.parse(new TextDecoder().decode(input)), limits);
      return bytes.ok ? { ok: true, bytes: bytes.value } : bytes;
    },
    async decide({ id: _, input, keyring, policy, ...options }) {
      try {
        return verifyAction(input, { ...options, keyring: keyringOf(keyring), policy: await policyOf(policy) });
      } catch (error) {
        if (error instanceof ConfigurationError) return { error: "configuration", place: error.place ?? null };
        throw error;
      }
    },
    async result({ answer, contract, request, now, checks, keyring }) {
      const said = Object.fromEntries([...checks].map(([name, holds]) => [name, () => holds]));
      const keys = keyring === undefined ? {} : { keyring: keyringOf(keyring) };
      try {
        return verifyResult(answer, { contract: await contractOf(contract), request, now, checks: said, ...keys });
      } catch (error) {
        if (error instanceof ConfigurationError) return { error: "configuration", place: error.place ?? null };
        throw error;
      }
    },
  };
}
