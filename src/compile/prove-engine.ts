import type { CompileData } from "../contract/build-contract.js";
import { ConfigurationError } from "../decision/configuration-error.js";
import type { JsonObject } from "../json/value.js";

/** An identity made of two parts, closed after they were put together: what engines of older drafts leave open. */
const SAMPLE: JsonObject = {
  type: "object",
  properties: {
    identity: {
      type: "object",
      allOf: [
        { type: "object", required: ["subject"], properties: { subject: { type: "string", minLength: 1, maxLength: 128 } } },
        { type: "object", required: ["source"], properties: { source: { enum: ["directory", "review_service"] } } },
      ],
      unevaluatedProperties: false,
    },
  },
  required: ["identity"],
};
const IDENTITY = { subject: "u-204", source: "directory" };

/**
 * Proves before any contract loads that the engine at hand takes what composed parts declare, and refuses one member more.
 *
 * @throws ConfigurationError where it does not: no contract can hold on such an engine
 */
export function proveEngine(compileData: CompileData): void {
  const check = compileData(SAMPLE, "");
  const takes = check({ identity: IDENTITY }) === null;
  const refuses = check({ identity: { ...IDENTITY, note: "x" } }) !== null && check({ identity: IDENTITY, note: "x" }) !== null;
  if (takes && refuses) return;
  throw new ConfigurationError(
    `the schema engine ${takes ? "lets an unexpected member pass" : "refuses what a schema declares"}, so no contract can hold`,
  );
}
