const FORM = /^[A-Za-z0-9][A-Za-z0-9_.]{7,63}$/;

/** The form of every id that a gate gives: 8 to 64 of `A-Z a-z 0-9 _ .`, the first a letter or digit. */
export function isRequestId(value: unknown): value is string {
  return typeof value === "string" && FORM.test(value);
}
