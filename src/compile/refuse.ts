import { ConfigurationError } from "../decision/configuration-error.js";
import type { JsonPointer } from "../decision/issue.js";

/** Refuses an operator's schema: `file` is the schema's pointer in its file, `at` the place within the schema. */
export function refuse(file: JsonPointer, at: JsonPointer, message: string): never {
  throw new ConfigurationError(message, { place: file + at });
}
