import { _, type Code, type CodeKeywordDefinition, type KeywordCxt, Name, nil, type SchemaCxt } from "ajv/dist/2020.js";

/**
 * The keywords whose subschemas judge the same value under a condition. Ajv's take over what a branch evaluated by its
 * variable, whether the branch held or not, and keep the variable from one item of an array to the next: names that
 * nothing judged then pass a closed object. Here each keyword starts a record of its own when it is reached, and a branch
 * adds to it only where it held.
 *
 * Only member names are recorded: items under a condition are refused beside `unevaluatedItems` (check-unevaluated.ts).
 */
export const BRANCH_KEYWORDS: readonly CodeKeywordDefinition[] = [
  { keyword: "anyOf", schemaType: "array", trackErrors: true, code: (cxt) => among(cxt, (held) => _`${held} > 0`) },
  { keyword: "oneOf", schemaType: "array", trackErrors: true, code: (cxt) => among(cxt, (held) => _`${held} === 1`) },
  { keyword: "if", schemaType: ["object", "boolean"], trackErrors: true, code: conditional },
  { keyword: "dependentSchemas", type: "object", schemaType: "object", code: dependent },
];

function among(cxt: KeywordCxt, holds: (held: Name) => Code): void {
  const { gen, keyword } = cxt;
  const count = gen.let("held", 0);
  const valid = gen.name("_valid");
  startRecord(cxt);
  for (const schemaProp of (cxt.schema as readonly unknown[]).keys()) {
    const branch = cxt.subschema({ keyword, schemaProp, compositeRule: true }, valid);
    gen.if(valid, () => {
      gen.code(_`${count}++`);
      record(cxt, branch);
    });
  }
  cxt.result(
    holds(count),
    () => cxt.reset(),
    () => cxt.error(true),
  );
}

function conditional(cxt: KeywordCxt): void {
  const { gen } = cxt;
  const valid = gen.let("valid", true);
  const holds = gen.name("_valid");
  startRecord(cxt);
  const condition = cxt.subschema({ keyword: "if", compositeRule: true, createErrors: false, allErrors: false }, holds);
  cxt.reset();
  gen.if(
    holds,
    () => {
      record(cxt, condition);
      follow("then");
    },
    () => follow("else"),
  );
  cxt.pass(valid, () => cxt.error(true));

  function follow(keyword: "then" | "else"): void {
    if (!Object.hasOwn(cxt.parentSchema, keyword)) return;
    const branch = cxt.subschema({ keyword }, holds);
    gen.assign(valid, holds);
    gen.if(holds, () => record(cxt, branch));
  }
}

function dependent(cxt: KeywordCxt): void {
  const { gen, data, keyword } = cxt;
  const valid = gen.name("valid");
  startRecord(cxt);
  for (const schemaProp of Object.keys(cxt.schema as object)) {
    gen.if(
      _`Object.hasOwn(${data}, ${schemaProp})`,
      () => {
        const branch = cxt.subschema({ keyword, schemaProp }, valid);
        gen.if(valid, () => record(cxt, branch));
      },
      () => gen.var(valid, true),
    );
    cxt.ok(valid);
  }
}

/** A variable that nobody else writes, with what the keywords before this one evaluated. */
function startRecord({ gen, it }: KeywordCxt): void {
  const { props } = it;
  if (props === true) return;
  it.props = gen.var("props", props instanceof Name ? _`${props} === true || Object.assign(${EMPTY}, ${props})` : recordOf(props));
}

const EMPTY = _`{ __proto__: null }`;

function recordOf(props: { readonly [name: string]: true | undefined } = {}): Code {
  return _`{ __proto__: null${Object.keys(props).reduce<Code>((all, name) => _`${all}, [${name}]: true`, nil)} }`;
}

/** Called where the branch held. */
function record(cxt: KeywordCxt, branch: SchemaCxt): void {
  delete branch.items;
  cxt.mergeEvaluated(branch, Name);
}
