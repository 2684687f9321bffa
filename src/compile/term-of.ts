import type { ASTNode } from "@marcbachmann/cel-js";
import { ConfigurationError } from "../decision/configuration-error.js";
import type { JsonPointer } from "../decision/issue.js";
import { VARIABLES } from "../policy/condition/condition.js";
import { FUNCTION_NAMES, FUNCTIONS } from "../policy/condition/functions.js";
import type { Over, Term } from "../policy/condition/term.js";
import { didYouMean } from "./did-you-mean.js";

const OVERS: ReadonlySet<string> = new Set<Over>(["all", "exists", "exists_one", "filter", "map"]);
const OPERATORS: ReadonlyMap<string, string> = new Map([
  ["!_", "!"],
  ["-_", "-"],
  ...["==", "!=", "<", "<=", ">", ">=", "in", "+", "-", "*", "/", "%"].map((operator) => [operator, operator] as const),
]);
/** What is constant where its argument is written out, so that an impossible day is told when the policy loads. */
const LITERALS: ReadonlySet<string> = new Set(["timestamp", "duration", "int", "double"]);
const MAX_INT = 2n ** 63n;

/**
 * What an expression says, as data: only what is listed here, so that whatever else the engine's language has, or comes to
 * have, is refused (spec/policy.md#when).
 *
 * @throws ConfigurationError with the place of the text
 */
export function termOf(ast: ASTNode, place: JsonPointer): Term {
  const visit = (node: ASTNode, scope: readonly string[]): Term => {
    const deeper = (part: ASTNode): Term => visit(part, scope);
    switch (node.op) {
      case "value":
        return literal(node, place);
      case "id":
        return name(node, node.args, scope, place);
      case ".":
        return ["select", deeper(node.args[0]), node.args[1]];
      case "[]":
        return ["index", deeper(node.args[0]), deeper(node.args[1])];
      case "list":
        return ["list", node.args.map(deeper)];
      case "map":
        return [
          "map",
          node.args.map(([key, value]) => [key, deeper(value)] as const).map(([key, value]) => [memberName(key, place), value]),
        ];
      case "&&":
        return ["and", deeper(node.args[0]), deeper(node.args[1])];
      case "||":
        return ["or", deeper(node.args[0]), deeper(node.args[1])];
      case "?:":
        return ["if", deeper(node.args[0]), deeper(node.args[1]), deeper(node.args[2])];
      case "call": {
        const [called, args] = node.args;
        return called === "has" ? has(node, args, deeper, place) : call(node, called, args, deeper, place);
      }
      case "rcall": {
        const [called, receiver, args] = node.args;
        if (!OVERS.has(called)) return call(node, called, [receiver, ...args], deeper, place);
        return over(node, called as Over, deeper(receiver), args, scope, visit, place);
      }
      default: {
        const operator = OPERATORS.get(node.op);
        if (operator === undefined) return refuse(node, `has ${JSON.stringify(node.op)}, which conditions do not know`, place);
        const parts = (Array.isArray(node.args) ? node.args : [node.args]) as readonly ASTNode[];
        return ["call", operator, parts.map(deeper)];
      }
    }
  };
  return visit(ast, []);
}

function literal(node: Extract<ASTNode, { op: "value" }>, place: JsonPointer): Term {
  const { args: value } = node;
  if (typeof value === "bigint")
    return value < MAX_INT ? ["int", String(value)] : refuse(node, "has an integer of more than 64 bits", place);
  if (typeof value === "number") return Number.isFinite(value) ? ["double", value] : refuse(node, "has a number without a double", place);
  if (typeof value === "string" || typeof value === "boolean" || value === null) return ["value", value];
  return refuse(node, "has bytes or an unsigned integer, which no argument is", place);
}

function name(node: ASTNode, said: string, scope: readonly string[], place: JsonPointer): Term {
  const names: readonly string[] = [...VARIABLES, ...scope];
  if (names.includes(said)) return ["name", said];
  const hint = didYouMean(said, names) || `; there are ${names.join(", ")}`;
  return refuse(node, `has the name ${JSON.stringify(said)}, which is none here${hint}`, place);
}

function memberName(key: ASTNode, place: JsonPointer): string {
  if (key.op === "value" && typeof key.args === "string") return key.args;
  return refuse(key, "has a member whose name is no text", place);
}

function has(node: ASTNode, args: readonly ASTNode[], deeper: (part: ASTNode) => Term, place: JsonPointer): Term {
  const [of] = args;
  if (args.length !== 1 || of?.op !== ".") return refuse(node, "has a `has` of something else than a member, as in has(args.note)", place);
  return ["has", deeper(of.args[0]), of.args[1]];
}

function call(node: ASTNode, called: string, args: readonly ASTNode[], deeper: (part: ASTNode) => Term, place: JsonPointer): Term {
  if (called === "matches") {
    return refuse(node, "has `matches`, which is off since its time is not linear; write a `pattern` in the tool's args", place);
  }
  const judge = FUNCTIONS.get(`${called}/${args.length}`);
  if (judge === undefined || !FUNCTION_NAMES.has(called)) {
    const hint = FUNCTION_NAMES.has(called) ? "" : didYouMean(called, FUNCTION_NAMES) || `; there are ${[...FUNCTION_NAMES].join(", ")}`;
    return refuse(node, `calls ${called} with ${args.length}, which is not offered${hint}`, place);
  }
  const [first] = args;
  if (LITERALS.has(called) && first?.op === "value" && typeof first.args === "string") {
    try {
      judge(first.args, null, { take: () => {}, text: () => {} });
    } catch {
      return refuse(first, `has ${JSON.stringify(first.args)}, which is no ${called}`, place);
    }
  }
  return ["call", called, args.map(deeper)];
}

function over(
  node: ASTNode,
  called: Over,
  range: Term,
  args: readonly ASTNode[],
  scope: readonly string[],
  visit: (node: ASTNode, scope: readonly string[]) => Term,
  place: JsonPointer,
): Term {
  const [bound, second, third] = args;
  if (bound?.op !== "id" || second === undefined || args.length > (called === "map" ? 3 : 2)) {
    return refuse(node, `has a \`${called}\` without a name and a condition, as in args.lines.all(line, line.amount > 0)`, place);
  }
  const taken: readonly string[] = [...VARIABLES, ...scope];
  if (taken.includes(bound.args)) return refuse(bound, `binds ${JSON.stringify(bound.args)}, which is a name already`, place);
  const inner = [...scope, bound.args];
  if (called !== "map") return ["over", called, range, bound.args, visit(second, inner), null];
  const [when, make] = third === undefined ? [null, second] : [second, third];
  return ["over", called, range, bound.args, when === null ? null : visit(when, inner), visit(make, inner)];
}

function refuse(node: { readonly start: number }, message: string, place: JsonPointer): never {
  throw new ConfigurationError(`${message} (character ${node.start + 1})`, { place });
}
