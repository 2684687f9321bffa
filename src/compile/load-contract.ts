import { buildContract } from "../contract/build-contract.js";
import type { Contract } from "../contract/contract.js";
import type { ContractFile } from "../contract/contract-file.js";
import { placeOf } from "../contract/extract/build-shape.js";
import type { ExtractEntry, FieldEntry } from "../contract/extract/extract-file.js";
import { fieldOf, isIndex } from "../contract/field.js";
import type { JsonPointer } from "../decision/issue.js";
import { joinPointer } from "../json/pointer.js";
import type { HostData } from "../json/value.js";
import { ownMembers } from "../policy/own-members.js";
import { checkContractFile } from "./check-contract-file.js";
import { checkOutput } from "./check-output.js";
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
  const { file, contract, shown } = await compileFile(input);
  runFixtures(shown, file.fixtures);
  return contract;
}

/** A contract as it is written, and as its fixtures are judged. */
export interface WrittenContract {
  readonly file: ContractFile;
  readonly contract: Contract;
}

/** @internal A contract whose fixtures nobody ran yet: for tools that tell what comes of each. */
export async function readContract(input: Uint8Array | string | HostData): Promise<WrittenContract> {
  const { file, shown } = await compileFile(input);
  return { file, contract: shown };
}

interface CompiledFile extends WrittenContract {
  /** Fixtures show what an answer says, not who signed it: no private key of an upstream's is there to write one (RESULT-64). */
  readonly shown: Contract;
}

async function compileFile(input: Uint8Array | string | HostData): Promise<CompiledFile> {
  const file = checkContractFile(ownMembers(readOperatorInput(input, "contract", "loadContract")));
  const [{ dataCompiler, declaredNames }, grammars] = await Promise.all([
    import("./compile-data-schema.js"),
    hasGrammar(file.extract) ? import("./compile-grammar.js") : null,
  ]);
  const data = dataCompiler();
  proveEngine(data);
  const compilers = { data, grammar: grammars?.grammarCompiler() ?? nothing };
  const contract = buildContract(file, compilers);
  checkFields(file, declaredNames(file.data, "/data"));
  checkOutput(file, contract.extraction);
  const { signature, ...upstream } = file.upstream;
  return { file, contract, shown: signature === undefined ? contract : buildContract({ ...file, upstream }, compilers) };
}

/** Patterns load where lines are read. */
function hasGrammar({ stdout, stderr, failure }: Partial<ExtractEntry> = {}): boolean {
  return [stdout, stderr, failure?.stdout, failure?.stderr].some((stream) => typeof stream === "object");
}

function nothing(): never {
  throw new TypeError("a contract without lines needs no compiler of them");
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
function fieldsOf({
  extract,
  bind = [],
  belongs = [],
  fresh,
  text = [],
  select,
}: ContractFile): readonly (readonly [JsonPointer, JsonPointer])[] {
  return [
    ...(extract?.fields === undefined ? [] : writtenBy(extract.fields, "/extract/fields", "")),
    ...bind.map(({ data }, at) => [joinPointer("/bind", at, "data"), data] as const),
    ...belongs.map(({ data }, at) => [joinPointer("/belongs", at, "data"), data] as const),
    ...(fresh === undefined ? [] : [["/fresh/field", fresh.field] as const]),
    ...text.map(({ field }, at) => [joinPointer("/text", at, "field"), field] as const),
    ...select.map((entry, at) => [joinPointer("/select", at), typeof entry === "string" ? entry : entry.field] as const),
  ];
}

/** Where extraction writes, the elements of arrays included. */
function writtenBy(
  fields: readonly FieldEntry[],
  place: JsonPointer,
  inside: JsonPointer,
): readonly (readonly [JsonPointer, JsonPointer])[] {
  return fields.flatMap((entry, at) => {
    const where = joinPointer(place, at);
    const to = inside + placeOf(entry);
    if (typeof entry === "string" || entry.each === undefined) return [[where, to] as const];
    return [[where, to] as const, ...writtenBy(entry.each, joinPointer(where, "each"), `${to}/0`)];
  });
}
