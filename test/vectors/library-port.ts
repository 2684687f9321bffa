import { loadPolicy } from "../../src/compile/load-policy.js";
import { ConfigurationError } from "../../src/decision/configuration-error.js";
import type { Decision } from "../../src/decision/decision.js";
import { type Limits, resolveLimits } from "../../src/decision/limits.js";
import { canonicalize } from "../../src/json/canonicalize.js";
import { parseJson } from "../../src/json/parse-json.js";
import { loadKeyring } from "../../src/trust/load-keyring.js";
import type { ConfigurationAnswer, DecisionRequest, VectorPort } from "../../src/vectors/port.js";
import { verifyAction } from "../../src/verify-action.js";

/** The library itself, as a port of the vector runner. */
export function libraryPort(): VectorPort {
  const keyrings = memo(loadKeyring);
  const policies = memo(loadPolicy);
  return {
    parse(input, limits) {
      const parsed = parseJson(input, boundsOf(limits));
      return parsed.ok ? { ok: true } : parsed;
    },
    canonicalize(input, limits) {
      const parsed = parseJson(input, boundsOf(limits));
      if (!parsed.ok) return parsed;
      const canonical = canonicalize(parsed.value);
      return canonical.ok ? { ok: true, bytes: canonical.value } : canonical;
    },
    async decide({ id: _, input, keyring, policy, ...options }: DecisionRequest): Promise<Decision | ConfigurationAnswer> {
      try {
        return verifyAction(input, { ...options, keyring: keyrings(keyring), policy: await policies(policy) });
      } catch (error) {
        if (!(error instanceof ConfigurationError)) throw error;
        return { error: "configuration", place: error.place ?? null };
      }
    },
  };
}

function boundsOf(limits: Partial<Limits>): { readonly maxBytes: number; readonly maxDepth: number } {
  const { maxBytes, maxDepth } = resolveLimits(limits);
  return { maxBytes, maxDepth };
}

/** Cases of one file share their header's objects, so each operator file is loaded once. */
function memo<T>(load: (file: object) => T): (file: object) => T {
  const loaded = new WeakMap<object, { readonly value: T }>();
  return (file) => {
    const known = loaded.get(file) ?? { value: load(file) };
    loaded.set(file, known);
    return known.value;
  };
}
