/**
 * The command line is wrong. Exit 64. The message holds no text of the command line that is not escaped, and does not repeat the
 * place: whoever prints puts the two together.
 */
export class UsageError extends Error {
  override readonly name = "UsageError";
  /** The flag or operand. */
  readonly place: string | undefined;

  constructor(message: string, place?: string) {
    super(message);
    this.place = place;
  }
}

/** An input file is unreadable, or the live arguments are not JSON. Exit 1. */
export class UnreadableError extends Error {
  override readonly name = "UnreadableError";
  /** Null where the text came from a flag itself. */
  readonly file: string | null;
  readonly place: string | undefined;

  constructor(message: string, file: string | null, place?: string) {
    super(message);
    this.file = file;
    this.place = place;
  }
}
