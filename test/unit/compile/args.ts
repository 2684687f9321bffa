import { argsCompiler } from "../../../src/compile/compile-args-schema.js";
import { ConfigurationError } from "../../../src/decision/configuration-error.js";
import type { JsonObject, JsonValue } from "../../../src/json/value.js";
import type { ArgsCheck } from "../../../src/policy/policy.js";

/** Compiles one schema as a tool's `args`; what comes back tells the places that do not fit, none where the arguments fit. */
export function compile(schema: unknown) {
  return placesOf(argsCompiler()(schema as JsonObject, "/tools/t/args", "t"));
}

/** A check by its places, held to its verdict. */
export function placesOf(check: ArgsCheck) {
  return (args: JsonValue): readonly string[] => {
    const { fits, places } = check(args);
    if (fits !== (places.length === 0)) throw new Error("the verdict and the places differ");
    return places;
  };
}

/** The place and message with which a schema is refused. */
export function refusal(schema: unknown): { place: string | undefined; message: string } {
  try {
    compile(schema);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return { place: error.place?.replace("/tools/t/args", ""), message: error.message };
  }
  throw new Error("the schema was not refused");
}

export const object = (properties: unknown, more: object = {}) => ({ type: "object", properties, ...more }) as JsonObject;

/** `if` and its `then`, by way of text: an object literal with a `then` looks like a promise. */
export const when = (condition: unknown, consequence: unknown): object =>
  JSON.parse(`{"if": ${JSON.stringify(condition)}, "then": ${JSON.stringify(consequence)}}`);
