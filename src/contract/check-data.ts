import type { JsonObject, JsonValue } from "../json/value.js";
import { printableName } from "../wire/printable-name.js";
import type { Contract, DataFault } from "./contract.js";
import type { StageResultFacts } from "./result-decision.js";
import { passed, type ResultOutcome, refused } from "./result-issue.js";

/** The data against the contract's closed schema (spec/results.md#schema). What fits is an object: the root says so. */
export function checkData(data: JsonValue, contract: Contract): ResultOutcome<JsonObject> {
  const faults = contract.data(data);
  if (faults === null) return passed(data as JsonObject);
  const first = faults[0];
  return first === undefined ? refused("result.schema", "/data") : refused("result.schema", `/data${first.place}`, factsOf(first));
}

function factsOf({ schema, unknown }: DataFault): StageResultFacts {
  return unknown === null ? { schema } : { schema, unknown_members: Object.freeze([printableName(unknown)]) };
}
