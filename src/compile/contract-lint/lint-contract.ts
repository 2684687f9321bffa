import type { ContractFile } from "../../contract/contract-file.js";
import type { Patterns } from "../check-keyword.js";
import { readSchema } from "../read-schema.js";
import type { ContractFinding } from "./finding.js";
import type { LintQuestion } from "./lint.js";
import { lintBounds, lintFormats } from "./lint-bounds.js";
import { lintErrors } from "./lint-errors.js";
import { lintMetadata, lintObjects } from "./lint-objects.js";
import { lintRequest } from "./lint-request.js";
import { lintSelected } from "./lint-selected.js";
import { valuesIn } from "./values-in.js";

/**
 * What a contract that loads may say and a reviewer should not let pass (spec/cli.md#contract-check), in the order of the file: first
 * the schema, then failures, what is selected, and what is asked.
 */
export function lintContract(file: ContractFile): readonly ContractFinding[] {
  const patterns: Patterns = new Map();
  const graph = readSchema(file.data, { file: "/data", lint: true, patterns });
  const question: LintQuestion = { file, graph, patterns, values: valuesIn(graph) };
  const inSchema = [...lintObjects(question), ...lintMetadata(question), ...lintBounds(question), ...lintFormats(question)];
  const order = new Map([...graph.keys()].map((place, at) => [`/data${place}`, at]));
  const rank = ({ place }: ContractFinding) => order.get(place) ?? order.get(place.slice(0, place.lastIndexOf("/"))) ?? 0;
  // A definition that several refer to is found once for each.
  const once = new Map(inSchema.map((finding) => [`${finding.lint} ${finding.place} ${finding.says}`, finding]));
  const told = [...once.values()].sort((a, b) => rank(a) - rank(b));
  return [...told, ...lintErrors(question), ...lintSelected(question), ...lintRequest(question)];
}
