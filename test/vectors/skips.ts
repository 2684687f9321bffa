import type { Skip } from "../../src/vectors/run-vectors.js";

/** Cases that the library does not pass yet, and why. A skip that passes, or names no case, fails the run. */
export const LIBRARY_SKIPS: readonly Skip[] = [];
