import type { ContractFile } from "../contract/contract-file.js";
import type { Extraction, Output } from "../contract/extract/extraction.js";
import { fieldOf } from "../contract/field.js";
import type { JsonPointer } from "../decision/issue.js";
import { joinPointer } from "../json/pointer.js";
import { didYouMean } from "./did-you-mean.js";
import { refuse } from "./policy-shapes.js";

/** A command's output is one value: the JSON of one stream, or what the groups of both are called (spec/results.md#command). */
export function checkOutput({ extract }: ContractFile, extraction: Extraction | null): void {
  if (extraction?.kind !== "command" || extract === undefined) return;
  const { fields = [], outcome, failure } = extract;
  const pointers: (readonly [JsonPointer, JsonPointer])[] = fields.map((entry, at) => {
    const where = joinPointer("/extract/fields", at);
    return typeof entry === "string" ? [where, entry] : [`${where}/from`, entry.from];
  });
  if (outcome !== undefined) pointers.push(["/extract/outcome/field", outcome.field]);
  check(extraction.output, "/extract", pointers);
  if (extraction.failureOutput !== null && failure !== undefined)
    check(extraction.failureOutput, "/extract/failure", [["/extract/failure/code", failure.code]]);
}

function check({ stdout, stderr }: Output, place: JsonPointer, pointers: readonly (readonly [JsonPointer, JsonPointer])[]): void {
  const names = [...namesOf(stdout), ...namesOf(stderr)];
  const again = names.find((name, at) => names.indexOf(name) < at);
  if (again !== undefined) refuse(`${place}/stderr`, `gives ${JSON.stringify(again)}, which stdout gives too; use another name`);
  if (stdout === "json" || stderr === "json") {
    if (stdout === stderr) refuse(`${place}/stderr`, "is JSON beside the JSON of stdout; one of them is the value");
    if (names.length > 0)
      refuse(`${place}/${stdout === "json" ? "stderr" : "stdout"}`, "has named groups beside the JSON of the other stream; use (?:...)");
    return;
  }
  for (const [where, pointer] of pointers) {
    const [first] = fieldOf(pointer).steps;
    if (first !== undefined && !names.includes(first))
      refuse(where, `begins with ${JSON.stringify(first)}, which no line gives${didYouMean(first, names)}`);
  }
}

function namesOf(stream: Output["stdout"]): readonly string[] {
  return typeof stream === "string" ? [] : stream.names;
}
