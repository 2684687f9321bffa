import type { JsonPointer } from "../decision/issue.js";
import type { JsonObject } from "../json/value.js";
import type { EdgeKind } from "./schema-keywords.js";

/** One schema inside an operator's schema, and how it leads to others. */
export interface SchemaNode {
  /** Pointer within the schema; "" is the root. */
  readonly place: JsonPointer;
  readonly schema: JsonObject | boolean;
  /** How the schema above leads here; null at the root. */
  readonly under: EdgeKind | null;
  readonly edges: Edge[];
}

interface Edge {
  readonly kind: EdgeKind;
  readonly keyword: string;
  readonly to: SchemaNode;
}

export type SchemaGraph = ReadonlyMap<JsonPointer, SchemaNode>;

/** A schema that judges the same value as another, and whether only under a condition. */
export interface InPlace {
  readonly node: SchemaNode;
  readonly conditional: boolean;
}

/** `start` and every schema that judges the same value with it and adds to what counts as evaluated. */
export function sameValue(start: SchemaNode): readonly InPlace[] {
  const found: InPlace[] = [];
  const seen = { always: new Set<SchemaNode>(), maybe: new Set<SchemaNode>() };
  const visit = (node: SchemaNode, conditional: boolean): void => {
    const set = conditional ? seen.maybe : seen.always;
    if (set.has(node)) return;
    set.add(node);
    found.push({ node, conditional });
    for (const { kind, to } of node.edges) {
      if (kind === "same") visit(to, conditional);
      else if (kind === "maybe") visit(to, true);
    }
  };
  visit(start, false);
  return found;
}

export function hasKeyword(node: SchemaNode, keyword: string): boolean {
  return typeof node.schema === "object" && Object.hasOwn(node.schema, keyword);
}

/** Keywords under which a value is judged that others let in. Not `if`: what it names counts as evaluated where it holds. */
export const JUDGES_ONLY: ReadonlySet<string> = new Set(["contains", "propertyNames"]);
/** Of these branches one holds, so something holds of a value where it holds in each. */
const ALTERNATIVES = ["anyOf", "oneOf"] as const;

/** Whether something holds of every value that a schema takes, because it holds in the schemas that judge the same value. */
export function holdsThroughOthers({ edges }: SchemaNode, holds: (to: SchemaNode) => boolean): boolean {
  if (edges.some(({ kind, to }) => kind === "same" && holds(to))) return true;
  for (const keyword of ALTERNATIVES) {
    const branches = edges.filter((edge) => edge.keyword === keyword);
    if (branches.length > 0 && branches.every(({ to }) => holds(to))) return true;
  }
  const [then, otherwise] = ["then", "else"].map((keyword) => edges.find((edge) => edge.keyword === keyword));
  return then !== undefined && otherwise !== undefined && holds(then.to) && holds(otherwise.to);
}
