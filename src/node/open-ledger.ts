import { ConfigurationError } from "../decision/configuration-error.js";
import type { Ledger } from "../gate/ledger.js";

/** What a ledger's address says, before anything is opened or loaded. */
export type LedgerAddress = { readonly kind: "sqlite"; readonly file: string } | { readonly kind: "postgres"; readonly url: string };

/** What becomes of an address where no ledger was made yet. */
export type AbsentLedger = "make" | "refuse";

const POSTGRES = /^postgres(?:ql)?:\/\//;

/** `sqlite:FILE`, `postgresql://...` (or `postgres://...`), or such a URL after `postgres:`; null for anything else. */
export function readLedgerAddress(address: string): LedgerAddress | null {
  const file = /^sqlite:(.+)$/s.exec(address)?.[1];
  if (file !== undefined) return { kind: "sqlite", file };
  const url = POSTGRES.test(address) ? address : address.replace(/^postgres:/, "");
  return POSTGRES.test(url) && URL.canParse(url) ? { kind: "postgres", url } : null;
}

/**
 * Opens the ledger that an address names; its driver is loaded only now. Rejects with ConfigurationError where the address is none, or
 * as `openSqliteLedger` and `openPostgresLedger` do.
 *
 * @example const ledger = await openLedger("sqlite:/var/lib/gate/ledger.sqlite");
 */
export async function openLedger(address: string): Promise<Ledger> {
  return openAddress(address, "make");
}

/**
 * @internal The same for whoever looks into a ledger: where none was made yet the address is wrong, and an empty one that were made there
 * would say that nothing stands.
 */
export async function openStandingLedger(address: string): Promise<Ledger> {
  return openAddress(address, "refuse");
}

async function openAddress(address: string, absent: AbsentLedger): Promise<Ledger> {
  const read = typeof address === "string" ? readLedgerAddress(address) : null;
  // Not repeated: a URL may hold a password.
  if (read === null) throw new ConfigurationError("is neither sqlite:FILE nor postgresql://USER@HOST/DATABASE", { place: "ledger" });
  if (read.kind === "sqlite") return (await import("./sqlite/ledger.js")).openSqliteLedgerAt({ file: read.file }, null, absent);
  return (await import("./postgres/ledger.js")).openPostgresLedgerAt({ url: read.url }, absent);
}
