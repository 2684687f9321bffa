/** Freezes plain data where it is, at every level. Of what a parser made, so no deeper than its limit. */
export function freezePlain<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const member of Object.values(value)) freezePlain(member);
  }
  return value;
}
