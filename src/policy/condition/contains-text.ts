/**
 * Whether `part` stands in `text`, in time linear in both (spec/policy.md#when-cost). The engine's own search is quadratic on what a
 * sender can choose: half a second for one look into 60 000 characters.
 */
export function containsText(text: string, part: string): boolean {
  const { length } = part;
  if (length === 0) return true;
  if (length > text.length) return false;
  const borders = bordersOf(part);
  let held = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    while (held > 0 && part.charCodeAt(held) !== unit) held = borders[held - 1] as number;
    if (part.charCodeAt(held) === unit) held += 1;
    if (held === length) return true;
  }
  return false;
}

/** Knuth, Morris and Pratt: for each beginning of the part, how much of it is also its end. */
function bordersOf(part: string): Uint32Array {
  const borders = new Uint32Array(part.length);
  let held = 0;
  for (let at = 1; at < part.length; at += 1) {
    const unit = part.charCodeAt(at);
    while (held > 0 && part.charCodeAt(held) !== unit) held = borders[held - 1] as number;
    if (part.charCodeAt(held) === unit) held += 1;
    borders[at] = held;
  }
  return borders;
}
