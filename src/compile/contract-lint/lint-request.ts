import { bindsNothing } from "../../contract/binds-nothing.js";
import { joinPointer } from "../../json/pointer.js";
import type { ContractFinding } from "./finding.js";
import type { LintQuestion } from "./lint.js";

/** A contract that takes an answer about another subject than was asked for. One fixture that asks with arguments is enough to tell. */
export function lintRequest({ file }: LintQuestion): readonly ContractFinding[] {
  if (!bindsNothing(file)) return [];
  const asks = file.fixtures.findIndex(({ request }) => Object.keys(request.args).length > 0);
  if (asks === -1) return [];
  return [
    {
      lint: "unbound",
      place: joinPointer("/fixtures", asks, "request", "args"),
      says: "asks about something, and nothing of the answer is held against it: an answer about another subject passes",
      remedy:
        'add "bind": [{ "data": "/...", "request": "/args/..." }], or "belongs", for a member of the answer that says what it is about',
    },
  ];
}
