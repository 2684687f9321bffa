const { hasOwn } = Object;

/**
 * Whether an object has more than `most` members, counted no further than that; hidden and symbol members are not counted. To be
 * asked before members are listed: an engine lists a million names in seconds, and tells the first few of them for a fraction.
 */
export function hasMoreMembers(owner: object, most: number): boolean {
  let count = 0;
  // Own names come before those of the prototype, so that the one too many tells whose they are.
  for (const name in owner) {
    if (count >= most) return hasOwn(owner, name);
    count += 1;
  }
  return false;
}
