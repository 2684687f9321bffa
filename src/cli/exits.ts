import { CODES, type Code } from "../decision/catalogue.js";

/** Exit codes without a PIC code (spec/cli.md#exit-codes). */
export const EXIT = Object.freeze({ done: 0, unreadable: 1, finding: 1, configuration: 6, usage: 64, internal: 70 });

export function exitOf(code: Code): number {
  return code === "PIC_OK" ? EXIT.done : CODES[code].exit;
}
