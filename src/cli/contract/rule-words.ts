import type { ContractFile } from "../../contract/contract-file.js";
import type { ResultIssue } from "../../contract/result-issue.js";
import { asciiJson } from "../escape.js";

/** Where the value that `fields` reads stands in an answer of each kind; what follows is the entry's `from`. */
const BASE = /^\/(?:body|output|stdout|stderr|structuredContent|content\/\d+\/text)(?=\/|$)/;

/** Characters of an entry. */
const SHOWN = 256;

/** The place in the contract that refused an answer, and what stands there; null where no single place did, or `facts.schema` says it. */
export function ruleWords(file: ContractFile, { reason, path }: ResultIssue): string | null {
  const { extract, bind = [], belongs = [], fresh, text = [] } = file;
  const field = path.replace(/^\/data/, "");
  switch (reason) {
    case "result.extract":
      return entryWords("/extract/fields", extract?.fields ?? [], (entry) => {
        return (typeof entry === "string" ? entry : entry.from) === path.replace(BASE, "");
      });
    case "result.bind":
      return entryWords("/bind", bind, (tie) => tie.data === field);
    case "result.belongs":
      return entryWords("/belongs", belongs, (tie) => tie.data === field);
    case "result.request_incomplete":
      return entryWords("/bind", bind, (tie) => tie.data === field) ?? entryWords("/belongs", belongs, (tie) => tie.data === field);
    case "result.time":
    case "result.stale":
    case "result.future":
      return fresh === undefined ? null : `contract /fresh: ${asciiJson(fresh)}`;
    case "result.text":
      return entryWords("/text", text, (rule) => rule.field === field);
    default:
      return null;
  }
}

function entryWords<T>(place: string, entries: readonly T[], isMeant: (entry: T) => boolean): string | null {
  const at = entries.findIndex(isMeant);
  if (at < 0) return null;
  const entry = asciiJson(entries[at]);
  return `contract ${place}/${at}: ${entry.length <= SHOWN ? entry : `${entry.slice(0, SHOWN)}...`}`;
}
