import { readdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { DEFAULT_LIMITS } from "../../decision/limits.js";
import { parseJson } from "../../json/parse-json.js";
import type { JsonObject, JsonValue } from "../../json/value.js";
import { MAX_OPERATOR_FILE_BYTES } from "../../node/read-operator-file.js";
import { UnreadableError } from "../faults.js";
import { readBytes } from "../read-bytes.js";
import { CaseError, readCase } from "./policy-case.js";
import { bytesOf, type LoadedCase } from "./run-case.js";

export const CASE_SUFFIX = ".case.json";
const MAX_DEPTH = 64;

/** A case file, read or not. */
export type FoundCase = { readonly file: string; readonly title: string } & ({ readonly loaded: LoadedCase } | { readonly fault: string });

/**
 * Every case below a folder, in the order of their names; linked folders are not entered. `keyring` stands where a case has none of
 * its own. A case that cannot be read is told as such, and is not one that passed.
 */
export function readCases(folder: string, cwd: string, keyring: JsonObject | null): readonly FoundCase[] {
  return caseFiles(folder, cwd).map((file) => readOne(file, cwd, keyring));
}

function caseFiles(folder: string, cwd: string): readonly string[] {
  const found: string[] = [];
  const visit = (at: string): void => {
    for (const entry of readdirSync(resolve(cwd, at), { withFileTypes: true })) {
      const path = join(at, entry.name);
      if (entry.isDirectory()) visit(path);
      else if (entry.name.endsWith(CASE_SUFFIX)) found.push(path);
    }
  };
  try {
    if (!statSync(resolve(cwd, folder)).isDirectory()) throw new UnreadableError("is no folder; a folder of cases is wanted", folder);
    visit(folder);
  } catch (error) {
    if (error instanceof UnreadableError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new UnreadableError(code === "ENOENT" ? "does not exist" : `cannot be read (${code ?? "unknown"})`, folder);
  }
  // By code units, the same on every machine.
  return found.sort();
}

function readOne(file: string, cwd: string, keyring: JsonObject | null): FoundCase {
  let title = file;
  try {
    const value = readJson(file, cwd, "a case");
    if (isObject(value) && typeof value.title === "string") title = value.title;
    const definition = readCase(value);
    const beside = (name: string) => join(dirname(file), name);
    const { proposal } = definition;
    const own = typeof definition.keyring === "string" ? readJson(beside(definition.keyring), cwd, "a keyring") : definition.keyring;
    if (own !== null && !isObject(own)) throw new CaseError("/keyring: is no keyring");
    return {
      file,
      title,
      loaded: {
        definition,
        proposal:
          proposal === null
            ? undefined
            : typeof proposal === "string"
              ? readFile(beside(proposal), cwd, DEFAULT_LIMITS.maxBytes)
              : bytesOf(proposal),
        keyring: own ?? keyring,
      },
    };
  } catch (error) {
    if (!(error instanceof CaseError)) throw error;
    return { file, title, fault: error.message };
  }
}

function readJson(file: string, cwd: string, what: string): JsonValue {
  const value = parseJson(readFile(file, cwd, MAX_OPERATOR_FILE_BYTES), { maxBytes: MAX_OPERATOR_FILE_BYTES, maxDepth: MAX_DEPTH });
  if (value.ok) return value.value;
  const [{ reason, offset }] = value.issues;
  throw new CaseError(`${file} is not strict JSON, and ${what} is: ${reason}${offset === undefined ? "" : ` at byte ${offset}`}`);
}

/** One byte more than `most` is enough for whoever judges the bytes to see that they are too many. */
function readFile(file: string, cwd: string, most: number): Uint8Array {
  try {
    return readBytes(resolve(cwd, file), most);
  } catch (error) {
    throw error instanceof UnreadableError ? new CaseError(`${file} ${error.message}`) : error;
  }
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
