/** A request that is to be kept. */
interface Place {
  readonly nonce: string;
  /** Who asks; any text that is one caller's alone. */
  readonly caller: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
  readonly now: number;
}

/** How many requests one gate has standing, so that a flood of blocked calls fills no store (spec/approvals.md#bounded). */
export interface ApprovalQuota {
  /** Takes a place until the request ends; false where there is none. */
  take(place: Place): boolean;
  release(nonce: string): void;
}

const MAX_STANDING = 1000;
/** One caller cannot take the places of all others. */
const MAX_PER_CALLER = 50;

/** Counts by what this gate itself has asked to be kept. Memory is bounded by `maxStanding`. */
export function createApprovalQuota({ maxStanding = MAX_STANDING, maxPerCaller = MAX_PER_CALLER } = {}): ApprovalQuota {
  const places = new Map<string, { readonly caller: string; readonly expiresAt: number }>();
  const counts = new Map<string, number>();

  function release(nonce: string): void {
    const place = places.get(nonce);
    if (place === undefined) return;
    places.delete(nonce);
    const left = (counts.get(place.caller) ?? 1) - 1;
    if (left === 0) counts.delete(place.caller);
    else counts.set(place.caller, left);
  }

  function full(caller: string): boolean {
    return places.size >= maxStanding || (counts.get(caller) ?? 0) >= maxPerCaller;
  }

  return Object.freeze({
    take: ({ nonce, caller, expiresAt, now }: Place) => {
      if (places.has(nonce)) return true;
      if (full(caller)) for (const [ended, place] of places) if (!(place.expiresAt > now)) release(ended);
      if (full(caller)) return false;
      places.set(nonce, { caller, expiresAt });
      counts.set(caller, (counts.get(caller) ?? 0) + 1);
      return true;
    },
    release,
  });
}
