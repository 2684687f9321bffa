import { createHash } from "node:crypto";
import type { ConsumeRequest, Ledger } from "../../src/gate/ledger.js";
import { openPostgresLedger } from "../../src/node/postgres/ledger.js";
import { openSqliteLedger } from "../../src/node/sqlite/ledger.js";
import type { BudgetEntry } from "../../src/policy/budget.js";

/** A store that several processes can open: a SQLite file, or a schema of the PostgreSQL that COUNTERSIGN_POSTGRES_URL names. */
export type SharedStore =
  | { readonly kind: "sqlite"; readonly file: string; readonly durability: "fsync" | "os" }
  | { readonly kind: "postgres"; readonly schema: string };

/** As a process waits for its turn among many on a busy machine; a gate waits for less. */
const PATIENCE_MS = 60_000;

export function openStore(store: SharedStore): Promise<Ledger> {
  if (store.kind === "sqlite") return openSqliteLedger({ file: store.file, durability: store.durability, busyMs: PATIENCE_MS });
  const url = process.env.COUNTERSIGN_POSTGRES_URL ?? "";
  const timeouts = { connectTimeoutMs: PATIENCE_MS, statementTimeoutMs: PATIENCE_MS };
  return openPostgresLedger({ url, schema: store.schema, maxConnections: 10, ...timeouts });
}

export const digest = (text: string): string => createHash("sha256").update(text).digest("hex");

export interface Use {
  readonly attestation?: string;
  readonly nonce?: string;
  readonly budgets?: readonly BudgetEntry[];
}

function requestFor({ attestation, nonce, budgets = [] }: Use): ConsumeRequest {
  const now = Date.now();
  const attestations = attestation === undefined ? [] : [{ id: digest(attestation), expiresAt: now + 600_000 }];
  return { attestations, nonce: nonce ?? null, budgets, head: null, now };
}

/** The outcome as a word, also where there is none. */
export async function outcomeOf(ledger: Ledger, use: Use): Promise<string> {
  return ledger.consume(requestFor(use)).then(
    ({ outcome }) => outcome,
    (error: Error) => `rejected: ${error.message}`,
  );
}
