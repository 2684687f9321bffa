import { _, type Code, type CodeKeywordDefinition, type KeywordCxt, Name, stringify } from "ajv/dist/2020.js";
import type { JsonArray } from "../json/value.js";
import { codePoints, hasUniqueItems, isMultipleOf, oneOf, type Steps } from "../policy/args-functions.js";
import { BRANCH_KEYWORDS } from "./branch-keywords.js";
import { itemKeywords } from "./item-keywords.js";

/** The mark that a compiled copy gives to schemas entered again from within themselves; no operator can write it. */
export const STEP = "countersign:step";

/** The marks of what it costs to enter a schema, and to walk the members of an object with it (weigh-schema.ts). */
export const WORK = "countersign:work";
export const MEMBERS = "countersign:members";

/** The keywords that stand in for Ajv's. Generated code calls args-functions.ts by the name given here. */
export function ajvKeywords(steps: Steps): readonly CodeKeywordDefinition[] {
  const text = (cxt: KeywordCxt): void => void cxt.gen.code(_`${named(cxt, steps.text, _`steps.text`)}(${cxt.data}, 1)`);
  const read = (cxt: KeywordCxt): void => void cxt.gen.code(_`${named(cxt, steps.read, _`steps.read`)}(${cxt.data})`);
  const members = (cxt: KeywordCxt, units: number): void =>
    void cxt.gen.code(_`${named(cxt, steps.members, _`steps.members`)}(${cxt.data}, ${units})`);
  const work = (cxt: KeywordCxt, units: Code | number): void => void cxt.gen.code(_`${named(cxt, steps.work, _`steps.work`)}(${units})`);
  const among = (cxt: KeywordCxt, values: JsonArray): void => {
    if (values.some((value) => typeof value === "object" && value !== null)) read(cxt);
    const test = named(cxt, oneOf(values), _`oneOf(${stringify(values)})`);
    cxt.pass(_`${test}(${cxt.data})`);
  };
  return [
    {
      keyword: "multipleOf",
      type: "number",
      schemaType: "number",
      code: (cxt) => cxt.pass(call(cxt, isMultipleOf, _`isMultipleOf`, cxt.schemaCode)),
    },
    {
      keyword: "uniqueItems",
      type: "array",
      schemaType: "boolean",
      code: (cxt) => {
        if (cxt.schema !== true) return;
        read(cxt);
        cxt.pass(call(cxt, hasUniqueItems, _`hasUniqueItems`));
      },
    },
    { keyword: "enum", schemaType: "array", code: (cxt) => among(cxt, cxt.schema as JsonArray) },
    { keyword: "const", code: (cxt) => among(cxt, [cxt.schema]) },
    {
      keyword: "maxLength",
      type: "string",
      schemaType: "number",
      code: (cxt) => {
        text(cxt);
        // No text has more code points than code units, and most are short: those are not counted.
        cxt.pass(_`${cxt.data}.length <= ${cxt.schemaCode} || ${call(cxt, codePoints, _`codePoints`)} <= ${cxt.schemaCode}`);
      },
    },
    {
      keyword: "minLength",
      type: "string",
      schemaType: "number",
      code: (cxt) => {
        text(cxt);
        cxt.pass(_`${cxt.data}.length >= ${cxt.schemaCode} && ${call(cxt, codePoints, _`codePoints`)} >= ${cxt.schemaCode}`);
      },
    },
    ...itemKeywords((cxt, items) => work(cxt, _`2 * ${items}`)),
    ...BRANCH_KEYWORDS,
    // Last, since it asks what the others evaluated.
    {
      keyword: "unevaluatedProperties",
      type: "object",
      schemaType: ["boolean", "object"],
      trackErrors: true,
      // Messages are off; the name is told to the operator.
      error: { message: "", params: ({ params }) => _`{unevaluatedProperty: ${params.unevaluatedProperty}}` },
      code: (cxt) => unevaluatedProperties(cxt, members),
    },
    {
      keyword: STEP,
      // Counted on the way in, before any keyword that could enter again.
      before: "$ref",
      schemaType: "boolean",
      code: (cxt) => void cxt.gen.code(_`${named(cxt, steps.step, _`steps.step`)}()`),
    },
    { keyword: WORK, before: "$ref", schemaType: "number", code: (cxt) => work(cxt, cxt.schema as number) },
    { keyword: MEMBERS, before: "maxProperties", type: "object", schemaType: "number", code: (cxt) => members(cxt, cxt.schema as number) },
  ];
}

/** The name of `ref` in generated code; `code` is what a module compiled ahead calls it. */
function named({ gen }: KeywordCxt, ref: unknown, code: Code): Name {
  return gen.scopeValue("func", { ref, code });
}

/** Generated code that calls `ref` with the value judged. */
function call(cxt: KeywordCxt, ref: unknown, code: Code, limit?: Code | number | boolean): Code {
  const name = named(cxt, ref, code);
  return limit === undefined ? _`${name}(${cxt.data})` : _`${name}(${cxt.data}, ${limit})`;
}

/**
 * Ajv's own looks a member up in the plain object of evaluated names, so `constructor` and its like count as evaluated and
 * pass a closed schema. Here only own names count.
 */
function unevaluatedProperties(cxt: KeywordCxt, members: (cxt: KeywordCxt, units: number) => void): void {
  const { gen, schema, data, errsCount, it } = cxt;
  const { props } = it;
  if (props !== true) {
    members(cxt, 2 + (props instanceof Name || props === undefined ? 0 : Object.keys(props).length));
    const each = (): void => {
      gen.forIn("key", data, (key) => {
        gen.if(isUnevaluated(props, key), () => judgeMember(key));
      });
    };
    if (props instanceof Name) gen.if(_`${props} !== true`, each);
    else each();
  }
  it.props = true;
  cxt.ok(_`${errsCount as Name} === ${new Name("errors")}`);

  function judgeMember(key: Name): void {
    if (schema === false) {
      cxt.setParams({ unevaluatedProperty: key });
      cxt.error();
      if (!it.allErrors) gen.break();
      return;
    }
    const valid = gen.name("valid");
    // 1 is Ajv's Type.Str: the member's name is a string.
    cxt.subschema({ keyword: "unevaluatedProperties", dataProp: key, dataPropType: 1 }, valid);
    if (!it.allErrors) gen.if(_`!${valid}`, () => gen.break());
  }
}

function isUnevaluated(props: Name | { [name in string]?: true } | undefined, key: Name): Code {
  if (props === undefined) return _`true`;
  if (props instanceof Name) return _`!${props} || !Object.hasOwn(${props}, ${key})`;
  return Object.keys(props).reduce<Code>((all, name) => _`${all} && ${key} !== ${name}`, _`true`);
}
