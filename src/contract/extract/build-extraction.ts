import type { JsonPointer } from "../../decision/issue.js";
import { readOnlySet } from "../../decision/read-only.js";
import type { ContractFile } from "../contract-file.js";
import { fieldOf } from "../field.js";
import { buildFailures } from "./build-failures.js";
import { buildShape } from "./build-shape.js";
import type { ExtractEntry, GrammarEntry, StreamEntry } from "./extract-file.js";
import type { Extraction, Grammar, OutcomeRule, Stream } from "./extraction.js";
import { type MediaType, parseMediaType } from "./media-type.js";

/** Turns a grammar of lines into one that reads; `place` is its pointer in the file. */
export type CompileGrammar = (entry: GrammarEntry, place: JsonPointer) => Grammar;

/**
 * How answers of the file's kind become data; null for the adapter's own envelope.
 *
 * @throws ConfigurationError where members contradict each other, and whatever the compiler of grammars refuses
 */
export function buildExtraction({ answer = "json", extract, errors }: ContractFile, compile: CompileGrammar): Extraction | null {
  if (answer === "json" || extract === undefined) return null;
  const { fields, failure, outcome } = extract;
  const common = {
    shape: fields === undefined ? null : buildShape(fields, "/extract/fields"),
    failures: buildFailures(errors),
    codeField: failure === undefined ? null : fieldOf(failure.code),
  };
  const told = outcome === undefined ? null : outcomeOf(outcome);
  switch (answer) {
    case "http": {
      const mediaType = mediaTypeOf(extract.media_type);
      const failureMediaType = failure?.media_type === undefined ? mediaType : mediaTypeOf(failure.media_type);
      const statuses = readOnlySet(new Set(extract.status));
      return Object.freeze({ kind: answer, ...common, statuses, mediaType, failureMediaType, outcome: told });
    }
    case "command": {
      const stream = (entry: StreamEntry | undefined, place: JsonPointer): Stream =>
        typeof entry === "object" ? compile(entry, place) : (entry ?? "empty");
      const both = ({ stdout, stderr }: Pick<ExtractEntry, "stdout" | "stderr">, place: JsonPointer) =>
        Object.freeze({ stdout: stream(stdout, `${place}/stdout`), stderr: stream(stderr, `${place}/stderr`) });
      const failureOutput = failure === undefined ? null : both(failure, "/extract/failure");
      const exitCodes = readOnlySet(new Set(extract.exit_codes));
      return Object.freeze({ kind: answer, ...common, exitCodes, output: both(extract, "/extract"), failureOutput, outcome: told });
    }
    case "mcp":
      return Object.freeze({
        kind: answer,
        ...common,
        source: extract.from ?? "structured",
        beside: readOnlySet(new Set(extract.beside)),
      });
  }
}

function outcomeOf({ field, success, failure }: NonNullable<ExtractEntry["outcome"]>): OutcomeRule {
  return Object.freeze({ field: fieldOf(field), success, failure });
}

/** Its form was checked with the file. */
function mediaTypeOf(text: string | undefined): MediaType {
  return parseMediaType(text as string) as MediaType;
}
