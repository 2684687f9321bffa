import { UsageError } from "./faults.js";
import { type FlagSpecs, type Flags, readFlags } from "./flags.js";
import type { Reply } from "./reply.js";
import type { Shell } from "./shell.js";

interface CommandPage {
  /** As typed: `keys list`. */
  readonly name: string;
  readonly summary: string;
  /** What stands after the name; absent: nothing may. */
  readonly operand?: { readonly name: string; readonly optional?: true; readonly second?: string };
  /** Names a command line of its own, which stands after `--` and is not read. */
  readonly rest?: string;
  /** Where it takes no operand: what to write in place of the file that somebody may give it. */
  readonly fileFlag?: string;
  /** Lines under the flags. */
  readonly notes?: readonly string[];
}

/** A command that is ready to run on what follows its name. */
export interface Command extends CommandPage {
  readonly help: string;
  readonly run: (argv: readonly string[], shell: Shell) => Promise<Reply>;
}

interface CommandSpec<S extends FlagSpecs> extends CommandPage {
  readonly flags: S;
  readonly run: (
    flags: Flags<S>,
    operand: string | undefined,
    shell: Shell,
    second: string | undefined,
    rest: readonly string[],
  ) => Promise<Reply>;
}

/** Binds a command's flags to its code: help page, parsing and operand check come from the one specification. */
export function defineCommand<const S extends FlagSpecs>(spec: CommandSpec<S>): Command {
  const help = helpPage(spec);
  const specs = { ...spec.flags, help: { type: "switch", help: "" } } as const;
  return {
    name: spec.name,
    summary: spec.summary,
    help,
    async run(argv, shell) {
      if (asksForHelp(argv)) return { exit: 0, stdout: help };
      const { own, rest } = partRest(spec, argv);
      const { flags, operands } = readFlags(own, specs);
      if (flags.help === true) throw new UsageError("stands alone", "--help");
      checkOperands(spec, operands);
      return spec.run(flags as unknown as Flags<S>, operands[0], shell, operands[1], rest);
    },
  };
}

/** What follows the first `--` belongs to another program, flags and all. */
function partRest({ rest }: CommandPage, argv: readonly string[]) {
  const at = rest === undefined ? -1 : argv.indexOf("--");
  return at === -1 ? { own: argv, rest: [] } : { own: argv.slice(0, at), rest: argv.slice(at + 1) };
}

function checkOperands({ name, operand, rest, fileFlag }: CommandPage, operands: readonly string[]): void {
  if (operand === undefined) {
    if (operands.length === 0) return;
    if (rest !== undefined) throw new UsageError(`takes no operand: ${rest} stands after --`, name);
    throw new UsageError(fileFlag === undefined ? "takes no operand" : `takes no operand: give the file with ${fileFlag}`, name);
  }
  const names = operand.second === undefined ? [operand.name] : [operand.name, operand.second];
  if (operands.length > names.length) throw new UsageError(`takes one ${names.join(" and one ")}, not ${operands.length}`, name);
  const missing = operand.optional === true ? undefined : names[operands.length];
  if (missing !== undefined) throw new UsageError(`needs ${missing}`, name);
  const empty = names[operands.indexOf("")];
  if (empty !== undefined) throw new UsageError("is empty", empty);
}

/**
 * Only as the one word after the command: help exits 0, and 0 is what a pipeline takes for an allow. A tool or file of that
 * name, which somebody else may have chosen, must not turn a verification into a page of help.
 */
function asksForHelp(argv: readonly string[]): boolean {
  return argv.length === 1 && (argv[0] === "--help" || argv[0] === "-h");
}

/** What stands after the name, for the page. */
function operandWords({ operand }: CommandPage): string {
  if (operand === undefined) return "";
  if (operand.optional === true) return ` [${operand.name}]`;
  return operand.second === undefined ? ` ${operand.name}` : ` ${operand.name} ${operand.second}`;
}

function helpPage(spec: CommandPage & { readonly flags: FlagSpecs }): string {
  const operand = operandWords(spec);
  const rest = spec.rest === undefined ? "" : ` -- ${spec.rest}`;
  const lines = [`countersign ${spec.name}${operand} [flags]${rest}`, "", spec.summary];
  const rows = Object.entries(spec.flags).map(
    ([name, flag]) =>
      [
        `--${name}${flag.value === undefined ? "" : ` ${flag.value}`}`,
        `${flag.required === true ? "(required) " : ""}${flag.help}`,
      ] as const,
  );
  const width = Math.max(0, ...rows.map(([left]) => left.length));
  if (rows.length > 0) lines.push("", ...rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`));
  if (spec.notes !== undefined) lines.push("", ...spec.notes);
  return `${lines.join("\n")}\n`;
}
