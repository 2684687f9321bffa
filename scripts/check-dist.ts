// Holds what the built files must hold and no source test can see: the chunks have no import cycle (an engine that waits for
// itself), what is offered as portable reaches nothing of Node, and no subpath loads the command.
import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { type Import, importsOf } from "../test/pins/layering.js";

const DIST = new URL("../dist/", import.meta.url);
const CLI = "cli.cjs";
const NODE = "node.js";
const PORTABLE = [
  "index.js",
  "result.js",
  "mcp.js",
  "http.js",
  "sign.js",
  "compile.js",
  "compiled-policy.js",
  "compiled-policy-patterns.js",
  "compiled-policy-conditions.js",
  "ed25519.js",
  "ed25519-portable.js",
  "vectors.js",
];

interface Reach {
  readonly cycles: readonly string[];
  /** Everything outside the package that is loaded. */
  readonly outside: ReadonlySet<string>;
  /** Built files that hold a part of the command. */
  readonly command: readonly string[];
}

/** The bundler writes what is needed at once as a statement of its own, and what is loaded later inside a function. */
function requiresOf(text: string): readonly Pick<Import, "specifier" | "dynamic">[] {
  return [...text.matchAll(/^(.*?)\b(?:require|import)\("([^"\s]+)"\)/gm)].map(([, before, specifier]) => ({
    specifier: specifier as string,
    dynamic: !/^(?:(?:const|let|var) \w+ = )?$/.test(before as string),
  }));
}

/** Follows the imports of a built file; only the static ones where it is a question of order. */
function reach(entry: string, engine: string, includeDynamic: boolean): Reach {
  const cycles: string[] = [];
  const outside = new Set<string>();
  const command: string[] = [];
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) {
      cycles.push([...trail.slice(trail.indexOf(path)), path].join(" > "));
      return;
    }
    if (done.has(path)) return;
    done.add(path);
    const text = readFileSync(new URL(path, DIST), "utf8");
    if (/^\/\/(?:#region)? src\/cli\//m.test(text)) command.push(path);
    for (const { specifier, dynamic } of path.endsWith(".cjs") ? requiresOf(text) : importsOf({ path, text })) {
      if (dynamic && !includeDynamic) continue;
      if (specifier === "#crypto") visit(engine, [...trail, path]);
      else if (specifier.startsWith(".")) visit(posix.join(posix.dirname(path), specifier), [...trail, path]);
      else outside.add(specifier);
    }
  };
  visit(entry, []);
  return { cycles, outside, command };
}

const faults: string[] = [];
for (const entry of [CLI, NODE, ...PORTABLE]) {
  for (const engine of ["crypto-node.js", "crypto-portable.js"]) {
    for (const cycle of reach(entry, engine, false).cycles) faults.push(`${entry}: ${cycle}`);
  }
}
if (reach(CLI, "crypto-node.js", true).command.length === 0) faults.push("the command is not recognised in the built files");
for (const entry of [NODE, ...PORTABLE]) {
  const { command } = reach(entry, "crypto-node.js", true);
  if (command.length > 0) faults.push(`${entry} loads the command: ${command.join(", ")}`);
}
for (const entry of PORTABLE) {
  const strange = [...reach(entry, "crypto-portable.js", true).outside].filter((name) => !name.startsWith("@noble/"));
  if (strange.length > 0) faults.push(`${entry} reaches ${strange.join(", ")}`);
}
for (const fault of new Set(faults)) console.error(fault);
console.log(`${PORTABLE.length + 2} entries, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
