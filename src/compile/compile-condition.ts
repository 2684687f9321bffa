import { type ASTNode, Environment } from "@marcbachmann/cel-js";
import { ConfigurationError } from "../decision/configuration-error.js";
import type { JsonPointer } from "../decision/issue.js";
import type { CompileWhen, ConditionText, DeclaredFact } from "../policy/build-rules.js";
import { condition } from "../policy/condition/condition.js";
import type { Term } from "../policy/condition/term.js";
import { checkFactReads, type PlacedTerm } from "./check-fact-reads.js";
import { refuseStrayMembers } from "./stray-members.js";
import { termOf } from "./term-of.js";

/** An expression is read at load by an engine that recurses; this many parts are more than a person can review. */
const LIMITS = { maxAstNodes: 500, maxDepth: 32, maxListElements: 200, maxMapEntries: 200, maxCallArguments: 3 };

/** What there is to read, with its types: a member of a source that does not exist is told when the policy loads. */
const LANGUAGE = new Environment({ limits: LIMITS, homogeneousAggregateLiterals: false })
  .registerType({ name: "Source", schema: { id: "string", declared: "string", effective: "string", raised_by: "list<string>" } })
  .registerType({ name: "Claim", schema: { text: "string", evidence: "list<string>" } })
  .registerVariable("args", "map<string, dyn>")
  .registerVariable("impact", "string")
  .registerVariable("tool", "string")
  .registerVariable("provenance", "list<Source>")
  .registerVariable("claims", "list<Claim>")
  .registerVariable("facts", "map<string, dyn>")
  .registerVariable("context", "map<string, dyn>")
  .registerVariable("now", "google.protobuf.Timestamp");

/**
 * Reads a condition in CEL (spec/policy.md#when): the engine parses it and checks its types; what it says is then plain data.
 *
 * @throws ConfigurationError with the place of the text, for a fault of grammar or type, an unknown name, a function that is
 * not offered, and a result that is not a bool
 */
export function readCondition(cel: string, place: JsonPointer): Term {
  refuseStrayMembers("conditions");
  const { ast, check } = parsed(cel, place);
  const term = termOf(ast, place);
  const { valid, type, error } = check();
  if (!valid) throw fault(error, place);
  if (type !== "bool") {
    const hint = type === "dyn" ? "; compare it, as in `args.urgent == true`" : "";
    throw new ConfigurationError(`gives ${type === "dyn" ? "any value" : `a ${type}`}, and must give a bool${hint}`, { place });
  }
  return term;
}

/** Reads the conditions of one tool, and holds what they read of facts against what the tool declares (spec/policy.md#facts). */
export function readConditions(texts: readonly ConditionText[], facts: readonly DeclaredFact[]): readonly PlacedTerm[] {
  const terms = texts.map(({ cel, place }) => ({ term: readCondition(cel, place), place }));
  checkFactReads(terms, facts);
  return terms;
}

export const compileConditions: CompileWhen = (texts, facts) => readConditions(texts, facts).map(({ term }) => condition(term));

function parsed(cel: string, place: JsonPointer): { ast: ASTNode; check: ReturnType<Environment["parse"]>["check"] } {
  try {
    const { ast, check } = LANGUAGE.parse(cel);
    return { ast, check };
  } catch (error) {
    throw fault(error, place);
  }
}

/** The engine's message, without its drawing of the source and without the error, which holds all that the engine knows. */
function fault(error: unknown, place: JsonPointer): ConfigurationError {
  const { summary, range } = error as { readonly summary?: string; readonly range?: { readonly start: number } };
  const at = range === undefined ? "" : ` at character ${range.start + 1}`;
  return new ConfigurationError(`is no condition: ${summary ?? "it cannot be read"}${at}`, { place });
}
