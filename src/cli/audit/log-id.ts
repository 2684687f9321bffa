import { MAX_LINE_BYTES } from "../../audit/format.js";
import { readEntry } from "../../audit/read-line.js";
import { readLines } from "../../node/audit/read-lines.js";

/** The id that the first record names; null where the file does not begin as a log. */
export function logId(fd: number): string | null {
  for (const { bytes, whole } of readLines(fd, MAX_LINE_BYTES)) {
    const entry = whole ? readEntry(bytes) : null;
    return entry?.kind === "log" ? entry.log : null;
  }
  return null;
}
