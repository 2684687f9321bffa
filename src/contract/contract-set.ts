import { ConfigurationError } from "../decision/configuration-error.js";
import { nowToNanos } from "../trust/timestamp.js";
import { isContract } from "./build-contract.js";
import type { Contract } from "./contract.js";

/** The contracts of a host, several versions of a tool side by side. */
export interface ContractSet {
  /** In order of their names. */
  readonly tools: readonly string[];
  /** By tool, and in the order in which they are in use. */
  readonly contracts: readonly Contract[];
  /**
   * The contract in use: of those that have not ended the one that ends first, or the named version as long as it has not ended. Null where
   * there is none: such a tool has no results.
   *
   * @param now epoch milliseconds, or an RFC 3339 time
   */
  readonly contractFor: (tool: string, now: number | string, version?: string) => Contract | null;
}

/**
 * Puts loaded contracts side by side (spec/results.md#versions).
 *
 * @throws ConfigurationError where two of a tool have one version or one end, TypeError for what is no contract
 * @example const contract = contractSet([v1, v2]).contractFor("ci.run_status", Date.now());
 */
export function contractSet(contracts: readonly Contract[]): ContractSet {
  const byTool = new Map<string, Contract[]>();
  for (const contract of contracts) {
    if (!isContract(contract)) throw new TypeError("each contract must come from loadContract; await it");
    const versions = byTool.get(contract.tool) ?? [];
    for (const other of versions) checkApart(contract, other);
    byTool.set(contract.tool, [...versions, contract].sort(byEnd));
  }
  const tools = [...byTool.keys()].sort();
  return Object.freeze({
    tools: Object.freeze(tools),
    contracts: Object.freeze(tools.flatMap((tool) => byTool.get(tool) as Contract[])),
    contractFor: (tool: string, now: number | string, version?: string) => {
      const at = nowToNanos(now);
      const versions = byTool.get(tool) ?? [];
      return versions.find((one) => (one.ends === null || at < one.ends) && (version === undefined || one.version === version)) ?? null;
    },
  });
}

function checkApart({ tool, version, ends }: Contract, other: Contract): void {
  if (version === other.version) throw new ConfigurationError(`there are two contracts of ${tool} of version ${version}; remove one`);
  if (ends !== other.ends) return;
  const when = ends === null ? "have no end" : "end at the same moment";
  throw new ConfigurationError(
    `versions ${[version, other.version].sort().join(" and ")} of ${tool} ${when}, so neither is the one in use; give the older an earlier "ends"`,
  );
}

/** The order in which versions of one tool are in use: one without an end comes last. No two of a tool end together. */
export function byEnd({ ends: a }: Contract, { ends: b }: Contract): number {
  if (a === null || b === null) return a === null ? 1 : -1;
  return a < b ? -1 : 1;
}
