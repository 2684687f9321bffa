import type { ContractFile } from "./contract-file.js";

/** Whether no part of an answer is held against what was asked: an answer about another subject then passes (spec/results.md#bind). */
export function bindsNothing({ bind, belongs }: ContractFile): boolean {
  return bind === undefined && belongs === undefined;
}
