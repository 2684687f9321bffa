/** The hashes of the last `size` records. */
export interface RecentHashes {
  put(seq: number, hash: string): void;
  /** Null for a record that is not held. */
  get(seq: number): string | null;
}

export function recentHashes(size: number): RecentHashes {
  const held: { seq: number; hash: string }[] = [];
  return {
    put(seq, hash) {
      held[seq % size] = { seq, hash };
    },
    get(seq) {
      const found = held[seq % size];
      return found?.seq === seq ? found.hash : null;
    },
  };
}
