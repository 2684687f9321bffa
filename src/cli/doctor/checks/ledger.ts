import { existsSync } from "node:fs";
import { ConfigurationError } from "../../../decision/configuration-error.js";
import type { LedgerView } from "../../../node/ledger-view.js";
import type { LedgerAddress } from "../../../node/open-ledger.js";
import { finding, note, type Remark } from "../report.js";

export interface LedgerChecked {
  readonly remarks: readonly Remark[];
  /** Open, for whoever has more to ask of it; null where there is none, or it did not answer. */
  readonly view: LedgerView | null;
  /** How far its time is ahead of this machine's, in milliseconds. */
  readonly ahead: number | null;
}

/** Looks at the operator's ledger, and changes nothing in it. No remark holds its address, which may hold a password. */
export async function checkLedger(address: LedgerAddress | null): Promise<LedgerChecked> {
  if (address === null) return { remarks: [note(null, "no --ledger: nothing was looked at")], view: null, ahead: null };
  const about = address.kind === "sqlite" ? address.file : "the database";
  if (address.kind === "sqlite" && !existsSync(address.file))
    return { remarks: [finding(about, "does not exist: its name is misspelt, or no gate has used it yet")], view: null, ahead: null };
  try {
    const view = await viewOf(address);
    return { remarks: remarksOn(view, about), view, ahead: view.now - Date.now() };
  } catch (error) {
    const told = error instanceof ConfigurationError ? error.what : error instanceof Error ? error.message : "did not answer";
    return { remarks: [finding(about, told)], view: null, ahead: null };
  }
}

async function viewOf(address: LedgerAddress): Promise<LedgerView> {
  if (address.kind === "sqlite") return (await import("../../../node/sqlite/view-ledger.js")).viewSqliteLedger(address.file);
  return (await import("../../../node/postgres/view-ledger.js")).viewPostgresLedger(address.url);
}

function remarksOn({ schema, known }: LedgerView, about: string): readonly Remark[] {
  if (schema === 0) return [note(about, "is empty: no gate has used it yet")];
  return schema < known ? [note(about, `schema ${schema}; the next gate that opens it brings it to ${known}`)] : [];
}
