/** Up to so many ids are compared one by one, which costs less than a Map; a Map beyond, so that cost stays linear. */
const FEW = 16;

/** Where each id of a list stands. Ids are compared code unit by code unit. */
export class IdIndex {
  readonly #ids: string[] = [];
  #positions: Map<string, number> | null = null;

  /** Position of an id, the first one being 0; -1 if it was never added. */
  positionOf(id: string): number {
    if (this.#positions !== null) return this.#positions.get(id) ?? -1;
    const ids = this.#ids;
    for (let at = 0; at < ids.length; at += 1) if (ids[at] === id) return at;
    return -1;
  }

  /** Adds the next id; false where it is there already, which takes no position. */
  add(id: string): boolean {
    if (this.positionOf(id) >= 0) return false;
    const ids = this.#ids;
    const at = ids.length;
    ids[at] = id;
    if (this.#positions !== null) this.#positions.set(id, at);
    else if (at === FEW) this.#positions = positionsOf(ids);
    return true;
  }
}

function positionsOf(ids: readonly string[]): Map<string, number> {
  const positions = new Map<string, number>();
  for (let at = 0; at < ids.length; at += 1) positions.set(ids[at] as string, at);
  return positions;
}
