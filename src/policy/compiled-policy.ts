import { argsCheck, type CompiledSchema } from "./args-check.js";
import type { Steps } from "./args-functions.js";
import { buildPolicy } from "./build-policy.js";
import type { Holds } from "./build-rules.js";
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
 * @param conditions by the pointer of their text in the file
 * @throws TypeError where a schema or condition is not compiled, or one is left over
 */
export function compiledPolicy(
  file: PolicyFile,
  schemas: ReadonlyMap<string, CompiledArgs>,
  steps: Steps,
  conditions: ReadonlyMap<string, Holds> = new Map(),
): Policy {
  const left = new Set([...schemas.keys(), ...conditions.keys()]);
  const policy = buildPolicy(file, {
    args: (_schema, _place, tool) => {
      const compiled = schemas.get(tool);
      if (compiled === undefined) throw new TypeError(`no compiled args for the tool ${tool}`);
      left.delete(tool);
      return argsCheck({ ...compiled, names: new Set(compiled.names) }, steps);
    },
    when: (texts) =>
      texts.map(({ place }) => {
        const holds = conditions.get(place);
        if (holds === undefined) throw new TypeError(`no compiled condition for ${place}`);
        left.delete(place);
        return holds;
      }),
  });
  if (left.size > 0) throw new TypeError(`compiled args or conditions without a tool: ${[...left].join(", ")}`);
  return policy;
}
