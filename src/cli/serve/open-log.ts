import { pino } from "pino";
import { VERSION } from "../../decision/version.js";

export const LOG_LEVELS = ["debug", "info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** What the server writes about itself: one JSON object a line, on standard error. */
export interface ServeLog {
  readonly info: (members: object, message: string) => void;
  readonly warn: (members: object, message: string) => void;
  readonly error: (members: object, message: string) => void;
  /** Settles once what waits was written, or could not be within a second. */
  readonly end: () => Promise<void>;
}

const STDERR = 2;
/** A reader that does not read must not stop the gate, or fill its memory: beyond this, lines are dropped. */
const MAX_WAITING_BYTES = 1024 * 1024;

const END_MS = 1000;

export function openLog(level: LogLevel): ServeLog {
  const destination = pino.destination({ dest: STDERR, sync: false, maxLength: MAX_WAITING_BYTES });
  // A closed or full standard error changes no decision.
  destination.on("error", () => undefined);
  const base = { name: "countersign", version: VERSION };
  const log = pino(
    { level, base, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: (label) => ({ level: label }) } },
    destination,
  );
  return {
    info: (members, message) => log.info(members, message),
    warn: (members, message) => log.warn(members, message),
    error: (members, message) => log.error(members, message),
    end: () =>
      new Promise((resolve) => {
        const late = setTimeout(resolve, END_MS);
        destination.once("close", () => {
          clearTimeout(late);
          resolve();
        });
        destination.end();
      }),
  };
}
