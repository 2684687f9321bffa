import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

/** Data of public suites lives beside the repository and is never part of it; without it the tests that need it are skipped. */
export const SHARED = process.env.COUNTERSIGN_SHARED ?? resolve(import.meta.dirname, "../../../shared");

export function hasThirdParty(path: string): boolean {
  return existsSync(resolve(SHARED, "third-party", path));
}

export function readThirdParty<T>(path: string): T {
  return JSON.parse(readFileSync(resolve(SHARED, "third-party", path), "utf8")) as T;
}
