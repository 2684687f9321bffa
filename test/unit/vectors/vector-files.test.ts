import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { vectorManifest } from "../../../scripts/build-vector-manifest.js";
import { checkSuite } from "../../../src/vectors/check-suite.js";
import { vectorSources } from "../../vectors/vector-sources.js";

const VECTORS = new URL("../../../vectors/", import.meta.url);

describe("the vectors of record", () => {
  it("fit the schema, with unique ids and twins of the opposite verdict", () => {
    expect(checkSuite(vectorSources()).faults).toEqual([]);
  });

  it("are what the manifest lists", () => {
    expect(readFileSync(new URL("manifest.json", VECTORS), "utf8")).toBe(vectorManifest());
  });

  it("cover every reason of the shape, id and binding stages", () => {
    const { reasons_covered } = JSON.parse(vectorManifest()) as { reasons_covered: readonly string[] };
    const wanted = ["limit.provenance", "limit.claims", "limit.evidence", "request.not_object", "wire.required", "wire.unknown_member"];
    wanted.push("wire.type", "wire.enum", "wire.pattern", "provenance.duplicate_id", "evidence.duplicate_id");
    wanted.push("binding.tool_mismatch", "binding.args_mismatch");
    expect(reasons_covered).toEqual(expect.arrayContaining(wanted));
  });
});
