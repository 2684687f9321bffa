/** Reads the options of a producer's call: own members only, each once, and no name that is not known. */
export function readOptions<T extends object>(what: string, given: T, names: readonly (keyof T & string)[]): T {
  if (typeof given !== "object" || given === null || Array.isArray(given)) throw new TypeError(`${what} must be an object`);
  const own = { ...given };
  const known: ReadonlySet<PropertyKey> = new Set(names);
  for (const name of Reflect.ownKeys(own)) {
    if (!known.has(name)) throw new TypeError(`${what} has the unknown member ${String(name)}; it takes ${names.join(", ")}`);
  }
  return own;
}

export function requireText(what: string, value: unknown): string {
  if (typeof value !== "string" || value === "") throw new TypeError(`${what} must be a non-empty string`);
  return value;
}

export function requireList(what: string, value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeError(`${what} must be an array`);
  return [...value];
}
