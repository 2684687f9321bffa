/**
 * A small evaluator of JSON Schema 2020-12 by its text (core 7.7, 10, 11), for the keywords that decide what counts as evaluated.
 * Slow and plain on purpose, and nothing of the engine: the property tests hold the engine to it.
 */
export type Schema = boolean | { readonly [keyword: string]: unknown };

interface Seen {
  readonly valid: boolean;
  /** Member names and item indexes that some keyword judged. */
  readonly names: ReadonlySet<string>;
  readonly indexes: ReadonlySet<number>;
}

const NOTHING: Seen = { valid: true, names: new Set(), indexes: new Set() };
const FAILED: Seen = { ...NOTHING, valid: false };

export function fitsByTheText(root: Schema, value: unknown): boolean {
  return evaluate(root, value, root).valid;
}

function evaluate(schema: Schema, value: unknown, root: Schema): Seen {
  if (typeof schema === "boolean") return schema ? NOTHING : FAILED;
  const names = new Set<string>();
  const indexes = new Set<number>();
  let valid = true;
  const judge = (inner: unknown, of: unknown = value): Seen => evaluate(inner as Schema, of, root);
  const keep = (seen: Seen): void => {
    for (const name of seen.names) names.add(name);
    for (const index of seen.indexes) indexes.add(index);
  };
  /** A subschema of the same value that must hold. */
  const must = (inner: unknown): void => {
    const seen = judge(inner);
    if (seen.valid) keep(seen);
    else valid = false;
  };
  const list = (keyword: string): readonly unknown[] => (schema[keyword] ?? []) as readonly unknown[];
  const map = (keyword: string): readonly (readonly [string, unknown])[] => Object.entries((schema[keyword] ?? {}) as object);
  const has = (keyword: string): boolean => Object.hasOwn(schema, keyword);

  if (has("type") && typeOf(value) !== schema.type && !(schema.type === "number" && typeOf(value) === "integer")) valid = false;
  if (has("const") && JSON.stringify(schema.const) !== JSON.stringify(value)) valid = false;
  if (has("$ref")) must(at(root, schema.$ref as string));
  for (const inner of list("allOf")) must(inner);
  for (const keyword of ["anyOf", "oneOf"]) {
    if (!has(keyword)) continue;
    const held = list(keyword)
      .map((inner) => judge(inner))
      .filter((seen) => seen.valid);
    if (keyword === "anyOf" ? held.length === 0 : held.length !== 1) valid = false;
    else held.forEach(keep);
  }
  if (has("not") && judge(schema.not).valid) valid = false;
  if (has("if")) {
    const condition = judge(schema.if);
    if (condition.valid) keep(condition);
    const branch = condition.valid ? "then" : "else";
    if (has(branch)) must(schema[branch]);
  }

  if (isObject(value)) {
    const own = Object.keys(value);
    for (const name of list("required") as readonly string[]) if (!own.includes(name)) valid = false;
    for (const [name, inner] of map("dependentSchemas")) if (own.includes(name)) must(inner);
    for (const [, inner] of has("propertyNames") ? [["", schema.propertyNames]] : []) {
      for (const name of own) if (!judge(inner, name).valid) valid = false;
    }
    const member = (name: string, inner: unknown): void => {
      names.add(name);
      if (!judge(inner, value[name]).valid) valid = false;
    };
    const beside = new Set<string>();
    for (const [name, inner] of map("properties")) {
      if (!own.includes(name)) continue;
      beside.add(name);
      member(name, inner);
    }
    for (const [pattern, inner] of map("patternProperties")) {
      for (const name of own.filter((each) => new RegExp(pattern, "u").test(each))) {
        beside.add(name);
        member(name, inner);
      }
    }
    if (has("additionalProperties")) for (const name of own.filter((each) => !beside.has(each))) member(name, schema.additionalProperties);
    if (has("unevaluatedProperties")) for (const name of own.filter((each) => !names.has(each))) member(name, schema.unevaluatedProperties);
  }

  if (Array.isArray(value)) {
    if (has("minItems") && value.length < (schema.minItems as number)) valid = false;
    if (has("maxItems") && value.length > (schema.maxItems as number)) valid = false;
    const item = (index: number, inner: unknown): void => {
      indexes.add(index);
      if (!judge(inner, value[index]).valid) valid = false;
    };
    const prefix = list("prefixItems");
    for (let index = 0; index < Math.min(prefix.length, value.length); index += 1) item(index, prefix[index]);
    if (has("items")) for (let index = prefix.length; index < value.length; index += 1) item(index, schema.items);
    if (has("contains")) {
      const found = value.flatMap((each, index) => (judge(schema.contains, each).valid ? [index] : []));
      for (const index of found) indexes.add(index);
      if (found.length < ((schema.minContains ?? 1) as number)) valid = false;
    }
    if (has("unevaluatedItems")) {
      for (let index = 0; index < value.length; index += 1) if (!indexes.has(index)) item(index, schema.unevaluatedItems);
    }
  }
  return valid ? { valid, names, indexes } : FAILED;
}

function at(root: Schema, ref: string): unknown {
  return ref
    .split("/")
    .slice(1)
    .reduce<unknown>((inner, step) => (inner as Record<string, unknown>)[step], root);
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value === "number" && Number.isInteger(value) ? "integer" : typeof value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
