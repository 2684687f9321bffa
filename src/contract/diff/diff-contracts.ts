import { joinPointer } from "../../json/pointer.js";
import type { JsonObject, JsonValue } from "../../json/value.js";
import { parseTimestamp } from "../../trust/timestamp.js";
import type { ContractFile } from "../contract-file.js";
import { type ContractChange, changeOf, isSame, type Meaning, UNKNOWN } from "./change.js";
import { diffData } from "./diff-data.js";
import { diffExtract } from "./diff-extract.js";
import { diffErrors, diffFresh, diffLimits, diffText, diffTies } from "./diff-rules.js";
import { diffSelect } from "./diff-select.js";

export interface ContractDiff {
  /** In the order of the file's members. */
  readonly changes: readonly ContractChange[];
  readonly breaks: { readonly producer: boolean; readonly agent: boolean };
}

type Pair = readonly [before: ContractFile, after: ContractFile];
type Compare = (pair: Pair) => readonly ContractChange[];

/** Told, and noticed by neither side: what is for the record, and what the contract is tested with. */
const RECORDED: Meaning = { producer: "none", agent: "none", says: "is for the record" };

const MEMBERS: ReadonlyMap<string, Compare> = new Map<string, Compare>([
  ["contract", whole("contract", UNKNOWN)],
  ["tool", whole("tool", { producer: "breaking", agent: "breaking", says: "is another tool" })],
  ["version", whole("version", { producer: "none", agent: "none", says: "is another version" })],
  ["owner", whole("owner", RECORDED)],
  ["ends", diffEnds],
  ["upstream", diffUpstream],
  ["limits", diffLimits],
  ["answer", whole("answer", { producer: "breaking", agent: "breaking", says: "is another kind of answer" })],
  ["extract", diffExtract],
  ["data", ([before, after]) => diffData(before, after)],
  ["errors", diffErrors],
  ["bind", (pair) => diffTies("bind", pair)],
  ["belongs", (pair) => diffTies("belongs", pair)],
  ["fresh", diffFresh],
  ["text", diffText],
  ["select", ([before, after]) => diffSelect(before, after)],
  ["receipt", diffReceipt],
  ["retry", whole("retry", { producer: "breaking", agent: "none", says: "has the tool asked again otherwise" })],
  ["on_invalid", whole("on_invalid", { producer: "none", agent: "none", says: "is when the tool is not asked any more" })],
  ["fixtures", diffFixtures],
]);

/**
 * What changes from one contract to another, for whoever answers and for whoever gets the answer (spec/cli.md#contract-diff). Where a
 * difference is not understood it breaks both.
 */
export function diffContracts(before: ContractFile, after: ContractFile): ContractDiff {
  const names = new Set([...MEMBERS.keys(), ...Object.keys(before), ...Object.keys(after)]);
  const found = [...names].flatMap((name) => (MEMBERS.get(name) ?? whole(name, UNKNOWN))([before, after]));
  const changes = [...versionFault(found, before, after), ...found];
  const breaks = (side: "producer" | "agent") => changes.some((change) => change[side] === "breaking");
  return { changes, breaks: { producer: breaks("producer"), agent: breaks("agent") } };
}

/** Two contracts of one version that are not one: nobody who reads a record can tell which was meant. */
function versionFault(found: readonly ContractChange[], { version }: ContractFile, after: ContractFile): readonly ContractChange[] {
  const noticed = found.some(({ place, producer, agent }) => place !== "/ends" && (producer !== "none" || agent !== "none"));
  if (!noticed || version !== after.version) return [];
  const meaning: Meaning = { producer: "breaking", agent: "breaking", says: "must be another one: the contract changes" };
  return [changeOf("/version", version, version, meaning)];
}

/** A member that is compared whole. */
function whole(name: string, meaning: Meaning): Compare {
  return ([before, after]) => {
    const [old, next] = [own(before, name), own(after, name)];
    return isSame(old, next) ? [] : [changeOf(joinPointer("", name), old, next, meaning)];
  };
}

/** An end may be set without another version: that is how the one before goes. */
function diffEnds([before, after]: Pair): readonly ContractChange[] {
  const [old, next] = [before.ends, after.ends];
  const at = (time: string | undefined) => (time === undefined ? null : parseTimestamp(time));
  const [was, is] = [at(old), at(next)];
  if (was === is) return [];
  const sooner = is !== null && (was === null || is < was);
  const meaning: Meaning = sooner
    ? { producer: "breaking", agent: "breaking", says: "lets no answer pass from then on" }
    : { producer: "compatible", agent: "compatible", says: "lets answers pass for longer" };
  return [changeOf("/ends", old, next, meaning)];
}

/** Policies know facts by what a receipt says: a new one breaks none, any other change may. */
function diffReceipt([before, after]: Pair): readonly ContractChange[] {
  const [old, next] = [own(before, "receipt"), own(after, "receipt")];
  if (isSame(old, next)) return [];
  const meaning: Meaning =
    old === undefined
      ? { producer: "none", agent: "compatible", says: "makes a fact of the answer" }
      : { producer: "none", agent: "breaking", says: "is another fact, or none, to policies" };
  return [changeOf("/receipt", old, next, meaning)];
}

/** Tests, by their titles: they change nothing that either side notices. */
function diffFixtures([before, after]: Pair): readonly ContractChange[] {
  const [old, next] = [byTitle(before), byTitle(after)];
  return [...new Set([...old.keys(), ...next.keys()])].flatMap((title) => {
    const [was, is] = [old.get(title), next.get(title)];
    if (isSame(was?.entry, is?.entry)) return [];
    const place = joinPointer("/fixtures", (is ?? was)?.at ?? 0);
    const says = was === undefined ? "is tested too" : is === undefined ? "is tested no longer" : "is tested otherwise";
    return [changeOf(place, was && title, is && title, { producer: "none", agent: "none", says })];
  });
}

function byTitle({ fixtures }: ContractFile): ReadonlyMap<string, { readonly at: number; readonly entry: JsonValue }> {
  return new Map(fixtures.map((fixture, at) => [fixture.title, { at, entry: fixture as unknown as JsonValue }]));
}

const RECORD_MEMBERS: ReadonlySet<string> = new Set(["adapter", "endpoint", "command"]);

function diffUpstream([before, after]: Pair): readonly ContractChange[] {
  const [old, next] = [before.upstream, after.upstream] as unknown as readonly [JsonObject, JsonObject];
  return Object.keys({ ...old, ...next }).flatMap((name) => {
    const [was, is] = [own(old, name), own(next, name)];
    return isSame(was, is) ? [] : [changeOf(joinPointer("/upstream", name), was, is, RECORD_MEMBERS.has(name) ? RECORDED : UNKNOWN)];
  });
}

function own(members: object, name: string): JsonValue | undefined {
  return Object.hasOwn(members, name) ? (members as JsonObject)[name] : undefined;
}
