import type { CommandAnswer } from "../answer.js";
import type { CommandExtraction, Grammar, Stream } from "../extract/extraction.js";
import type { ResultReason } from "../result-catalogue.js";
import { type Base, ORDER } from "./near-miss.js";
import { spoilBytes } from "./spoil-json.js";
import { spoilValue } from "./spoil-value.js";
import { jsonBytes, type Spoilt, textBytes, valueIn } from "./spoilt.js";

const EXITS = [3, 9, 99, 137];

/** Exit code and streams of a command. */
export function* spoilCommand(answer: CommandAnswer, rules: CommandExtraction, base: Base): Generator<Spoilt> {
  const unlisted = EXITS.find((each) => !rules.exitCodes.has(each) && !rules.failures.has(each));
  if (unlisted !== undefined)
    yield { kind: "unlisted-exit", place: "/exit_code", answer: { ...answer, exitCode: unlisted }, expect: ["result.status"] };
  yield { kind: "ended-by-signal", place: "/exit_code", answer: { ...answer, exitCode: null }, expect: ["result.status"] };
  for (const name of ["stderr", "stdout"] as const) yield* spoilStream(name, rules.output[name], answer, rules, base);
}

function* spoilStream(
  name: "stdout" | "stderr",
  stream: Stream,
  answer: CommandAnswer,
  rules: CommandExtraction,
  base: Base,
): Generator<Spoilt> {
  const bytes = answer[name];
  const wrap = (changed: Uint8Array): CommandAnswer => ({ ...answer, [name]: changed });
  const place = `/${name}`;
  if (stream === "empty") {
    yield { kind: "words-where-none-are", place, answer: wrap(textBytes(`warning: ${ORDER}\n`)), expect: ["result.output", "limit.bytes"] };
    return;
  }
  if (stream !== "json") {
    for (const { kind, text, expect } of spoilLines(new TextDecoder().decode(bytes), stream)) {
      // A line more may be one too many, and a byte too.
      yield { kind, place, answer: wrap(textBytes(text)), expect: [...expect, "limit.items", "limit.bytes"] };
    }
    return;
  }
  const value = valueIn(bytes);
  if (value === undefined) return;
  for (const each of spoilBytes(bytes, value, base, wrap)) yield { ...each, place: `${place}${each.place}` };
  yield* spoilValue(value, rules.shape, base, place, (changed) => wrap(jsonBytes(changed)));
}

interface SpoiltText {
  readonly kind: string;
  readonly text: string;
  readonly expect: readonly [ResultReason, ...ResultReason[]];
}

/** Lines that no grammar should take, and lines that are cut. */
function* spoilLines(text: string, { rules, ended, lineEnd }: Grammar): Generator<SpoiltText> {
  const end = lineEnd === "crlf" ? "\r\n" : "\n";
  const behind = ended || text === "" ? text : `${text}${end}`;
  const closing = ended ? end : "";
  yield {
    kind: "banner-before",
    text: `NOTICE: ${ORDER}${text === "" ? closing : `${end}${text}`}`,
    expect: ["result.line", "result.line_missing"],
  };
  yield { kind: "line-behind", text: `${behind}${ORDER}${closing}`, expect: ["result.line", "result.line_missing"] };
  yield { kind: "blank-line-behind", text: `${behind}${closing === "" ? " " : closing}`, expect: ["result.line"] };
  if (rules.some(({ least }) => least > 0)) yield { kind: "nothing", text: "", expect: ["result.line_missing"] };
  if (text === "") return;
  yield { kind: "coloured", text: `\u001b[31m${text}`, expect: ["result.line"] };
  yield { kind: "cut-short", text: ended ? text.slice(0, -end.length) : behind, expect: ["result.line", "result.line_missing"] };
  const otherEnds = lineEnd === "crlf" ? text.replaceAll("\r\n", "\n") : text.replaceAll("\n", "\r\n");
  if (otherEnds !== text) yield { kind: "other-line-ends", text: otherEnds, expect: ["result.line"] };
}
