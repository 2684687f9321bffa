import { _, type Code, type CodeKeywordDefinition, type KeywordCxt, Name } from "ajv/dist/2020.js";

/**
 * Keywords over items. In Ajv's code for them a variable that is set per item stays unset, or as the array before left it,
 * where an array is empty or short: `prefixItems` then skips every keyword behind it, and `contains` passes.
 */
export function itemKeywords(count: (cxt: KeywordCxt, items: Code) => void): readonly CodeKeywordDefinition[] {
  return [
    { keyword: "prefixItems", type: "array", schemaType: "array", code: prefixItems },
    {
      keyword: "contains",
      type: "array",
      schemaType: ["object", "boolean"],
      trackErrors: true,
      code: (cxt) => {
        // It goes on where an item fails by its type, before that item's schema is counted.
        count(cxt, _`${cxt.data}.length`);
        contains(cxt);
      },
    },
    // Last, since it asks what the others evaluated.
    { keyword: "unevaluatedItems", type: "array", schemaType: ["boolean", "object"], code: unevaluatedItems },
  ];
}

/** `type` in what a subschema is told of an item's place: Ajv's Type.Num. */
const NUMBER = 0;

function prefixItems(cxt: KeywordCxt): void {
  const { gen, data, keyword, it } = cxt;
  const count = (cxt.schema as readonly unknown[]).length;
  if (it.items !== true) it.items = Math.max(it.items instanceof Name || it.items === undefined ? 0 : it.items, count);
  const length = gen.const("len", _`${data}.length`);
  const valid = gen.name("valid");
  for (let index = 0; index < count; index += 1) {
    gen.if(
      _`${length} > ${index}`,
      () => cxt.subschema({ keyword, schemaProp: index, dataProp: index }, valid),
      () => gen.var(valid, true),
    );
    cxt.ok(valid);
  }
}

/** `minContains` and `maxContains` say nothing without it, so they are judged here. */
function contains(cxt: KeywordCxt): void {
  const { gen, data, keyword, parentSchema } = cxt;
  const least = limit(parentSchema, "minContains") ?? 1;
  const most = limit(parentSchema, "maxContains");
  const count = gen.let("count", 0);
  const valid = gen.name("_valid");
  gen.forRange("i", 0, _`${data}.length`, (index) => {
    cxt.subschema({ keyword, dataProp: index, dataPropType: NUMBER, compositeRule: true }, valid);
    // An item that does not meet it is no fault, and a long array would keep the faults of each.
    cxt.reset();
    gen.if(valid, () => {
      gen.code(_`${count}++`);
      if (most === undefined) gen.if(_`${count} >= ${least}`, () => gen.break());
      else gen.if(_`${count} > ${most}`, () => gen.break());
    });
  });
  cxt.result(most === undefined ? _`${count} >= ${least}` : _`${count} >= ${least} && ${count} <= ${most}`, () => cxt.reset());
}

function limit(schema: object, name: string): number | undefined {
  return Object.hasOwn(schema, name) ? (schema as Record<string, number>)[name] : undefined;
}

/** What is evaluated is a number of items from the front, or all: more than one may not hang on a condition (check-unevaluated.ts). */
function unevaluatedItems(cxt: KeywordCxt): void {
  const { gen, data, keyword, schema, it } = cxt;
  const from = it.items ?? 0;
  it.items = true;
  if (from === true) return;
  if (schema === false) {
    cxt.fail(_`${data}.length > ${from}`);
    return;
  }
  const valid = gen.name("valid");
  gen.var(valid, true);
  gen.forRange("i", from, _`${data}.length`, (index) => {
    cxt.subschema({ keyword, dataProp: index, dataPropType: NUMBER }, valid);
    gen.if(_`!${valid}`, () => gen.break());
  });
  cxt.ok(valid);
}
