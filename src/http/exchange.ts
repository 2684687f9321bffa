import type { BodySource } from "./read-body.js";

/** One request on its way through the bridge. */
export interface Exchange {
  readonly request: Request;
  /** Ours, which no caller chose: the same whenever it is asked for. */
  readonly ownId: () => string;
  /** The caller's X-Request-ID once it was read, well-formed; null where it sent none. */
  theirs: string | null;
  readonly source: BodySource;
  /** Monotonic milliseconds. */
  readonly started: number;
  /** What the metrics and the log are told once the answer is there. */
  readonly told: Told;
}

/** Filled in by the route. */
export interface Told {
  route: string;
  code: string | null;
  /** Why, in the operator's words of the catalogue; null on an allow, and where nothing was decided. */
  reason: string | null;
  /** A name of the policy's or of the contract set's, never one that only the caller knows. */
  tool: string | null;
  /** Of the decision; null where there was none. */
  requestId: string | null;
}

const CALLERS_ID = /^[A-Za-z0-9._:-]{1,128}$/;

/** The caller's id; null where it sent none, false where it sent one that may not be repeated anywhere. */
export function readCallersId(headers: { get(name: string): string | null }): string | null | false {
  const sent = headers.get("x-request-id");
  return sent === null || CALLERS_ID.test(sent) ? sent : false;
}
