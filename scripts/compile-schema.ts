// Compiles the schemas below to checked-in modules, or with --check fails when a file on disk differs. The modules import
// nothing, build no code at run time, and look at own members only.
import { readFileSync, writeFileSync } from "node:fs";
import { Ajv } from "ajv";
import standalone from "ajv/dist/standalone/index.js";

interface Target {
  readonly schema: string;
  readonly module: string;
  readonly name: string;
  /** Its caller keeps inherited members of the schema's names out, so that no member is tested for being own. */
  readonly guarded: boolean;
}

export const TARGETS: readonly Target[] = [
  { schema: "spec/schemas/proposal.schema.json", module: "src/wire/compiled/proposal.js", name: "matchesProposal", guarded: true },
  ...(["verify", "action", "result"] as const).map((what) => ({
    schema: `spec/schemas/bridge-${what}-request.schema.json`,
    module: `src/http/compiled/${what}-request.js`,
    name: `matches${what[0]?.toUpperCase()}${what.slice(1)}Request`,
    guarded: false,
  })),
  { schema: "vectors/vector.schema.json", module: "src/vectors/compiled/vector-file.js", name: "matchesVectorFile", guarded: false },
];

const ROOT = new URL("../", import.meta.url);

// What must not be left in a compiled module: code that a replaced prototype method could steer, or that loads or builds code.
const FORBIDDEN = /\bfor\(const \w+ of\b|\.push\(|\brequire\(|\bimport\b|\beval\b|\bFunction\(|\bschema\d+\b/;

/**
 * Ajv walks names with `for..of` and collects errors with `push`: both call methods of Array.prototype, and a replaced
 * iterator would hide unknown members. The same walks are written here with `for..in`, an own-member test and an index.
 * What `check-proposal.ts` does not read (schema paths, most parameters) goes, and with it the copies of the schema.
 */
function harden(code: string, guarded: boolean): string {
  const schemas = new Map<string, unknown>();
  for (const [, name, text] of code.matchAll(/^const (schema\d+) = (\{.*\});$/gm)) schemas.set(name as string, JSON.parse(text as string));
  return (
    code
      .replace(/for\(const (key\d+) of Object\.keys\((\w+)\)\)\{/g, "for(const $1 in $2){\nif(!func0.call($2, $1)) continue;")
      .replace(
        /if\(vErrors === null\)\{\nvErrors = \[(err\d+)\];\n\}\nelse \{\nvErrors\.push\(\1\);\n\}/g,
        "if(vErrors === null) vErrors = [];\nvErrors[vErrors.length] = $1;",
      )
      // An optional member that is not own can only refuse more; a required one is tested, or `wire/own-members.ts` stands before.
      .replace(/ && func0\.call\(data\d*, "\w+"\)\)\{/g, "){")
      .replace(/\((data\d*\.\w+ === undefined)\) \|\| \(!\(func0\.call\(data\d*, "\w+"\)\)\)/g, guarded ? "$1" : "$&")
      .replace(/schemaPath:"[^"]*",/g, "")
      .replace(/,params:\{(?!missingProperty|additionalProperty)(?:"(?:[^"\\]|\\.)*"|[^"}])*\}/g, "")
      .replace(/func0\.call\((schema\d+)([\w.[\]]*), (key\d+)\)/g, (_, schema: string, path: string, key: string) => {
        const names = Object.keys(at(schemas.get(schema), path) as object);
        return names.map((name) => `(${key} === ${JSON.stringify(name)})`).join(" || ");
      })
      .replace(/^const schema\d+ = .*\n/gm, "")
  );
}

/** Follows an accessor path that Ajv wrote, such as `.allOf[1].then.properties`. */
function at(schema: unknown, path: string): unknown {
  let value = schema as Record<string, unknown>;
  for (const [step] of path.matchAll(/\w+/g)) value = value[step] as Record<string, unknown>;
  return value;
}

/** The module text for a schema. Throws when Ajv's output is not of the form that `harden` knows. */
export function compileSchema(target: Target): string {
  const schema = JSON.parse(readFileSync(new URL(target.schema, ROOT), "utf8"));
  const ajv = new Ajv({
    strict: true,
    allowUnionTypes: true,
    allErrors: true,
    ownProperties: true,
    messages: false,
    unicodeRegExp: false,
    code: { esm: true, lines: true, optimize: 2, source: true },
  });
  ajv.addSchema(schema, target.name);
  const code = harden(standalone.default(ajv, { [target.name]: target.name }), target.guarded);
  const left = FORBIDDEN.exec(code);
  if (left !== null) throw new Error(`${target.module}: \`${left[0]}\` is left in the compiled code; mend harden()`);
  const [directive, ...rest] = code.trimEnd().split("\n");
  const origin = `// Generated from ${target.schema} by scripts/compile-schema.ts: change it there.`;
  return `${[directive, origin, ...rest].join("\n")}\n`;
}

function readOrEmpty(file: URL): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return ""; // An absent module differs, which is what is reported.
  }
}

if (process.argv[1]?.endsWith("compile-schema.ts")) {
  for (const target of TARGETS) {
    const file = new URL(target.module, ROOT);
    const code = compileSchema(target);
    if (!process.argv.includes("--check")) writeFileSync(file, code);
    else if (readOrEmpty(file) !== code) {
      console.error(`${target.module} differs from ${target.schema}: run \`npm run build:schema\`.`);
      process.exitCode = 1;
    }
  }
}
