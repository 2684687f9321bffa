/** Freezes plain data at every level where it stands. Its depth is bounded by the parser's limit. */
export function freezeDeep<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  for (const member of Object.values(value)) freezeDeep(member);
  return Object.freeze(value);
}
