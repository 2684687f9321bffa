import { describe, expect, it } from "vitest";
import { checkSuite } from "../../../src/vectors/check-suite.js";
import type { VectorSource } from "../../../src/vectors/vector-file.js";
import { ALLOW, BLOCK, decisionCase, decisionFile, plainFile } from "./sample-files.js";

function faults(...files: VectorSource[]): string[] {
  return checkSuite(files).faults.map(({ id, message }) => (id === null ? message : `${id} ${message}`));
}

describe("checkSuite", () => {
  it("takes a file that fits", () => {
    expect(faults(decisionFile([decisionCase("a-001"), decisionCase("a-002", { twin: "a-001", expect: BLOCK })]))).toEqual([]);
  });

  it("refuses unknown members and expectations, at every level", () => {
    const unknown = [
      decisionFile([decisionCase("a-001")], { note: "" }),
      decisionFile([decisionCase("a-001")], { header: { clock: 1 } }),
      decisionFile([decisionCase("a-001", { note: "" })]),
      decisionFile([decisionCase("a-001", { expect: { ...ALLOW, single_use: "x" } })]),
      decisionFile([decisionCase("a-001", { limits: { max_time: 1 } })]),
      decisionFile([decisionCase("a-001", { call: { tool: "t", arguments: {} } })]),
      decisionFile([decisionCase("a-001", { input: { utf8: "", base64: "" } })]),
      plainFile("json", [{ ...decisionCase("a-001", { expect: { ok: true, hex: "" } }) }]),
    ];
    for (const file of unknown) {
      expect(faults(file).length).toBeGreaterThan(0);
      expect(checkSuite([file]).cases).toEqual([]);
    }
  });

  it("shares limits among cases of any kind, and nothing else among those that parse", () => {
    const plain = (header: object) => {
      const { name, value } = plainFile("json", [decisionCase("a-001", { expect: { ok: true } })]);
      return { name, value: { ...(value as object), header } };
    };
    const limits = { max_bytes: 16 };
    expect(checkSuite([plain({ limits })])).toMatchObject({ faults: [], cases: [{ testCase: { id: "a-001", limits } }] });
    expect(faults(plain({ now: 0 }))).toHaveLength(1);
  });

  it("refuses members of the wrong form", () => {
    const wrong = [
      decisionFile([]),
      decisionFile([decisionCase("A-001")]),
      decisionFile([decisionCase("a-1")]),
      decisionFile([decisionCase("a-001", { spec: "wire.md" })]),
      decisionFile([decisionCase("a-001", { input: {} })]),
      decisionFile([decisionCase("a-001", { input: { utf8: "", hex: "" } })]),
      decisionFile([decisionCase("a-001", { input: { hex: "0" } })]),
      decisionFile([decisionCase("a-001", { input: "{}" })]),
      decisionFile([decisionCase("a-001", { call: "none" })]),
      decisionFile([decisionCase("a-001", { profile: "lax" })]),
      decisionFile([decisionCase("a-001", { artifacts: { "file://a": "gone" } })]),
      decisionFile([decisionCase("a-001", { expect: { verdict: "allow" } })]),
      decisionFile([decisionCase("a-001", { expect: { error: "configuration" } })]),
      decisionFile([decisionCase("a-001", { expect: { error: "configuration", place: "/a", code: "PIC_OK" } })]),
      decisionFile([decisionCase("a-001")], { kind: "other" }),
      decisionFile([decisionCase("a-001")], { $schema: "./vector.schema.json" }),
      { name: "x.json", value: null },
    ];
    for (const file of wrong) expect([JSON.stringify(file.value), faults(file).length > 0]).toEqual([JSON.stringify(file.value), true]);
  });

  it("wants ids unique over all files", () => {
    expect(faults(decisionFile([decisionCase("a-001")]), decisionFile([decisionCase("a-001")], {}, "wire/other.json"))).toEqual([
      "a-001 the id is also used in wire/sample.json",
    ]);
  });

  it("wants a twin for each refusal outside flow/, there, of the same kind and the other verdict", () => {
    const refused = (members: object) => decisionCase("a-002", { expect: BLOCK, ...members });
    expect(faults(decisionFile([refused({})]))).toEqual(["a-002 a refused case needs a twin"]);
    expect(faults(decisionFile([refused({})], {}, "flow/order.json"))).toEqual([]);
    expect(faults(decisionFile([refused({ twin: "a-003" })]))).toEqual(["a-002 its twin a-003 does not exist"]);
    expect(faults(decisionFile([refused({ twin: "a-002" })]))).toEqual(["a-002 its twin a-002 has the same verdict"]);
    expect(faults(decisionFile([decisionCase("a-001", { twin: "a-003" }), decisionCase("a-003")]))).toEqual([
      "a-001 its twin a-003 has the same verdict",
    ]);
    const parsed = plainFile("json", [{ ...decisionCase("a-001"), expect: { ok: true } }]);
    expect(faults(parsed, decisionFile([refused({ twin: "a-001" })]))).toEqual(["a-002 its twin a-001 is of another kind"]);
    expect(faults(plainFile("json", [{ ...decisionCase("a-001"), expect: { ok: false, reasons: [] } }]))).toEqual([
      "a-001 a refused case needs a twin",
    ]);
  });
});
