/** Whether a list holds a name, code unit by code unit. A loop: a replaced `includes` must not answer. */
export function isListed(name: string, list: readonly string[]): boolean {
  for (let at = 0; at < list.length; at += 1) if (list[at] === name) return true;
  return false;
}
