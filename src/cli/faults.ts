/** The command line is wrong. Exit 64. The message holds no text of the command line that is not escaped. */
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
  readonly file: string;
  readonly place: string | undefined;

  constructor(message: string, file: string, place?: string) {
    super(message);
    this.file = file;
    this.place = place;
  }
}
