import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { loadPolicy } from "../../src/compile/load-policy.js";
import { DEFAULT_LIMITS } from "../../src/decision/limits.js";
import { createArtifactReader } from "../../src/node/read-artifact.js";
import { CONFORMANCE_POLICY, type ConformanceOptions, type ConformancePorts, runConformance } from "../../src/vectors/conformance.js";

const shared = process.env.COUNTERSIGN_SHARED ?? fileURLToPath(new URL("../../../shared", import.meta.url));
const folder = join(shared, "pic-conformance", "conformance");
const manifestFile = join(folder, "manifest.json");

const bytesOf = (path: string) => (existsSync(path) ? new Uint8Array(readFileSync(path)) : null);
const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

const ports: ConformancePorts = {
  readVector: async (file) => bytesOf(join(folder, file)),
  readArtifacts: async (root, refs) =>
    (await createArtifactReader({ root: join(dirname(folder), root), limits: DEFAULT_LIMITS })).read(refs),
};

const policy = await loadPolicy(new TextEncoder().encode(CONFORMANCE_POLICY));

function run(manifest: unknown, options: Partial<ConformanceOptions> = {}, over: Partial<ConformancePorts> = {}) {
  const bytes = manifest instanceof Uint8Array || manifest === null ? manifest : encode(manifest);
  return runConformance(bytes, { policy, ...options }, { ...ports, ...over });
}

describe.skipIf(!existsSync(manifestFile))("the reference's corpus", () => {
  const manifest = () => JSON.parse(readFileSync(manifestFile, "utf8"));

  it("passes whole", async () => {
    const report = await run(bytesOf(manifestFile));
    expect(report.results.filter(({ passed }) => !passed)).toEqual([]);
    expect(report.summary).toEqual({
      total: manifest().vectors.length,
      passed: manifest().vectors.length,
      failed: 0,
      all_passed: true,
      diagnostic: null,
      message: null,
    });
    expect(report.exit_code).toBe(0);
  });

  it("notices when any vector's verdict is turned round", async () => {
    const { version, vectors } = manifest();
    const proposals = vectors.filter(({ mode }: { mode: string }) => mode !== "canonicalization");
    for (const vector of proposals) {
      const turned = { ...vector, expected: vector.expected === "allow" ? "block" : "allow" };
      const over = {
        readVector: async (file: string) => encode({ ...JSON.parse(readFileSync(join(folder, file), "utf8")), expected: turned.expected }),
      };
      const report = await run({ version, vectors: [turned] }, {}, over);
      expect(report.results[0]).toMatchObject({ id: vector.id, passed: false, reason_code: "verdict_mismatch" });
    }
  });

  it("selects by mode and id", async () => {
    const core = await run(bytesOf(manifestFile), { filterModes: ["core"] });
    expect(core.results.every(({ mode }) => mode === "core")).toBe(true);
    expect(core.selection).toEqual({
      total_in_manifest: manifest().vectors.length,
      selected: core.results.length,
      filter_modes: ["core"],
      filter_ids: [],
    });
    const [{ id }] = manifest().vectors;
    expect((await run(bytesOf(manifestFile), { filterIds: [id] })).results.map((result) => result.id)).toEqual([id]);
  });
});

describe("a corpus of our own making", () => {
  const proposal = {
    protocol: "PIC/1.0",
    intent: "Look it up",
    impact: "read",
    provenance: [{ id: "a", trust: "untrusted" }],
    claims: [{ text: "asked for", evidence: ["a"] }],
    action: { tool: "docs.search", args: {} },
  };
  const entry = { id: "v", file: "core/v.json", mode: "core", expected: "allow" };
  const vector = { id: "v", mode: "core", expected: "allow", proposal };
  const withVector = (change: object, entryChange: object = {}) =>
    run({ version: "t", vectors: [{ ...entry, ...entryChange }] }, {}, { readVector: async () => encode({ ...vector, ...change }) });
  const outcome = async (report: ReturnType<typeof withVector>) => (await report).results[0]?.reason_code;

  it("passes where everything agrees", async () => {
    const report = await withVector({});
    expect(report.results).toEqual([{ id: "v", mode: "core", passed: true, reason_code: null, message: null }]);
    expect(report.exit_code).toBe(0);
  });

  it("tells drift in each member the file states", async () => {
    for (const change of [{ id: "w" }, { mode: "evidence" }, { expected: "block" }, { expected_error_code: "PIC_SCHEMA_INVALID" }]) {
      expect(await outcome(withVector(change))).toBe("manifest_drift");
    }
  });

  it("tells another code from another verdict", async () => {
    const block = { expected: "block", expected_error_code: "PIC_SCHEMA_INVALID" };
    expect(await outcome(withVector({ ...block, proposal: { ...proposal, impact: "dance" } }, block))).toBeNull();
    const other = { expected: "block", expected_error_code: "PIC_DUPLICATE_ID" };
    expect(await outcome(withVector({ ...other, proposal: { ...proposal, impact: "dance" } }, other))).toBe("error_code_mismatch");
    expect(await outcome(withVector(block, block))).toBe("verdict_mismatch");
  });

  it("refuses vectors it cannot take at their word", async () => {
    expect(await outcome(withVector({ proposal: undefined }))).toBe("vector_invalid");
    expect(await outcome(withVector({ options: { strict_trsut: false } }))).toBe("vector_invalid");
    expect(await outcome(withVector({ options: { strict_trust: "no" } }))).toBe("vector_invalid");
    expect(await outcome(withVector({ options: { evidence_root_dir: "../x" } }))).toBe("vector_invalid");
    expect(await outcome(withVector({ mode: "dance" }, { mode: "dance" }))).toBe("vector_invalid");
    expect(await outcome(withVector({}, { file: "../v.json" }))).toBe("vector_invalid");
    expect(await outcome(run({ version: "t", vectors: [entry] }, {}, { readVector: async () => null }))).toBe("vector_invalid");
  });

  it("holds a fault of the runner to its vector", async () => {
    const broken = {
      readVector: async () => {
        throw new Error("disk");
      },
    };
    const report = await run({ version: "t", vectors: [entry] }, {}, broken);
    expect(report.results[0]?.reason_code).toBe("runner_error");
    expect(report.exit_code).toBe(1);
  });

  it("compares bytes and digest of canonical form, and wants refusals", async () => {
    const canonical = (change: object, expected = "canonical_match") =>
      outcome(
        run(
          { version: "t", vectors: [{ id: "v", file: "c.json", mode: "canonicalization", expected }] },
          {},
          { readVector: async () => encode({ id: "v", ...change }) },
        ),
      );
    // `{"a":1}` and its SHA-256 by sha256sum.
    const right = {
      input: { a: 1 },
      expected_canonical_bytes_hex: "7b2261223a317d",
      expected_sha256_hex: "015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862",
    };
    expect(await canonical(right)).toBeNull();
    expect(await canonical({ ...right, expected_canonical_bytes_hex: "7b7d" })).toBe("canonicalization_mismatch");
    expect(await canonical({ ...right, expected_sha256_hex: "00" })).toBe("canonicalization_mismatch");
    expect(await canonical({ input: { a: 1 } })).toBe("vector_invalid");
    expect(await canonical({ input: "\ud800" }, "canonical_reject")).toBeNull();
    expect(await canonical({ input: { a: 1 } }, "canonical_reject")).toBe("canonicalization_mismatch");
  });

  it("runs nothing on a bad manifest or an empty selection, and never exits 0 then", async () => {
    const good = { version: "t", vectors: [entry] };
    const bad = [
      null,
      new Uint8Array([0xff]),
      [],
      {},
      { ...good, version: "" },
      { ...good, vectors: {} },
      { ...good, vectors: [{ ...entry, file: 1 }] },
    ];
    for (const manifest of [...bad, { ...good, vectors: [entry, entry] }, { ...good, vectors: [{ ...entry, expected: "maybe" }] }]) {
      expect(await run(manifest)).toMatchObject({
        exit_code: 2,
        results: [],
        summary: { diagnostic: "manifest_invalid", all_passed: false },
      });
    }
    for (const options of [{ filterIds: ["v", "w"] }, { filterModes: ["evidence"] }]) {
      expect(await run(good, options)).toMatchObject({ exit_code: 2, summary: { diagnostic: "no_vectors_selected" } });
    }
    expect(await run({ version: "t", vectors: [] })).toMatchObject({ exit_code: 2, summary: { diagnostic: "no_vectors_selected" } });
  });
});
