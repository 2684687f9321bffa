/** A set that nobody can change: `Object.freeze` on a Set stops no `add`. */
export interface FixedSet<T> extends Iterable<T> {
  readonly size: number;
  readonly has: (value: T) => boolean;
}

/** A map that nobody can change. */
export interface FixedMap<K, V> extends Iterable<readonly [K, V]> {
  readonly size: number;
  readonly get: (key: K) => V | undefined;
  readonly has: (key: K) => boolean;
  readonly keys: () => Iterable<K>;
}

export function fixedSet<T>(values: Iterable<T>): FixedSet<T> {
  const set = new Set(values);
  return Object.freeze({ size: set.size, has: (value: T) => set.has(value), [Symbol.iterator]: () => set.values() });
}

export function fixedMap<K, V>(entries: Iterable<readonly [K, V]>): FixedMap<K, V> {
  const map = new Map(entries);
  return Object.freeze({
    size: map.size,
    get: (key: K) => map.get(key),
    has: (key: K) => map.has(key),
    keys: () => map.keys(),
    [Symbol.iterator]: () => map.entries(),
  });
}
