/** Where an operator's file or option is wrong. */
export interface ConfigurationPlace {
  /** The file as the operator named it; absent for an option. */
  readonly file?: string;
  /** JSON pointer into the file, or the option's name. */
  readonly place?: string;
}

/**
 * The operator's side is wrong (policy, keyring, options), so no decision can be made. Never thrown for input that an
 * agent controls. The message says what is wrong and what to do; it quotes no key material.
 */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";
  readonly file: string | undefined;
  readonly place: string | undefined;

  constructor(message: string, where: ConfigurationPlace = {}, options?: ErrorOptions) {
    super(message, options);
    this.file = where.file;
    this.place = where.place;
  }

  /** The same fault, told with the file it came from. */
  inFile(file: string): ConfigurationError {
    return new ConfigurationError(this.message, this.place === undefined ? { file } : { file, place: this.place }, { cause: this.cause });
  }
}
