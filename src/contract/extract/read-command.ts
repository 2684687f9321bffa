import type { JsonPointer } from "../../decision/issue.js";
import { byteLength } from "../../json/parse-json.js";
import type { JsonValue } from "../../json/value.js";
import type { CommandAnswer } from "../answer.js";
import type { Contract } from "../contract.js";
import { readAnswer } from "../read-answer.js";
import type { Reading } from "../reading.js";
import { passed, type ResultOutcome, refused } from "../result-issue.js";
import { bare, type CommandExtraction, type Output, plain, type Stream } from "./extraction.js";
import { failedAs, failedWith } from "./read-failure.js";
import { readLines } from "./read-lines.js";
import { readValue } from "./read-value.js";

/** What a command left, by exit code, then stderr, then stdout (spec/results.md#command). */
export function readCommand(answer: CommandAnswer, rules: CommandExtraction, limits: Contract["limits"]): ResultOutcome<Reading> {
  const { exitCode } = answer;
  if (exitCode === null) return refused("result.status", "/exit_code");
  const failing = rules.failures.get(exitCode);
  if (rules.exitCodes.has(exitCode)) {
    const output = readOutput(answer, rules.output, limits);
    return output.ok ? readValue(output.value, rules, failing, "/output") : output;
  }
  if (failing === undefined) return refused("result.status", "/exit_code");
  if (typeof failing === "string" || rules.failureOutput === null) {
    return typeof failing === "string" ? failedAs(failing, "/exit_code") : refused("result.error_unknown", "/exit_code");
  }
  const output = readOutput(answer, rules.failureOutput, limits);
  return output.ok ? failedWith(output.value, rules.codeField, failing, "/output") : output;
}

/** Both streams to one value: the JSON of the one that has it, or what the groups of all lines hold. */
function readOutput(answer: CommandAnswer, output: Output, limits: Contract["limits"]): ResultOutcome<JsonValue> {
  const record = bare();
  const stderr = readStream(answer.stderr, output.stderr, limits, "/stderr", record);
  if (!stderr.ok) return stderr;
  const stdout = readStream(answer.stdout, output.stdout, limits, "/stdout", record);
  if (!stdout.ok) return stdout;
  if (stdout.value !== undefined) return passed(stdout.value);
  return passed(stderr.value === undefined ? plain(record) : stderr.value);
}

/** Undefined where the stream is no value by itself. */
function readStream(
  bytes: Uint8Array,
  stream: Stream,
  limits: Contract["limits"],
  place: JsonPointer,
  record: Record<string, JsonValue>,
): ResultOutcome<JsonValue | undefined> {
  if (stream === "json") return readAnswer(bytes, limits, place);
  if (stream === "empty") return byteLength(bytes) === 0 ? passed(undefined) : refused("result.output", place);
  const lines = readLines(bytes, stream, limits, place, record);
  return lines.ok ? passed(undefined) : lines;
}
