import type { JsonPointer } from "../../decision/issue.js";
import type { ContractFile } from "../contract-file.js";
import type { ResultReason } from "../result-catalogue.js";

/** What an answer without that part of its data is refused for, where the schema does not require it; null where it may be left out. */
export function reasonWithout({ bind = [], belongs = [], fresh, select }: ContractFile, place: JsonPointer): ResultReason | null {
  const goes = (pointer: JsonPointer) => pointer === place || pointer.startsWith(`${place}/`);
  if (bind.some(({ data }) => goes(data))) return "result.bind";
  if (belongs.some(({ data }) => goes(data))) return "result.belongs";
  if (fresh !== undefined && goes(fresh.field)) return "result.time";
  const promised = select.some((entry) => (typeof entry === "string" ? goes(entry) : entry.optional !== true && goes(entry.field)));
  return promised ? "result.field_missing" : null;
}
