import { sha256 } from "#crypto";
import { ConfigurationError } from "../decision/configuration-error.js";
import type { JsonPointer } from "../decision/issue.js";
import { readOnlyMap } from "../decision/read-only.js";
import { canonicalText } from "../json/canonical-text.js";
import type { JsonObject, JsonValue } from "../json/value.js";
import { parseTimestamp } from "../trust/timestamp.js";
import type { Contract, DataCheck, FreshRule, Selection, TextRule, Tie } from "./contract.js";
import type { BelongsEntry, BindEntry, ContractFile, FreshEntry, SelectEntry } from "./contract-file.js";
import { buildExtraction, type CompileGrammar } from "./extract/build-extraction.js";
import { fieldOf } from "./field.js";
import { receiptTerms } from "./receipt-terms.js";
import { retryOf } from "./retry.js";

/** Turns the `data` schema into a check; `place` is its pointer in the file. */
export type CompileData = (schema: JsonObject, place: JsonPointer) => DataCheck;

/** The engines that a contract needs; they are heavy, so they come in. */
export interface ContractCompilers {
  readonly data: CompileData;
  readonly grammar: CompileGrammar;
}
/** A contract that does not say how many answers that do not fit are too many takes this many in a row. */
const CIRCUIT_AFTER = 5;

const SECOND = 1_000_000_000n;

/** A frozen object can still be a look-alike, so what this file made is remembered by identity. */
const MADE = new WeakSet<object>();

/** True only for what `buildContract` returned. */
export function isContract(value: unknown): value is Contract {
  return typeof value === "object" && value !== null && MADE.has(value);
}

/**
 * Builds a contract from a file whose shape holds. Portable: the engines come in.
 *
 * @throws ConfigurationError where fields contradict each other, and whatever the compiler refuses.
 */
export function buildContract(file: ContractFile, compile: ContractCompilers): Contract {
  const { tool, version, owner, limits, ends, fresh } = file;
  const { signature, ...upstream } = file.upstream;
  const belongs = belongingsOf(file.belongs);
  const text = (file.text ?? []).map(({ field, max }): TextRule => Object.freeze({ field: fieldOf(field), max }));
  const contract = Object.freeze({
    tool,
    version,
    owner,
    digest: sha256(canonicalText(file as unknown as JsonValue)),
    ends: ends === undefined ? null : parseTimestamp(ends),
    upstream: Object.freeze({ ...upstream }),
    answer: file.answer ?? "json",
    extraction: buildExtraction(file, compile.grammar),
    signature: signature === undefined ? null : Object.freeze({ keys: Object.freeze([...signature.keys]) }),
    limits: Object.freeze({ maxBytes: limits.bytes, maxDepth: limits.depth, maxItems: limits.items }),
    data: compile.data(file.data, "/data"),
    errors: readOnlyMap(new Map(Object.entries(file.errors).map(([code, { retryable }]) => [code, retryable]))),
    bind: tiesOf(file.bind),
    belongs,
    checks: Object.freeze([...new Set(belongs.flatMap((tie) => ("check" in tie ? [tie.check] : [])))]),
    fresh: fresh === undefined ? null : freshOf(fresh),
    text: Object.freeze(text),
    select: Object.freeze(selectionsOf(file.select, text)),
    receipt: receiptTerms(file),
    ...retryOf(file.retry),
    circuitAfter: file.on_invalid?.circuit_after ?? CIRCUIT_AFTER,
  }) as unknown as Contract;
  MADE.add(contract);
  return contract;
}

function tiesOf(entries: readonly BindEntry[] = []): readonly Tie[] {
  return Object.freeze(entries.map(({ data, request }) => Object.freeze({ data: fieldOf(data), request: fieldOf(request) })));
}

function belongingsOf(entries: readonly BelongsEntry[] = []): Contract["belongs"] {
  const ties = entries.map((entry) =>
    "check" in entry ? { data: fieldOf(entry.data), check: entry.check } : { data: fieldOf(entry.data), request: fieldOf(entry.request) },
  );
  return Object.freeze(ties.map((tie) => Object.freeze(tie)));
}

function freshOf({ field, max_age_seconds, max_ahead_seconds }: FreshEntry): FreshRule {
  return Object.freeze({ field: fieldOf(field), maxAge: BigInt(max_age_seconds) * SECOND, maxAhead: BigInt(max_ahead_seconds) * SECOND });
}

/** A name that reads as one in a sentence and in code, and is nobody's prototype. */
const MEMBER = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

function selectionsOf(entries: readonly SelectEntry[], texts: readonly TextRule[]): readonly Selection[] {
  const taken = new Set<string>();
  return entries.map((entry, at) => {
    const place = `/select/${at}`;
    const { field: pointer, as: named, optional = false } = typeof entry === "string" ? { field: entry } : entry;
    const field = fieldOf(pointer);
    const as = named ?? (field.steps[field.steps.length - 1] as string);
    if (!MEMBER.test(as)) {
      throw new ConfigurationError(
        `gives the agent no name that can be told; write { "field": ${JSON.stringify(pointer)}, "as": "name" }`,
        { place },
      );
    }
    if (taken.has(as))
      throw new ConfigurationError(`is the second field called ${JSON.stringify(as)}; give it another name with "as"`, { place });
    taken.add(as);
    const inside = texts.find((text) => text.field.pointer.startsWith(`${pointer}/`));
    if (inside !== undefined) {
      const words = `holds the text ${JSON.stringify(inside.field.pointer)}, which the agent may get only marked; select its members one by one`;
      throw new ConfigurationError(words, { place });
    }
    return Object.freeze({ field, as, optional, untrusted: texts.some((text) => text.field.pointer === pointer) });
  });
}
