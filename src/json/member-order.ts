import { quote } from "./quote.js";

// Taken when the module loads: what a page replaces later does not order its own values.
const nativeSort = Array.prototype.sort;
const values = Object.values as (names: readonly string[]) => string[];

/** Code units of names that are worth keeping. */
const KEPT = 1024;

/** Up to here insertion beats the engine's sort; most objects come in order or nearly so. */
const FEW = 24;

/** The member names of an object in canonical order, with the text that goes before each value. */
export interface MemberOrder {
  /** As the object lists them. */
  readonly listed: readonly string[];
  /** By UTF-16 code units (RFC 8785 section 3.2.3). */
  readonly sorted: readonly string[];
  /** `{"a":` for the first, `,"b":` for the others. */
  readonly heads: readonly string[];
  /** Code units of all heads. */
  readonly headsSize: number;
}

/** The last order seen for each number of members: objects of one list, and messages of one kind, mostly share theirs. */
export interface MemberOrders {
  [count: number]: MemberOrder | undefined;
}

export function memberOrders(): MemberOrders {
  return Object.create(null) as MemberOrders;
}

/** The order of names just listed; `names` is taken over. `check` sees each name of an order that is new. */
export function orderOf(names: string[], known: MemberOrders, check?: (name: string) => void): MemberOrder {
  const count = names.length;
  const last = count <= FEW ? known[count] : undefined;
  if (last !== undefined && sameNames(last.listed, names)) return last;
  // Copies with members of their own, which no setter on Array.prototype can catch.
  const sorted = values(names);
  sortNames(sorted);
  const heads = values(names);
  let headsSize = 0;
  for (let at = 0; at < count; at += 1) {
    const name = sorted[at] as string;
    check?.(name);
    const head = `${at === 0 ? "{" : ","}${quote(name)}:`;
    headsSize += head.length;
    heads[at] = head;
  }
  const order = { listed: names, sorted, heads, headsSize };
  if (count <= FEW && headsSize <= KEPT) known[count] = order;
  return order;
}

function sameNames(a: readonly string[], b: readonly string[]): boolean {
  for (let at = 0; at < a.length; at += 1) {
    if (a[at] !== b[at]) return false;
  }
  return true;
}

/** In place. */
function sortNames(names: string[]): void {
  const count = names.length;
  if (count > FEW) {
    // Without a comparator the engine compares strings by code units.
    Reflect.apply(nativeSort, names, []);
    return;
  }
  for (let next = 1; next < count; next += 1) {
    const name = names[next] as string;
    let at = next;
    while (at > 0 && (names[at - 1] as string) > name) {
      names[at] = names[at - 1] as string;
      at -= 1;
    }
    if (at !== next) names[at] = name;
  }
}
