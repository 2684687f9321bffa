import type { Contract } from "../../contract/contract.js";
import { escapeText } from "../escape.js";

/** Which contract it is, for the output of every command. */
export function contractLine({ tool, version, owner, digest }: Contract): string {
  return `contract of ${escapeText(tool)}, version ${escapeText(version)}, owner ${escapeText(owner)}, digest ${digest}`;
}

export function contractFacts({ tool, version, owner, digest }: Contract) {
  return { tool, version, owner, digest };
}

export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
