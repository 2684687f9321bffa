const typedArrayName = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag)?.get as (
  this: unknown,
) => string | undefined;

/** Whether a value really is a Uint8Array (a Buffer is one), from any realm; a proxy or a look-alike is not. */
export function isBytes(value: unknown): value is Uint8Array {
  return typedArrayName.call(value) === "Uint8Array";
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** Lower-case hex. */
export function toHex(bytes: Uint8Array): string {
  let hex = "";
  for (const byte of bytes) hex += HEX[byte];
  return hex;
}
