import { buildContract, type CompileData } from "../contract/build-contract.js";
import type { Contract } from "../contract/contract.js";
import type { ContractFile } from "../contract/contract-file.js";
import { fieldOf, isIndex } from "../contract/field.js";
import type { JsonPointer } from "../decision/issue.js";
import { joinPointer } from "../json/pointer.js";
import type { HostData } from "../json/value.js";
import { ownMembers } from "../policy/own-members.js";
import { checkContractFile } from "./check-contract-file.js";
import { didYouMean } from "./did-you-mean.js";
import { refuse } from "./policy-shapes.js";
import { proveEngine } from "./prove-engine.js";
import { readOperatorInput } from "./read-operator-input.js";
import { runFixtures } from "./run-fixtures.js";

/**
 * Loads a contract file (spec/results.md#contract): proves the schema engine, compiles the closed `data` schema, and runs every
 * fixture, so that a contract which does not do what it shows is no contract.
 *
 * @param input the file's bytes; its text; or its content as plain data
 * @throws (rejects) ConfigurationError with the place for anything but a contract that holds
 * @example const contract = await loadContract(await readFile("contracts/review_status.contract.json"));
 */
export async function loadContract(input: Uint8Array | string | HostData): Promise<Contract> {
  const file = checkContractFile(ownMembers(readOperatorInput(input, "contract", "loadContract")));
  const { dataCompiler, declaredNames } = await import("./compile-data-schema.js");
  const compileData = dataCompiler();
  proveEngine(compileData);
  const contract = buildContract(file, compileData);
  checkFields(file, declaredNames(file.data, "/data"));
  runFixtures(shownBy(file, contract, compileData), file.fixtures);
  return contract;
}

/** Fixtures show what an answer says, not who signed it: no private key of an upstream's is there to write one (RESULT-64). */
function shownBy(file: ContractFile, contract: Contract, compileData: CompileData): Contract {
  if (contract.signature === null) return contract;
  const { signature: _, ...upstream } = file.upstream;
  return buildContract({ ...file, upstream }, compileData);
}

/** A field that the schema declares nowhere is a typing error: no answer could have it. */
function checkFields(file: ContractFile, names: ReadonlySet<string>): void {
  for (const [place, pointer] of fieldsOf(file)) {
    const stray = fieldOf(pointer).steps.find((step) => !isIndex(step) && !names.has(step));
    if (stray === undefined) continue;
    refuse(place, `leads through ${JSON.stringify(stray)}, which the data schema declares nowhere${didYouMean(stray, names)}`);
  }
}

/** Every pointer into the data, with its place in the file. */
function fieldsOf({ bind = [], belongs = [], fresh, text = [], select }: ContractFile): readonly (readonly [JsonPointer, JsonPointer])[] {
  return [
    ...bind.map(({ data }, at) => [joinPointer("/bind", at, "data"), data] as const),
    ...belongs.map(({ data }, at) => [joinPointer("/belongs", at, "data"), data] as const),
    ...(fresh === undefined ? [] : [["/fresh/field", fresh.field] as const]),
    ...text.map(({ field }, at) => [joinPointer("/text", at, "field"), field] as const),
    ...select.map((entry, at) => [joinPointer("/select", at), typeof entry === "string" ? entry : entry.field] as const),
  ];
}
