/** Digits and a power of ten: the exact decimal value of a double's shortest form. */
interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

function decimalOf(value: number): Decimal {
  const [mantissa = "", exponent = "0"] = String(value).split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

/**
 * Whether `value` is a multiple of `divisor` in decimal, exactly: 1.11 is one of 0.01, 0.010000000001 is not. The strict
 * parser lets a number in only if its shortest form is what was written, so these digits are the sender's.
 */
export function isMultipleOf(value: number, divisor: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return value % divisor === 0;
  const a = decimalOf(value);
  const b = decimalOf(divisor);
  const shared = Math.min(a.exponent, b.exponent);
  return (a.digits * 10n ** BigInt(a.exponent - shared)) % (b.digits * 10n ** BigInt(b.exponent - shared)) === 0n;
}
