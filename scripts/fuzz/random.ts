import { createHash } from "node:crypto";

/** Draws that depend on a seed and a case number alone, so that any case can be made again by itself. */
export interface Random {
  /** A whole number in [0, below). */
  int(below: number): number;
  /** True once in `times`. */
  once(times: number): boolean;
  pick<T>(from: readonly T[]): T;
  bytes(length: number): Uint8Array;
}

/** The generator sfc32, seeded from SHA-256 of `seed:index`. */
export function randomFor(seed: number, index: number): Random {
  const digest = createHash("sha256").update(`${seed}:${index}`).digest();
  let [a, b, c, d] = [0, 4, 8, 12].map((at) => digest.readInt32LE(at)) as [number, number, number, number];
  const next = (): number => {
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + t) | 0;
    return t >>> 0;
  };
  for (let warm = 0; warm < 12; warm += 1) next();
  const int = (below: number): number => Math.floor((next() / 2 ** 32) * below);
  return {
    int,
    once: (times) => int(times) === 0,
    pick: (from) => from[int(from.length)] as (typeof from)[number],
    bytes: (length) => Uint8Array.from({ length }, () => int(256)),
  };
}
