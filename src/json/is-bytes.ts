// The engine's own reading of a typed array: own members, `instanceof` hooks and proxies cannot stand in for it.
const tagOf = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag)?.get as (
  this: unknown,
) => string | undefined;

/** Whether a value really is a Uint8Array (a Buffer is one), from any realm; a proxy or a look-alike is not. */
export function isBytes(value: unknown): value is Uint8Array {
  return Reflect.apply(tagOf, value, []) === "Uint8Array";
}
