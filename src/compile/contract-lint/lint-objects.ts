import type { JsonObject } from "../../json/value.js";
import { hasKeyword, type SchemaNode, sameValue } from "../schema-graph.js";
import { everyWay, excludes, lacking, own } from "./every-way.js";
import { declaredIn, lastStep } from "./field-schemas.js";
import type { ContractFinding } from "./finding.js";
import { findingAt, type LintQuestion } from "./lint.js";
import { takesAnyName } from "./pattern-bounds.js";

const CLOSED = ["additionalProperties", "unevaluatedProperties"];

/** Objects that hold less than they seem to: open to another reader, of names that the sender chooses, or of fragments. */
export function lintObjects(question: LintQuestion): readonly ContractFinding[] {
  return [...lintRoot(question), ...lintMaps(question), ...lintOptional(question), ...lintAdditional(question)];
}

function lintRoot({ graph }: LintQuestion): readonly ContractFinding[] {
  const root = graph.get("") as SchemaNode;
  const closed = everyWay((schema) => CLOSED.some((name) => Object.hasOwn(schema, name)));
  if (closed(root)) return [];
  const says = "does not say that it is closed: this gate takes it for closed, another reader of the schema takes any member";
  return [findingAt("open-object", root, says, 'add "unevaluatedProperties": false')];
}

/** Whatever such a pattern lets in, its writer is the sender: a name is read by an agent like any text. */
function lintMaps({ graph, patterns }: LintQuestion): readonly ContractFinding[] {
  return [...graph.values()].flatMap((node) =>
    node.edges
      .filter(({ keyword, to }) => keyword === "patternProperties" && to.schema !== false)
      .filter(({ to }) => patterns.get(lastStep(to.place))?.test !== undefined)
      .filter(({ to }) => takesAnyName((name) => patterns.get(lastStep(to.place))?.test(name) === true))
      .map(({ to }) =>
        findingAt(
          "free-form-map",
          to,
          "takes members of names that the sender makes up",
          'declare the members with "properties", or turn the map into an array of { "name", "value" } with bounded names',
        ),
      ),
  );
}

function lintOptional({ values }: LintQuestion): readonly ContractFinding[] {
  const requires = everyWay((schema) => excludes(schema, "object") || listLength(schema, "required") > 0);
  const declares = (start: SchemaNode) => sameValue(start).some(({ node }) => declaredIn(node).length > 0);
  return values
    .filter(declares)
    .flatMap((value) => lacking(value, requires).filter(declares))
    .map((node) =>
      findingAt(
        "all-optional",
        node,
        "requires no member, so that a fragment passes for the whole",
        'name in "required" what a decision needs',
      ),
    );
}

function listLength(schema: JsonObject, name: string): number {
  const list = own(schema, name);
  return Array.isArray(list) ? list.length : 0;
}

/** `additionalProperties` sees the members of its own schema alone, so that it refuses what the parts beside it declare. */
function lintAdditional({ values, patterns }: LintQuestion): readonly ContractFinding[] {
  const found = new Map<SchemaNode, ContractFinding>();
  for (const value of values) {
    const parts = sameValue(value);
    const always = parts.filter(({ conditional }) => !conditional).map(({ node }) => node);
    for (const { node } of parts) {
      if (!hasKeyword(node, "additionalProperties") || found.has(node)) continue;
      const others = new Set([...always, ...sameValue(node).map((part) => part.node)]);
      others.delete(node);
      const unseen = [...others].flatMap(declaredIn).find((name) => !sees(node, name));
      if (unseen === undefined) continue;
      const says = `refuses ${JSON.stringify(unseen)}, which a schema beside it declares: it sees the members of its own schema alone`;
      const remedy = 'write "unevaluatedProperties": false where the parts are put together, and no additionalProperties in them';
      found.set(node, findingAt("additional-beside-allof", node, says, remedy, "/additionalProperties"));
    }
  }
  return [...found.values()];

  function sees(node: SchemaNode, name: string): boolean {
    if (declaredIn(node).includes(name)) return true;
    return node.edges.some(({ keyword, to }) => keyword === "patternProperties" && patterns.get(lastStep(to.place))?.test(name) === true);
  }
}

/** Names that stand for "whatever else there is". */
const METADATA =
  /^(?:meta|metadata|extensions?|extras?|custom|custom(?:data|fields|attributes)|additional(?:data|info|properties)?|attributes|annotations|properties|details?|misc|context|payload)$/;
const VERSION = /version$/i;

/** An object that is there for what may come says which form it has, or nobody can tell when its meaning changes. */
export function lintMetadata({ values, graph }: LintQuestion): readonly ContractFinding[] {
  const versioned = everyWay((schema) => {
    const required = own(schema, "required");
    return excludes(schema, "object") || (Array.isArray(required) && required.some((name) => VERSION.test(name as string)));
  });
  const judged = new Set(values);
  return [...graph.values()].flatMap((node) =>
    node.edges
      .filter(({ keyword, to }) => keyword === "properties" && judged.has(to) && METADATA.test(plainName(to)) && !versioned(to))
      .map(({ to }) =>
        findingAt(
          "metadata-unversioned",
          to,
          "is for what may come, and does not say of which version it is",
          'require in it a "version" with a "const"; do not select it before it has a purpose',
        ),
      ),
  );
}

function plainName({ place }: SchemaNode): string {
  return lastStep(place).replaceAll(/[_-]/g, "").toLowerCase();
}
