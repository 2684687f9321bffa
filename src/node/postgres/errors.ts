import { ConfigurationError } from "../../decision/configuration-error.js";

/** SQLSTATE or the system's code (ECONNREFUSED); null where there is none. */
export function codeOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const code = "code" in error ? error.code : undefined;
  if (typeof code === "string" && /^[A-Z0-9_]{1,40}$/.test(code)) return code;
  // Of a host with several addresses each was tried.
  return error instanceof AggregateError ? codeOf(error.errors[0]) : null;
}

/** The server spoke, so the connection is in order. */
export function isServerAnswer(error: unknown): boolean {
  return /^(?!E[A-Z])[0-9A-Z]{5}$/.test(codeOf(error) ?? "");
}

/** Two transactions stood in each other's way; neither wrote, and the same call may go through now. */
export function mayGoAgain(error: unknown): boolean {
  const code = codeOf(error);
  return code === "40001" || code === "40P01";
}

const DAMAGED = "the ledger's schema is damaged: a table or function of it is not as it was made; restore it from a backup";

/** What stays wrong until an operator changes something. */
const REFUSED: ReadonlyMap<string, string> = new Map([
  ["28P01", "the database refused the user or the password"],
  ["28000", "the database refused the user"],
  ["3D000", "there is no such database"],
  ["42P01", DAMAGED],
  ["42P07", DAMAGED],
  ["42703", DAMAGED],
  ["42883", DAMAGED],
  ["42501", "the user may not use the ledger's schema, or may not make it (docs/ledger.md)"],
]);

/**
 * A fault told without what the client knows about the connection: its own messages and members may hold the password, so neither
 * is passed on.
 */
export function ledgerFault(error: unknown): Error {
  if (error instanceof ConfigurationError) return error;
  const code = codeOf(error);
  const refused = code === null ? undefined : REFUSED.get(code);
  if (refused !== undefined) return new ConfigurationError(`${refused} (${code})`, { place: "ledger" });
  return new Error(`the ledger's database gave no answer${code === null ? "" : ` (${code})`}`);
}
