// The verifier as the fuzzer calls it: through the public surface, on whichever engine `#crypto` leads to.
import { loadPolicy } from "../../src/compile/index.js";
import { ConfigurationError, type Keyring, loadKeyring, type Policy, verifyAction } from "../../src/index.js";
import type { FuzzCall, FuzzCase } from "./cases.js";
import type { Answer } from "./judge.js";

const keyrings = new Map<string, Keyring>();
const policies = new Map<string, Policy>();

/** Loads a text once for as long as it is the one last seen, and again for every alteration. */
async function remembered<T>(loaded: Map<string, T>, text: string, load: (text: string) => T | Promise<T>): Promise<T> {
  const known = loaded.get(text);
  if (known !== undefined) return known;
  const fresh = await load(text);
  if (loaded.size > 8) loaded.delete(loaded.keys().next().value as string);
  loaded.set(text, fresh);
  return fresh;
}

function refusal(error: unknown): Answer {
  if (error instanceof ConfigurationError) return { refused: "ConfigurationError" };
  if (error instanceof TypeError) return { refused: "TypeError" };
  throw error;
}

/** Makes the two files of a case ready; a refusal stands for the whole case. */
export async function prepareCase(one: FuzzCase): Promise<() => Answer> {
  let keyring: Keyring;
  let policy: Policy;
  try {
    keyring = await remembered(keyrings, one.keyring, (text) => loadKeyring(new TextEncoder().encode(text)));
    policy = await remembered(policies, one.policy, (text) => loadPolicy(new TextEncoder().encode(text)));
  } catch (error) {
    if (error instanceof ConfigurationError) return () => ({ refused: "ConfigurationError" });
    throw error;
  }
  const { now, profile, audience, scenario } = one;
  const options = { keyring, policy, now, profile, call: one.call as FuzzCall & object, artifacts: scenario.artifacts };
  return () => {
    try {
      return { decision: verifyAction(one.input as object, audience === undefined ? options : { ...options, audience }) };
    } catch (error) {
      return refusal(error);
    }
  };
}
