import { isContract } from "../contract/build-contract.js";
import type { Contract } from "../contract/contract.js";
import { type Contracts, createResultGateOver, type ResultGate } from "../gate/result/create-result-gate.js";
import type { ResultPorts } from "../gate/result/result-ports.js";
import { wrongOption } from "./gate-options.js";
import { randomId } from "./random-id.js";
import { createRawCopies } from "./raw-copies/open-raw-copies.js";
import { openRawFolder } from "./raw-copies/raw-folder.js";
import { type ResultGateOptions, readResultGateOptions } from "./result-gate-options.js";

/**
 * Starts a live result gate (spec/results.md#live). Rejects with ConfigurationError, which names the option or the folder, where
 * anything is missing, unknown or wrong.
 *
 * @example
 * const results = await createResultGate({ contracts: [contract], audit, rawCopies: { folder: "refused" } });
 * const { agent } = await results.callTool({ tool: "ci.run_status", args }, async ({ args, request_id, signal }) => {
 *   return { kind: "json", bytes: await adapter.ask(args, request_id, signal) };
 * });
 */
export async function createResultGate(options: ResultGateOptions): Promise<ResultGate> {
  const { contracts, rawCopies, ...parts } = readResultGateOptions(options);
  const copies = rawCopies === null ? null : await createRawCopies(await openRawFolder(rawCopies.folder), rawCopies, parts.clock);
  const gate = createResultGateOver(
    { ...parts, rawCopies: copies, random: Math.random, newRequestId: () => randomId("req_") },
    readContracts(contracts, parts),
  );
  return Object.freeze({ ...gate, replaceContracts: (next: Contracts) => gate.replaceContracts(readContracts(next, parts)) });
}

function readContracts(asked: Contracts, { checks, keyring }: Pick<ResultPorts, "checks" | "keyring">): readonly Contract[] {
  const list = "contracts" in Object(asked) ? (asked as { readonly contracts: unknown }).contracts : asked;
  if (!Array.isArray(list) || list.length === 0)
    throw wrongOption(
      "contracts",
      "must be what loadContracts returned, or a list of at least one that loadContract returned; await it first",
    );
  const contracts: readonly Contract[] = Object.freeze([...list]);
  for (const [at, contract] of contracts.entries()) {
    if (!isContract(contract)) throw wrongOption(`contracts.${at}`, "must come from loadContract; await it first");
    const { tool, version, ends, signature } = contract;
    if (signature !== null && keyring === null)
      throw wrongOption("keyring", `is required: version ${version} of ${tool} wants the upstream's signature`);
    const missing = contract.checks.find((name) => !Object.hasOwn(checks, name));
    if (missing !== undefined) throw wrongOption("checks", `lacks ${missing}, which version ${version} of ${tool} names`);
    const earlier = contracts.slice(0, at).filter((other) => other.tool === tool);
    if (earlier.some((other) => other.version === version))
      throw wrongOption(`contracts.${at}`, `is the second contract of ${tool} in version ${version}`);
    const same = earlier.find((other) => other.ends === ends);
    if (same !== undefined)
      throw wrongOption(
        `contracts.${at}`,
        `ends when version ${same.version} of ${tool} does, so neither is the one in use; give the older an earlier "ends"`,
      );
  }
  return contracts;
}
