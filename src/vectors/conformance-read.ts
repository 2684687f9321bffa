export type JsonRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * JSON as any reader takes it: canonicalization vectors hold values that the strict rules refuse, and those rules are not
 * the reference's. Undefined for anything that is not UTF-8 or not JSON.
 */
export function readJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** A path that stays where it starts: no root, no drive, no `.` or `..`, no empty segment. */
export function isRelativePath(path: string): boolean {
  if (/[\\:\u0000-\u001f\u007f-\u009f]/.test(path)) return false;
  return path.split("/").every((segment) => segment !== "" && segment !== "." && segment !== "..");
}
