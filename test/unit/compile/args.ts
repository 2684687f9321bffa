import { argsCompiler } from "../../../src/compile/compile-args-schema.js";
import { ConfigurationError } from "../../../src/decision/configuration-error.js";
import type { JsonObject } from "../../../src/json/value.js";

/** Compiles one schema as a tool's `args`. */
export function compile(schema: unknown) {
  return argsCompiler()(schema as JsonObject, "/tools/t/args", "t");
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
