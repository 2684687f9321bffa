/**
 * Reads options by their own members: what Object.prototype was made to hold is no option. Ask for each name once.
 *
 * @param needs what is said of a value that is no object
 * @throws TypeError for a value that is no object, or a name outside `names`.
 */
export function ownOptions<T extends object>(
  options: T,
  names: ReadonlySet<string>,
  what: string,
  needs = `${what} must be an object`,
): OptionReader<T> {
  if (typeof options !== "object" || options === null) throw new TypeError(needs);
  for (const name of Object.keys(options))
    if (!names.has(name)) throw new TypeError(`unknown ${what} option: ${name}; the options are ${[...names].join(", ")}`);
  return (name: keyof T & string, fallback?: unknown) => {
    const value = Object.hasOwn(options, name) ? options[name] : undefined;
    // Only an absent option has its default: null is a value, and mostly a wrong one.
    return (value === undefined ? fallback : value) as never;
  };
}

export interface OptionReader<T> {
  <Name extends keyof T & string>(name: Name): T[Name] | undefined;
  <Name extends keyof T & string, Fallback>(name: Name, fallback: Fallback): Exclude<T[Name], undefined> | Fallback;
}
