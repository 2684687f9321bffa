import { UsageError } from "./faults.js";
import { type FlagSpecs, type Flags, readFlags } from "./flags.js";
import type { Reply } from "./reply.js";
import type { Shell } from "./shell.js";

interface CommandPage {
  /** As typed: `keys list`. */
  readonly name: string;
  readonly summary: string;
  /** What stands after the name; absent: nothing may. */
  readonly operand?: { readonly name: string; readonly optional?: true; readonly count?: number };
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
  /** `operands` are all of them, for a command that takes several. */
  readonly run: (flags: Flags<S>, operand: string | undefined, shell: Shell, operands: readonly string[]) => Promise<Reply>;
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
      const { flags, operands } = readFlags(argv, specs);
      if (flags.help === true) throw new UsageError("stands alone", "--help");
      checkOperands(spec, operands);
      return spec.run(flags as unknown as Flags<S>, operands[0], shell, operands);
    },
  };
}

function checkOperands({ name, operand, fileFlag }: CommandPage, operands: readonly string[]): void {
  if (operand === undefined) {
    if (operands.length === 0) return;
    throw new UsageError(fileFlag === undefined ? "takes no operand" : `takes no operand: give the file with ${fileFlag}`, name);
  }
  const { count = 1 } = operand;
  if (count === 1 && operands.length > 1) throw new UsageError(`takes one ${operand.name}, not ${operands.length}`, name);
  if (count > 1 && operands.length !== count) throw new UsageError(`takes ${operand.name}, not ${operands.length} operands`, name);
  if (operands.length === 0 && operand.optional !== true) throw new UsageError(`needs ${operand.name}`, name);
  if (operands.includes("")) throw new UsageError("is empty", operand.name);
}

/**
 * Only as the one word after the command: help exits 0, and 0 is what a pipeline takes for an allow. A tool or file of that
 * name, which somebody else may have chosen, must not turn a verification into a page of help.
 */
function asksForHelp(argv: readonly string[]): boolean {
  return argv.length === 1 && (argv[0] === "--help" || argv[0] === "-h");
}

function helpPage(spec: CommandPage & { readonly flags: FlagSpecs }): string {
  const operand = spec.operand === undefined ? "" : spec.operand.optional ? ` [${spec.operand.name}]` : ` ${spec.operand.name}`;
  const lines = [`countersign ${spec.name}${operand} [flags]`, "", spec.summary];
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
