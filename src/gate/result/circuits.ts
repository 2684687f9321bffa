import type { Contract } from "../../contract/contract.js";

export interface CircuitState {
  readonly tool: string;
  readonly version: string;
  readonly digest: string;
  /** Answers in a row that did not fit the contract. */
  readonly in_a_row: number;
  readonly open: boolean;
}

/**
 * Counts answers that do not fit, by the contract's digest: once as many came in a row as the contract takes, its tool is not asked
 * until the contract is another one (spec/results.md#circuit).
 */
export interface Circuits {
  isOpen(contract: Contract): boolean;
  /** Notes an answer that fits, or one that says that adapter and contract have parted. The count so far, and whether this opened the circuit. */
  note(contract: Contract, answer: "fits" | "drifted" | "neither"): { readonly inARow: number; readonly opened: boolean };
  states(contracts: readonly Contract[]): readonly CircuitState[];
  /** Forgets contracts that are no longer in use. */
  keepOnly(contracts: readonly Contract[]): void;
}

export function createCircuits(): Circuits {
  const counts = new Map<string, number>();
  const isOpen = ({ digest, circuitAfter }: Contract) => (counts.get(digest) ?? 0) >= circuitAfter;
  return {
    isOpen,
    note(contract, answer) {
      const wasOpen = isOpen(contract);
      // Only an answer that fits says that adapter and contract agree again; one that came before the circuit opened closes nothing.
      if (answer === "fits" && !wasOpen) counts.delete(contract.digest);
      const inARow = (counts.get(contract.digest) ?? 0) + (answer === "drifted" ? 1 : 0);
      if (answer === "drifted") counts.set(contract.digest, inARow);
      return { inARow, opened: !wasOpen && isOpen(contract) };
    },
    states: (contracts) =>
      contracts.map((contract) => {
        const { tool, version, digest } = contract;
        return Object.freeze({ tool, version, digest, in_a_row: counts.get(digest) ?? 0, open: isOpen(contract) });
      }),
    keepOnly(contracts) {
      for (const digest of [...counts.keys()]) if (!contracts.some((contract) => contract.digest === digest)) counts.delete(digest);
    },
  };
}
