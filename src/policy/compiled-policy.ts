import { argsCheck, type CompiledSchema } from "./args-check.js";
import type { Steps } from "./args-functions.js";
import { buildPolicy } from "./build-policy.js";
import type { Policy } from "./policy.js";
import type { PolicyFile } from "./policy-file.js";

/** What a module made by `compilePolicyModule` imports: portable, without `eval` and without a schema engine. */
export { codePoints, countSteps, formats, hasUniqueItems, isMultipleOf, oneOf } from "./args-functions.js";

/** One tool's schema as generated code, the member names it declares, and whether members are judged in canonical order. */
export interface CompiledArgs {
  readonly validate: CompiledSchema;
  readonly names: readonly string[];
  readonly ordered: boolean;
}

/**
 * The policy of a generated module. Not for writing by hand: the schemas and the file belong together.
 *
 * @throws TypeError where a tool with `args` has no compiled schema, or one is left over
 */
export function compiledPolicy(file: PolicyFile, schemas: ReadonlyMap<string, CompiledArgs>, steps: Steps): Policy {
  const left = new Set(schemas.keys());
  const policy = buildPolicy(file, (_schema, _place, tool) => {
    const compiled = schemas.get(tool);
    if (compiled === undefined) throw new TypeError(`no compiled args for the tool ${tool}`);
    left.delete(tool);
    return argsCheck({ ...compiled, names: new Set(compiled.names) }, steps);
  });
  if (left.size > 0) throw new TypeError(`compiled args without a tool: ${[...left].join(", ")}`);
  return policy;
}
