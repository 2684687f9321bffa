/** One line of the sources changed for the worse. */
export interface Mutant {
  /** What goes wrong, in the words of the rule it breaks. */
  readonly name: string;
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
}
