import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CATALOGUE } from "../../../src/decision/catalogue.js";
import { canonicalize } from "../../../src/json/canonicalize.js";
import { parseJson } from "../../../src/json/parse-json.js";

interface VectorFile {
  readonly rule: string;
  readonly kind: "json" | "canonical";
  readonly header: { readonly limits?: { readonly max_bytes: number; readonly max_depth: number } };
  readonly cases: readonly VectorCase[];
}
interface VectorCase {
  readonly id: string;
  readonly title: string;
  readonly spec: string;
  readonly twin?: string;
  readonly input: { readonly utf8?: string; readonly hex?: string };
  readonly expect: { readonly ok: boolean; readonly hex?: string; readonly reasons?: readonly string[]; readonly offset?: number };
}

const root = new URL("../../../vectors/", import.meta.url);
const files = ["json", "canonical"].flatMap((room) =>
  readdirSync(new URL(`${room}/`, root)).map((name) => ({
    name: `${room}/${name}`,
    file: JSON.parse(readFileSync(new URL(`${room}/${name}`, root), "utf8")) as VectorFile,
  })),
);
const cases = files.flatMap(({ file }) => file.cases);

function bytesOf(input: VectorCase["input"]): Uint8Array {
  return input.hex === undefined ? new TextEncoder().encode(input.utf8) : new Uint8Array(Buffer.from(input.hex, "hex"));
}

describe.each(files)("$name", ({ file }) => {
  const limits = file.header.limits;
  it.each(file.cases)("$id $title", (one) => {
    if (file.kind === "json") {
      const outcome = parseJson(
        bytesOf(one.input),
        limits === undefined ? undefined : { maxBytes: limits.max_bytes, maxDepth: limits.max_depth },
      );
      if (one.expect.ok) expect(outcome).toEqual({ ok: true, value: JSON.parse(new TextDecoder().decode(bytesOf(one.input))) });
      else {
        const issues = one.expect.reasons?.map((reason) => ({ reason, path: "", offset: one.expect.offset }));
        expect(outcome).toEqual({ ok: false, issues, more: 0 });
      }
    } else {
      const outcome = canonicalize(JSON.parse(one.input.utf8 as string));
      const seen = outcome.ok
        ? { ok: true, hex: Buffer.from(outcome.value).toString("hex") }
        : { ok: false, reasons: outcome.issues.map((issue) => issue.reason) };
      expect(seen).toEqual(one.expect);
    }
  });
});

describe("the vectors as a whole", () => {
  it("have ids of their own", () => {
    expect(new Set(cases.map((one) => one.id)).size).toBe(cases.length);
  });

  it("give each refusal an accepted twin of the same file", () => {
    for (const { file } of files) {
      const accepted = new Set(file.cases.filter((one) => one.expect.ok).map((one) => one.id));
      for (const one of file.cases) if (!one.expect.ok) expect([one.id, accepted.has(one.twin as string)]).toEqual([one.id, true]);
    }
  });

  it("show every reason of json/", () => {
    const own = CATALOGUE.map((row) => row.reason).filter(
      (reason) => reason.startsWith("json.") || reason === "limit.bytes" || reason === "limit.depth",
    );
    const shown = new Set(cases.flatMap((one) => one.expect.reasons ?? []));
    expect(own.filter((reason) => !shown.has(reason))).toEqual([]);
  });

  it("cite clauses that exist", () => {
    const spec = readFileSync(new URL("../spec/json.md", root), "utf8");
    const anchors = new Set([...spec.matchAll(/<a id="([a-z0-9-]+)">/g)].map((match) => `json.md#${match[1]}`));
    expect(cases.filter((one) => !anchors.has(one.spec)).map((one) => `${one.id} ${one.spec}`)).toEqual([]);
  });
});
