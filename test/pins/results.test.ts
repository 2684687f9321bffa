import { describe, expect, it } from "vitest";
import { NEXT_STEPS } from "../../src/cli/contract/next-steps.js";
import { isResultReason, RESULT_REASONS } from "../../src/contract/result-catalogue.js";
import { CATALOGUE } from "../../src/decision/catalogue.js";
import { readText } from "./sources.js";

/** Reasons of the result gate in order. A change here can change which one names a decision. */
const PINNED = [
  "result.contract_ended",
  "limit.bytes",
  "result.status",
  "result.media_type",
  "limit.depth",
  "json.bom",
  "json.invalid_utf8",
  "json.empty",
  "json.syntax",
  "json.trailing_data",
  "json.duplicate_name",
  "json.number_overflow",
  "json.number_unsafe_integer",
  "json.number_inexact",
  "json.lone_surrogate",
  "json.proto_name",
  "limit.items",
  "limit.work",
  "result.output",
  "result.line",
  "result.line_missing",
  "result.envelope",
  "result.tool",
  "result.request_id",
  "result.content",
  "result.disagreement",
  "result.outcome",
  "result.error_unknown",
  "result.extract",
  "result.signer",
  "result.signature",
  "result.schema",
  "result.request_incomplete",
  "result.bind",
  "result.belongs",
  "result.time",
  "result.stale",
  "result.future",
  "result.text",
  "result.field_missing",
  "result.upstream_failure",
  "internal.error",
];

describe("the result catalogue", () => {
  it("tells in the command what the table says to do", () => {
    const rows = [...readText("spec/results.md").matchAll(/^\| <a id="([^"]+)"><\/a>`\1` \| .+? \| (.+?) \|$/gm)];
    expect(rows.map(([, reason, next]) => [reason, next])).toEqual(Object.entries(NEXT_STEPS));
  });

  it("has the pinned reasons in order", () => {
    expect([...RESULT_REASONS]).toEqual(PINNED);
  });

  it("has every reason of the parser's, in the parser's order", () => {
    const parser = CATALOGUE.map(({ reason }) => reason as string).filter(
      (reason) => (reason.startsWith("json.") && reason !== "json.not_plain") || ["limit.bytes", "limit.depth"].includes(reason),
    );
    expect(parser.filter((reason) => !isResultReason(reason))).toEqual([]);
    expect(PINNED.filter((reason) => parser.includes(reason))).toEqual(parser);
  });

  it("is the table of spec/results.md, each with what was found and what is next", () => {
    const rows = [...readText("spec/results.md").matchAll(/^\| <a id="([a-z._0-9]+)"><\/a>`\1` \| [^|]+\. \| [^|]+\. \|$/gm)];
    expect(rows.map(([, reason]) => reason)).toEqual(PINNED);
  });
});
