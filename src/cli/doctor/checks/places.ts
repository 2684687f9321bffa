import { existsSync, realpathSync } from "node:fs";
import { relative, sep } from "node:path";
import { looseWriters } from "../../loose-modes.js";
import { finding, type Remark } from "../report.js";

/** A file that decides, or that remembers what was decided. */
export interface KeptFile {
  readonly role: "policy" | "keys" | "ledger" | "audit";
  /** As given. */
  readonly name: string;
  readonly path: string;
}

/** Who else could change what decides: by a mode, by a folder's, or by a place that whoever brings evidence writes to. */
export function checkPlaces(files: readonly KeptFile[], evidenceRoot: string | null): readonly Remark[] {
  const root = evidenceRoot === null ? null : realpathSync(evidenceRoot);
  return files.flatMap(({ role, name, path }) => {
    // What is missing is told by the check of its own kind.
    if (!existsSync(path)) return [];
    const loose = looseWriters(path).map((who) => finding(name, `${role}: ${who}`));
    if (root === null || !liesUnder(realpathSync(path), root)) return loose;
    return [...loose, finding(name, `${role}: lies under the evidence root, where those write who bring evidence; move it elsewhere`)];
  });
}

function liesUnder(path: string, root: string): boolean {
  const way = relative(root, path);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`);
}
