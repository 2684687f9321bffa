/** Where an operator's file or option is wrong. */
export interface ConfigurationPlace {
  /** The file as the operator named it; absent for an option. */
  readonly file?: string;
  /** JSON pointer into the file, or the option's name. */
  readonly place?: string;
}

/**
 * The operator's side is wrong (policy, keyring, options), so no decision can be made. Never thrown for input that an
 * agent controls. `message` is the whole line, `file place: what`, for whoever logs nothing else; `what` alone is the sentence
 * that says what is wrong and what to do, and repeats neither file nor place. Neither quotes key material.
 */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";
  readonly what: string;
  readonly file: string | undefined;
  readonly place: string | undefined;

  constructor(what: string, where: ConfigurationPlace = {}, options?: ErrorOptions) {
    super(faultLine(what, where.file, where.place), options);
    this.what = what;
    this.file = where.file;
    this.place = where.place;
  }

  /** The same fault, told with the file it came from. */
  inFile(file: string): ConfigurationError {
    return new ConfigurationError(this.what, this.place === undefined ? { file } : { file, place: this.place }, { cause: this.cause });
  }
}

/** `file place: what`, without what is absent or empty (a pointer to a file's root is). */
export function faultLine(what: string, ...where: readonly (string | null | undefined)[]): string {
  const at = where.filter((part) => part !== undefined && part !== null && part !== "").join(" ");
  return at === "" ? what : `${at}: ${what}`;
}
