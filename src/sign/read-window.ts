import { formatTimestamp, nowToNanos } from "../trust/timestamp.js";

/** From when until when a signature is to be good. */
export interface WindowOptions {
  /** Epoch milliseconds or RFC 3339. */
  readonly issuedAt: number | string;
  /** Epoch milliseconds or RFC 3339; this or `lifetimeSeconds`. */
  readonly expiresAt?: number | string;
  readonly lifetimeSeconds?: number;
}

const NANOS_PER_MS = 1_000_000n;

/** Both ends as RFC 3339, the first earlier. TypeError otherwise; `what` names the function that was asked. */
export function readWindow(what: string, { issuedAt, expiresAt, lifetimeSeconds }: WindowOptions): { issuedAt: string; expiresAt: string } {
  if ((expiresAt === undefined) === (lifetimeSeconds === undefined)) throw new TypeError(`${what} takes expiresAt or lifetimeSeconds`);
  const issued = readTime("issuedAt", issuedAt);
  const expires =
    lifetimeSeconds === undefined ? readTime("expiresAt", expiresAt) : readTime("expiresAt", later(issued.nanos, lifetimeSeconds));
  if (issued.nanos >= expires.nanos) throw new TypeError("expiresAt must be later than issuedAt");
  return { issuedAt: issued.text, expiresAt: expires.text };
}

function readTime(what: string, time: unknown): { text: string; nanos: bigint } {
  if (typeof time !== "number" && typeof time !== "string") throw new TypeError(`${what} must be epoch milliseconds or RFC 3339`);
  const nanos = nowToNanos(time);
  return { text: typeof time === "string" ? time : formatTimestamp(time), nanos };
}

function later(nanos: bigint, seconds: number): number {
  if (!Number.isSafeInteger(seconds) || seconds < 1) throw new TypeError("lifetimeSeconds must be a positive integer");
  return Number(nanos / NANOS_PER_MS) + seconds * 1000;
}
