/**
 * A map that nobody outside can change: `Object.freeze` leaves the entries of a Map open, so the map stays behind functions.
 * Takes the map over; its values are frozen by whoever made them.
 */
export function readOnlyMap<K, V>(map: ReadonlyMap<K, V>): ReadonlyMap<K, V> {
  const facade: ReadonlyMap<K, V> = Object.freeze({
    size: map.size,
    get: (key: K) => map.get(key),
    has: (key: K) => map.has(key),
    keys: () => map.keys(),
    values: () => map.values(),
    entries: () => map.entries(),
    forEach: (visit: (value: V, key: K, map: ReadonlyMap<K, V>) => void, receiver?: unknown) => {
      for (const [key, value] of map) Reflect.apply(visit, receiver, [value, key, facade]);
    },
    [Symbol.iterator]: () => map[Symbol.iterator](),
  });
  return facade;
}

/** As `readOnlyMap`, for a set. */
export function readOnlySet<T>(set: ReadonlySet<T>): ReadonlySet<T> {
  const facade: ReadonlySet<T> = Object.freeze({
    size: set.size,
    has: (value: T) => set.has(value),
    keys: () => set.keys(),
    values: () => set.values(),
    entries: () => set.entries(),
    forEach: (visit: (value: T, again: T, set: ReadonlySet<T>) => void, receiver?: unknown) => {
      for (const value of set) Reflect.apply(visit, receiver, [value, value, facade]);
    },
    [Symbol.iterator]: () => set[Symbol.iterator](),
  });
  return facade;
}
