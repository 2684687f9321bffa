/**
 * The own members of an options object, each read once, in an object that inherits nothing: what Object.prototype was made
 * to hold is no option.
 *
 * @throws TypeError for a value that is no object, or a name outside `names`.
 */
export function ownOptions<T extends object>(options: T, names: ReadonlySet<string>, what: string): T {
  if (typeof options !== "object" || options === null) throw new TypeError(`${what} must be an object`);
  const own = Object.assign(Object.create(null) as T, options);
  for (const name in own) if (!names.has(name)) throw new TypeError(`unknown ${what} option: ${name}`);
  return own;
}
