import type { CompileData } from "../contract/build-contract.js";
import type { DataFault } from "../contract/contract.js";
import type { JsonPointer } from "../decision/issue.js";
import { joinPointer } from "../json/pointer.js";
import type { JsonObject } from "../json/value.js";
import { type CompiledSchema, type PlacedFault, type SchemaFault, schemaCheck } from "../policy/args-check.js";
import { countSteps } from "../policy/args-functions.js";
import { checkClosed } from "./check-closed.js";
import { compileEngineSchema, newAjv, newRoom, prepareArgsSchema } from "./compile-args-schema.js";
import { onOwnData } from "./own-data.js";
import { readSchema } from "./read-schema.js";

/** What the engine says of a fault when it is asked for all: the keyword, what it stands with, and in which schema. */
interface EngineFault extends SchemaFault {
  readonly keyword: string;
  readonly schema: unknown;
  readonly parentSchema: object;
}

/** Most characters of a keyword's value that are told. */
const MAX_DEMAND = 160;

/**
 * A compiler of `data` schemas (spec/results.md#schema): what `args` schemas are compiled by, with every object and array at every
 * level held closed.
 *
 * @throws ConfigurationError from the compiler, with the place in the file
 */
export function dataCompiler(): CompileData {
  const steps = countSteps();
  const room = newRoom();
  const ajv = newAjv(steps, room.patterns, true, {}, { verbose: true, ownProperties: false });
  let count = 0;
  return (schema, place) => {
    const prepared = prepareArgsSchema(schema, place, room);
    const graph = readSchema(schema, { file: place, lint: true, patterns: room.patterns });
    checkClosed(graph, place);
    count += 1;
    const validate = onOwnData(compileEngineSchema(ajv, prepared.schema, place, `data:${count}`) as CompiledSchema<EngineFault>, graph);
    const check = schemaCheck({ ...prepared, validate }, steps);
    const places = placesIn(prepared.schema, place);
    return (data) => check(data)?.map((one) => told(one, places, place)) ?? null;
  };
}

/** Member names that a schema declares, at any level. */
export function declaredNames(schema: JsonObject, place: JsonPointer): ReadonlySet<string> {
  return prepareArgsSchema(schema, place, newRoom()).names;
}

function told({ fault, place }: PlacedFault<EngineFault>, places: ReadonlyMap<object, JsonPointer>, root: JsonPointer): DataFault {
  const { keyword, schema, parentSchema, params } = fault;
  const unknown = params.additionalProperty ?? params.unevaluatedProperty;
  // The engine is given the root as a copy, so what it knows nothing of is the root.
  const path = joinPointer(places.get(parentSchema) ?? root, keyword);
  return { place, schema: { path, demands: demandOf(keyword, schema) }, unknown: typeof unknown === "string" ? unknown : null };
}

/** The operator's own words, cut; a schema inside is looked up in the file. */
function demandOf(keyword: string, value: unknown): string {
  // An element takes a character at least, so what lies behind is cut anyway: a long list is not written out for each fault.
  const told: unknown = typeof value === "string" || Array.isArray(value) ? value.slice(0, MAX_DEMAND) : value;
  const plain = typeof told !== "object" || (Array.isArray(told) && told.every((each) => typeof each !== "object"));
  const words = plain ? `${keyword} ${JSON.stringify(told)}` : keyword;
  return words.length > MAX_DEMAND ? `${words.slice(0, MAX_DEMAND)}...` : words;
}

/** Where each part of a schema stands in the file: the engine's copy has the members of what the operator wrote. */
function placesIn(schema: object, place: JsonPointer, places = new Map<object, JsonPointer>()): ReadonlyMap<object, JsonPointer> {
  places.set(schema, place);
  for (const [name, value] of Object.entries(schema)) {
    if (typeof value === "object" && value !== null) placesIn(value, joinPointer(place, name), places);
  }
  return places;
}
