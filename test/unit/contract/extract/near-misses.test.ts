import { describe, expect, it } from "vitest";
import { testContract } from "../../../../src/compile/index.js";
import type { Anything } from "../contracts.js";
import { vectorContract } from "./contracts.js";

async function told(file: Anything): Promise<readonly string[]> {
  const { fixtures, near_misses } = await testContract(file);
  expect(fixtures.filter(({ ok }) => !ok)).toEqual([]);
  return near_misses.map(({ kind, place, got, ok }) => `${ok ? "ok" : "NOT"} ${kind} ${place} ${got ?? "accepted"}`);
}

const faults = async (file: Anything) => (await told(file)).filter((line) => line.startsWith("NOT"));

describe("near misses of other kinds than the envelope", () => {
  it.each(["answer-http", "answer-command", "answer-mcp", "answer-check"])(
    "are all refused by %s, or nothing of them is seen",
    async (name) => {
      expect(await faults(vectorContract(name))).toEqual([]);
    },
  );

  it.each<[string, readonly string[]]>([
    [
      "answer-http",
      [
        "unlisted-status /status result.status",
        "other-media-type /media_type result.media_type",
        "no-media-type /media_type result.media_type",
        "error-page /body json.syntax",
        "duplicate-member /body/run json.duplicate_name",
        "stranger-beside /body accepted",
        "stranger-beside /body/run/status accepted",
        "stranger-beside /body/jobs/0 accepted",
        "missing-member /body/run/id result.extract",
        "unreadable /body/run/status/value result.extract",
        "object-for-value /body/run/finished result.extract",
        "object-for-text /body/run/project/slug result.schema",
        "empty-id /body/run/project/slug result.schema",
        "null-for-text /body/jobs/0/title result.schema",
        "wrong-value /args/project_id result.bind",
        "stale /data/observed_at result.stale",
      ],
    ],
    [
      "answer-command",
      [
        "unlisted-exit /exit_code result.status",
        "ended-by-signal /exit_code result.status",
        "words-where-none-are /stderr result.output",
        "banner-before /stdout result.line",
        "line-behind /stdout result.line",
        "blank-line-behind /stdout result.line",
        "coloured /stdout result.line",
        "cut-short /stdout result.line",
        "other-line-ends /stdout result.line",
        "nothing /stdout result.line_missing",
        "wrong-value /args/project_id result.bind",
      ],
    ],
    [
      "answer-mcp",
      [
        "extra-member  result.envelope",
        "no-content /content result.envelope",
        "image-beside /content result.content",
        "second-text /content result.content",
        "prose-for-json /content/0/text json.syntax",
        "says-otherwise /content/0/text result.disagreement",
        "error-beside-data /isError result.error_unknown",
        "extra-member /structuredContent result.schema",
        "duplicate-member /structuredContent json.duplicate_name",
      ],
    ],
    [
      "answer-check",
      [
        "not-confirmed /data/run_id result.belongs",
        "half-confirmed /data/run_id result.belongs",
        "check-throws /data/run_id result.belongs",
      ],
    ],
  ])("of %s are derived", async (name, lines) => {
    const all = await told(vectorContract(name));
    expect(lines.filter((line) => !all.includes(`ok ${line}`))).toEqual([]);
  });

  it("find a grammar that takes any line, and a value that is taken as it is and whole", async () => {
    const loose = vectorContract("answer-command");
    loose.extract.stdout.lines.push({ pattern: "^[ -~]*$", count: { least: 0, most: 9 }, as: "rest" });
    expect(await faults(loose)).toContain("NOT line-behind /stdout accepted");
    const whole = vectorContract("answer-http");
    whole.data.properties.jobs.items.properties.name = { type: "string" };
    expect(await faults(whole)).toContain("NOT over-long /body/jobs/0/title accepted");
  });

  it("takes no flag that alone names a failure for a near miss", async () => {
    const file = vectorContract("answer-mcp");
    file.errors = { NOT_FOUND: { retryable: false, map: [{ is_error: true }] } };
    file.extract.failure = undefined;
    const lines = await told(JSON.parse(JSON.stringify(file)));
    expect(lines.filter((line) => line.includes("error-beside-data"))).toEqual([]);
  });
});
