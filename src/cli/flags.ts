import { parseArgs } from "node:util";
import { didYouMean } from "../compile/did-you-mean.js";
import { escapeText } from "./escape.js";
import { UsageError } from "./faults.js";

interface FlagSpec {
  readonly type: "text" | "switch";
  /** Marked in the help page; the command itself refuses to go without it. */
  readonly required?: true;
  /** May be given more than once. */
  readonly many?: true;
  /** What stands after the flag in the help page, for `text`. */
  readonly value?: string;
  readonly help: string;
}

export type FlagSpecs = Readonly<Record<string, FlagSpec>>;

export type Flags<S extends FlagSpecs> = {
  readonly [N in keyof S]: S[N]["type"] extends "switch" ? boolean : S[N] extends { many: true } ? readonly string[] : string | undefined;
};

export interface CommandLine<S extends FlagSpecs> {
  readonly flags: Flags<S>;
  readonly operands: readonly string[];
}

/**
 * Reads a command line by its specification. A flag that is unknown, repeated, empty or without its value is a UsageError:
 * a misspelt flag that was skipped could be the one that names the policy.
 */
export function readFlags<S extends FlagSpecs>(argv: readonly string[], specs: S): CommandLine<S> {
  const { tokens } = parseArgs({
    args: [...argv],
    options: Object.fromEntries(Object.entries(specs).map(([name, spec]) => [name, { type: spec.type === "text" ? "string" : "boolean" }])),
    strict: false,
    tokens: true,
  });
  const texts = new Map<string, string[]>();
  const operands: string[] = [];
  for (const token of tokens) {
    if (token.kind === "option-terminator") continue;
    if (token.kind === "positional") {
      operands.push(token.value);
      continue;
    }
    const spec = Object.hasOwn(specs, token.name) && token.rawName === `--${token.name}` ? specs[token.name] : undefined;
    if (spec === undefined) {
      const near = didYouMean(
        token.rawName,
        Object.keys(specs).map((name) => `--${name}`),
      );
      throw new UsageError(`is no flag of this command${near}`, escapeText(token.rawName, 64));
    }
    const seen = texts.get(token.name);
    if (seen !== undefined && spec.many !== true) throw new UsageError("is given twice", token.rawName);
    const value = textOf(token.rawName, spec, token.value, token.inlineValue === true);
    texts.set(token.name, [...(seen ?? []), value]);
  }
  const flags = Object.fromEntries(
    Object.entries(specs).map(([name, spec]) => {
      const values = texts.get(name);
      if (spec.type === "switch") return [name, values !== undefined];
      return [name, spec.many === true ? (values ?? []) : values?.[0]];
    }),
  );
  return { flags: Object.freeze(flags) as Flags<S>, operands };
}

function textOf(rawName: string, spec: FlagSpec, value: string | undefined, inline: boolean): string {
  if (spec.type === "switch") {
    if (value !== undefined) throw new UsageError("takes no value", rawName);
    return "";
  }
  // `--tool --unbound` is a forgotten value, not a tool of that name; `--tool=--unbound` says it outright.
  if (value === undefined || (!inline && value.length > 1 && value.startsWith("-"))) throw new UsageError("needs a value", rawName);
  if (value === "") throw new UsageError("is empty", rawName);
  return value;
}

/** One of a list, or a UsageError that names the list. */
export function oneOf<T extends string>(flag: string, value: string | undefined, list: readonly T[], otherwise: T): T {
  if (value === undefined) return otherwise;
  const found = list.find((item) => item === value);
  if (found === undefined) throw new UsageError(`is one of ${list.join(", ")}`, flag);
  return found;
}
