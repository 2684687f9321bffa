import type { ContractFile } from "../../contract/contract-file.js";
import type { JsonPointer } from "../../decision/issue.js";
import type { Patterns } from "../check-keyword.js";
import type { SchemaGraph, SchemaNode } from "../schema-graph.js";
import type { ContractFinding, ContractLint } from "./finding.js";

/** A contract as lints look at it: what it says, and its `data` as a graph. */
export interface LintQuestion {
  readonly file: ContractFile;
  readonly graph: SchemaGraph;
  /** Of every pattern in `data`. */
  readonly patterns: Patterns;
  /** The schemas of the values that an answer may hold. */
  readonly values: readonly SchemaNode[];
}

/** A finding about a schema of `data`. */
export function findingAt(
  lint: ContractLint,
  { place }: SchemaNode,
  says: string,
  remedy: string,
  below: JsonPointer = "",
): ContractFinding {
  return { lint, place: `/data${place}${below}`, says, remedy };
}
