import { _, type Code, type CodeKeywordDefinition, type KeywordCxt, Name, stringify } from "ajv/dist/2020.js";
import type { JsonArray } from "../json/value.js";
import { codePoints, hasUniqueItems, isMultipleOf, oneOf } from "../policy/args-functions.js";
import { BRANCH_KEYWORDS } from "./branch-keywords.js";
import { ITEM_KEYWORDS } from "./item-keywords.js";

/** The mark that a compiled copy gives to schemas entered again from within themselves; no operator can write it. */
export const STEP = "countersign:step";

/** The keywords that stand in for Ajv's. Generated code calls args-functions.ts by the name given here. */
export function ajvKeywords(step: () => void): readonly CodeKeywordDefinition[] {
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
        if (cxt.schema === true) cxt.pass(call(cxt, hasUniqueItems, _`hasUniqueItems`));
      },
    },
    { keyword: "enum", schemaType: "array", code: (cxt) => among(cxt, cxt.schema as JsonArray) },
    { keyword: "const", code: (cxt) => among(cxt, [cxt.schema]) },
    {
      keyword: "maxLength",
      type: "string",
      schemaType: "number",
      code: (cxt) => cxt.pass(_`${call(cxt, codePoints, _`codePoints`)} <= ${cxt.schemaCode}`),
    },
    {
      keyword: "minLength",
      type: "string",
      schemaType: "number",
      code: (cxt) => cxt.pass(_`${call(cxt, codePoints, _`codePoints`)} >= ${cxt.schemaCode}`),
    },
    ...ITEM_KEYWORDS,
    ...BRANCH_KEYWORDS,
    // Last, since it asks what the others evaluated.
    { keyword: "unevaluatedProperties", type: "object", schemaType: ["boolean", "object"], trackErrors: true, code: unevaluatedProperties },
    {
      keyword: STEP,
      // Counted on the way in, before any keyword that could enter again.
      before: "$ref",
      schemaType: "boolean",
      code: ({ gen }) => void gen.code(_`${gen.scopeValue("func", { ref: step, code: _`steps.step` })}()`),
    },
  ];
}

/** Generated code that calls `ref`, under the name that a module compiled ahead imports, with the value judged. */
function call({ gen, data }: KeywordCxt, ref: unknown, code: Code, limit?: Code | number | boolean): Code {
  const name = gen.scopeValue("func", { ref, code });
  return limit === undefined ? _`${name}(${data})` : _`${name}(${data}, ${limit})`;
}

function among(cxt: KeywordCxt, values: JsonArray): void {
  const test = cxt.gen.scopeValue("func", { ref: oneOf(values), code: _`oneOf(${stringify(values)})` });
  cxt.pass(_`${test}(${cxt.data})`);
}

/**
 * Ajv's own looks a member up in the plain object of evaluated names, so `constructor` and its like count as evaluated and
 * pass a closed schema. Here only own names count.
 */
function unevaluatedProperties(cxt: KeywordCxt): void {
  const { gen, schema, data, errsCount, it } = cxt;
  const { props } = it;
  if (props !== true) {
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
