import { parseSync } from "rolldown/utils";

/** Rooms of `src/` in import order: what each may import besides itself and packages (CONTRIBUTING.md, "Where a change goes"). */
const CORE = ["decision", "json", "wire", "provenance", "binding", "trust", "policy"] as const;
const UP_TO = (room: (typeof CORE)[number]): readonly string[] => CORE.slice(0, CORE.indexOf(room));
const PURE = [...CORE, "sign", "contract", "compile", "verify-action", "verify-result", "gate", "audit", "vectors"];

const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  decision: [],
  json: UP_TO("json"),
  wire: UP_TO("wire"),
  provenance: UP_TO("provenance"),
  binding: UP_TO("binding"),
  trust: UP_TO("trust"),
  policy: UP_TO("policy"),
  sign: [...UP_TO("trust"), "trust"],
  contract: [...UP_TO("trust"), "trust"],
  compile: [...CORE, "contract", "verify-result"],
  "verify-action": CORE,
  "verify-result": [...UP_TO("trust"), "trust", "contract"],
  gate: [...CORE, "sign", "contract", "verify-action", "verify-result"],
  audit: [...CORE, "gate"],
  vectors: [...CORE, "sign", "contract", "verify-action", "verify-result", "gate"],
  index: [...CORE, "sign", "verify-action", "gate"],
  result: ["contract", "verify-result"],
  node: PURE,
  http: PURE,
  adapters: [...PURE, "http"],
  cli: [...PURE, "node", "http", "adapters"],
};

/** Rooms that touch files, clocks, sockets and terminals. */
const EDGES: ReadonlySet<string> = new Set(["node", "cli", "http", "adapters"]);

/** Of these, rooms that run wherever there are the web's globals: files, sockets and processes are handed to them. */
const PORTABLE_EDGES: ReadonlySet<string> = new Set(["http", "adapters"]);

/** Globals that make an answer depend on more than its arguments, or tie the code to one runtime. */
const AMBIENT: ReadonlySet<string> = new Set([
  "Buffer",
  "Function",
  "clearInterval",
  "clearTimeout",
  "console",
  "eval",
  "fetch",
  "global",
  "globalThis",
  "performance",
  "process",
  "require",
  "setImmediate",
  "setInterval",
  "setTimeout",
]);

interface Node {
  readonly type: string;
  readonly [member: string]: unknown;
}

export interface SourceFile {
  /** Relative to `src/`, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

export interface Import {
  readonly specifier: string;
  /** The import leaves no trace in the built JavaScript. */
  readonly typeOnly: boolean;
  /** Loaded when it is asked for, so it fixes no order. */
  readonly dynamic: boolean;
}

/** `trust/x.ts` is in room `trust`; a file of `src/` itself is a room of its own name, its `verify-` companions are in its room. */
export function roomOf(path: string): string {
  const [first = "", ...rest] = path.split("/");
  if (rest.length > 0) return first;
  const name = first.replace(/\.ts$/, "");
  return name === "verify-frame" || name === "verify-settings" ? "verify-action" : name;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string";
}

function walk(node: Node, visit: (node: Node, parent: Node | null, member: string) => void, parent: Node | null = null, member = ""): void {
  visit(node, parent, member);
  for (const [name, value] of Object.entries(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, visit, node, name);
  }
}

function parse(file: SourceFile): Node {
  const { program, errors } = parseSync(file.path, file.text);
  if (errors.length > 0) throw new Error(`${file.path} does not parse: ${errors[0]?.message}`);
  return program as unknown as Node;
}

function literal(value: unknown): string | null {
  return isNode(value) && value.type === "Literal" && typeof value.value === "string" ? value.value : null;
}

/** Every static import, re-export, dynamic import and `import()` type of a file. A computed `import(x)` has specifier `""`. */
export function importsOf(file: SourceFile): readonly Import[] {
  const found: Import[] = [];
  walk(parse(file), (node) => {
    switch (node.type) {
      case "ImportDeclaration":
      case "ExportAllDeclaration":
      case "ExportNamedDeclaration": {
        if (node.source === null || node.source === undefined) return;
        const kind = node.importKind ?? node.exportKind;
        found.push({ specifier: literal(node.source) ?? "", typeOnly: kind === "type", dynamic: false });
        return;
      }
      case "ImportExpression":
        found.push({ specifier: literal(node.source) ?? "", typeOnly: false, dynamic: true });
        return;
      case "TSImportType":
        found.push({
          specifier: literal(node.source) ?? literal((node.argument as Node | undefined)?.literal) ?? "",
          typeOnly: true,
          dynamic: false,
        });
    }
  });
  return found;
}

/** The path in `src/` that a relative specifier names, or null for a package. */
export function resolveImport(from: string, specifier: string): string | null {
  if (specifier === "#crypto") return "trust/crypto-port.ts";
  if (!specifier.startsWith(".")) return null;
  const parts = from.split("/").slice(0, -1);
  for (const part of specifier.split("/")) {
    if (part === "..") {
      if (parts.length === 0) return `../${specifier}`;
      parts.pop();
    } else if (part !== ".") parts.push(part);
  }
  return parts.join("/").replace(/\.js$/, ".ts");
}

/** A name in a place where it only labels a member, or stands in a type, which leaves nothing in what runs. */
function isLabel(parent: Node | null, member: string): boolean {
  if (parent === null) return false;
  if (parent.type === "TSTypeQuery") return true;
  if (member === "property") return parent.type === "MemberExpression" && parent.computed !== true;
  if (member === "key") return parent.computed !== true && parent.shorthand !== true;
  return member === "label" || (member === "right" && parent.type === "TSQualifiedName");
}

function isDate(node: unknown): boolean {
  return isNode(node) && node.type === "Identifier" && node.name === "Date";
}

function isMember(node: Node, object: string, property: string): boolean {
  const named = (value: unknown, name: string): boolean =>
    isNode(value) && ((value.type === "Identifier" && value.name === name) || literal(value) === name);
  return node.type === "MemberExpression" && named(node.object, object) && named(node.property, property);
}

function impurities(file: SourceFile): readonly string[] {
  const found: string[] = [];
  walk(parse(file), (node, parent, member) => {
    if (node.type === "Identifier" && AMBIENT.has(node.name as string) && !isLabel(parent, member)) found.push(`uses ${node.name}`);
    if (isMember(node, "Date", "now")) found.push("uses Date.now");
    if (isMember(node, "Math", "random")) found.push("uses Math.random");
    if (node.type === "NewExpression" && isDate(node.callee) && (node.arguments as unknown[]).length === 0) found.push("uses new Date()");
    if (node.type === "CallExpression" && isDate(node.callee)) found.push("uses Date()");
    if (node.type === "VariableDeclarator" && (isDate(node.init) || (isNode(node.init) && node.init.name === "Math")))
      found.push("gives Date or Math another name");
  });
  return found;
}

/** What a source file does against the layering, as sentences; empty where it holds. */
export function layeringFaults(file: SourceFile): readonly string[] {
  const room = roomOf(file.path);
  const may = MAY_IMPORT[room];
  if (may === undefined) return [`${file.path}: room ${room} is not in the table`];
  const edge = EDGES.has(room);
  const faults: string[] = [];
  for (const { specifier } of importsOf(file)) {
    if (specifier === "") {
      faults.push("imports a computed name");
      continue;
    }
    const target = resolveImport(file.path, specifier);
    if (target === null) {
      if (specifier.startsWith("node:") && (!edge || PORTABLE_EDGES.has(room))) faults.push(`imports ${specifier}`);
      continue;
    }
    if (target.startsWith("../")) {
      // The command prints the published schema itself.
      if (edge && /^(\.\.\/)+spec\/schemas\/[a-z-]+\.schema\.json$/.test(specifier)) continue;
      faults.push(`imports ${specifier}, outside src/`);
      continue;
    }
    const other = roomOf(target);
    if (other !== room && !may.includes(other)) faults.push(`imports ${other}/`);
    if (!specifier.startsWith("#") && !specifier.endsWith(".js")) faults.push(`imports ${specifier} without .js`);
  }
  if (!edge) faults.push(...impurities(file));
  return faults.map((fault) => `${file.path}: ${fault}`);
}
