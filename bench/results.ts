import type * as Compile from "../src/compile/index.js";
import type * as Api from "../src/result.js";
import { now } from "./fixtures.js";
import { contractFile, largeContractFile, resultBytes, resultOfSize, resultRequest } from "./result-fixtures.js";

/** The subject of `verify-result-2k`: an answer that passes its contract whole. */
export async function resultSubject(api: typeof Api, { loadContract }: typeof Compile): Promise<() => Api.ResultDecision> {
  return taken(api, await loadContract(contractFile), resultBytes);
}

/** The subject of `growth-verify-result-1m`, by the size of the answer: one contract for all. */
export async function sizedSubject(api: typeof Api, { loadContract }: typeof Compile): Promise<(size: number) => Sized> {
  const contract = await loadContract(largeContractFile);
  return (size) => {
    const bytes = resultOfSize(size);
    return { bytes: bytes.length, run: taken(api, contract, bytes) };
  };
}

interface Sized {
  readonly bytes: number;
  readonly run: () => Api.ResultDecision;
}

function taken(api: typeof Api, contract: Api.Contract, bytes: Buffer): () => Api.ResultDecision {
  const verify = () => api.verifyResult({ kind: "json", bytes }, { contract, request: resultRequest, now });
  const { outcome, reason, path } = verify();
  if (outcome !== "success") throw new Error(`the bench measures a success, and got ${reason} at ${path}`);
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
