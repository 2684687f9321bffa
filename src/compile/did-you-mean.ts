/** `; did you mean "x"?` where exactly such a name is one edit away (a letter changed, added, left out, or two swapped). */
export function didYouMean(written: string, known: Iterable<string>): string {
  // Between names of one or two letters everything is near.
  if (written.length < 3) return "";
  for (const name of known) if (isOneEditAway(written, name)) return `; did you mean ${JSON.stringify(name)}?`;
  return "";
}

function isOneEditAway(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  const restOfA = a.slice(start);
  const restOfB = b.slice(start);
  if (restOfA.slice(1) === restOfB.slice(1)) return true;
  if (restOfA.slice(1) === restOfB || restOfA === restOfB.slice(1)) return true;
  return restOfA.slice(2) === restOfB.slice(2) && restOfA[0] === restOfB[1] && restOfA[1] === restOfB[0];
}
