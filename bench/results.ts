import type * as Compile from "../src/compile/index.js";
import type * as Api from "../src/result.js";
import { now } from "./fixtures.js";
import { contractFile, resultBytes, resultRequest } from "./result-fixtures.js";

/** The subject of `verify-result-2k`: an answer that passes its contract whole. */
export async function resultSubject(api: typeof Api, { loadContract }: typeof Compile): Promise<() => Api.ResultDecision> {
  const contract = await loadContract(contractFile);
  const verify = () => api.verifyResult({ kind: "json", bytes: resultBytes }, { contract, request: resultRequest, now });
  const { outcome, reason } = verify();
  if (outcome !== "success") throw new Error(`the bench measures a success, and got ${reason}`);
  return verify;
}

/** Milliseconds to load a contract, its engine there already: the fastest of some. */
export async function contractLoad({ loadContract }: typeof Compile): Promise<number> {
  let fastest = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 20; run += 1) {
    const start = performance.now();
    await loadContract(contractFile);
    fastest = Math.min(fastest, performance.now() - start);
  }
  return fastest;
}
