import { formatTimestamp } from "../trust/timestamp.js";

let second = Number.NaN;
let upToSecond = "";

/**
 * `formatTimestamp` of a clock's time, whose fractions of a millisecond are dropped. Most calls are about the second of the one before,
 * and the calendar is most of the work. TypeError for what is no time.
 */
export function timeText(ms: number): string {
  const whole = Math.floor(ms);
  const at = Math.floor(whole / 1000);
  if (at !== second) {
    upToSecond = formatTimestamp(at * 1000).slice(0, -1);
    second = at;
  }
  const rest = whole - at * 1000;
  return rest === 0 ? `${upToSecond}Z` : `${upToSecond}.${rest < 10 ? "00" : rest < 100 ? "0" : ""}${rest}Z`;
}
