import type { JsonPointer } from "../../decision/issue.js";
import { joinPointer } from "../../json/pointer.js";
import type { ContractFile, SelectEntry } from "../contract-file.js";
import { fieldOf } from "../field.js";
import { type ContractChange, changeOf, type Meaning, UNKNOWN } from "./change.js";
import { diffSchema } from "./diff-schema.js";
import type { FieldSteps, SchemaChange } from "./schema-change.js";

interface Chosen {
  readonly steps: readonly string[];
  readonly optional: boolean;
}

/** What changes of the `data` schema mean for whoever answers, and for whoever gets the selected part of an answer. */
export function diffData(before: ContractFile, after: ContractFile): readonly ContractChange[] {
  const chosen = [...before.select, ...after.select].map(chosenBy);
  return diffSchema(before.data, after.data, "/data").map((change) =>
    changeOf(change.place as JsonPointer, change.before, change.after, meaningOf(change, chosen)),
  );
}

function chosenBy(entry: SelectEntry): Chosen {
  const { field, optional = false } = typeof entry === "string" ? { field: entry } : entry;
  return { steps: fieldOf(field).steps, optional };
}

function meaningOf({ kind, direction, field }: SchemaChange, chosen: readonly Chosen[]): Meaning {
  if (kind === "wording") return { producer: "none", agent: "none", says: "is worded differently" };
  if (direction === "unknown") return UNKNOWN;
  const seen = chosen.some(({ steps }) => meets(field, steps));
  const name = joinPointer("", ...field.map((step) => step ?? "-"));
  if (kind === "member") {
    return direction === "wider"
      ? { producer: "compatible", agent: seen ? "compatible" : "none", says: seen ? NEW_TO_AGENT : "may come along" }
      : { producer: "breaking", agent: seen ? "breaking" : "none", says: "is let in no longer" };
  }
  if (kind === "presence") {
    if (direction === "narrower") return { producer: "breaking", agent: seen ? "compatible" : "none", says: `${name} must be there` };
    const missed = chosen.some((each) => maySeeGone(field, each));
    return { producer: "compatible", agent: missed ? "breaking" : "none", says: `${name} need not be there` };
  }
  return direction === "narrower"
    ? { producer: "breaking", agent: seen ? "compatible" : "none", says: "takes less than before" }
    : {
        producer: "compatible",
        agent: seen ? "breaking" : "none",
        says: seen ? "takes more than before, and the agent gets it" : "takes more than before",
      };
}

const NEW_TO_AGENT = "is a member that the agent never got: a change of the contract";

/** One lies on the way to the other, so that what is said of the one is said of the other. */
function meets(field: FieldSteps, steps: readonly string[]): boolean {
  const shared = Math.min(field.length, steps.length);
  return field.slice(0, shared).every((step, at) => step === null || step === steps[at]);
}

/** A field that is promised is never absent: the answer is refused. What stands in a field that is taken whole may be. */
function maySeeGone(field: FieldSteps, { steps, optional }: Chosen): boolean {
  return meets(field, steps) && (optional || steps.length < field.length);
}
