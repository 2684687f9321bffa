import { describe, expect, it } from "vitest";
import { readContract } from "../../../src/compile/load-contract.js";
import { diffContracts } from "../../../src/contract/diff/diff-contracts.js";
import { type Anything, contractFile } from "./contracts.js";

const BASE: Anything = contractFile();

async function changesBetween(before: object, after: object): Promise<readonly string[]> {
  const [old, next] = [await readContract(before as never), await readContract(after as never)];
  return diffContracts(old.file, next.file).changes.map(
    ({ producer, agent, place, change }) => `${change} ${place}: ${producer}, ${agent}`,
  );
}

/** From the base to the base with something else in it; the version moves along. */
async function changesTo(edit: (file: Anything) => void, from: (file: Anything) => void = () => {}): Promise<readonly string[]> {
  const [before, after] = [structuredClone(BASE), structuredClone(BASE)];
  from(before);
  edit(after);
  after.version = "4";
  return (await changesBetween(before, after)).filter((line) => !line.includes(" /version:"));
}

describe("diffContracts", () => {
  it("finds nothing between a contract and itself", async () => {
    expect(await changesBetween(BASE, BASE)).toEqual([]);
  });

  describe("of the data", () => {
    const state = (schema: object) => (file: Anything) => {
      file.data.properties.state = schema;
    };
    const label = (schema: object) => (file: Anything) => {
      file.data.properties.labels.items = schema;
    };
    it.each<[string, (file: Anything) => void, readonly string[]]>([
      // `state` is selected, `labels` is not.
      ["a value less of what the agent gets", state({ enum: ["failed"] }), ["changed /data/properties/state/enum: breaking, compatible"]],
      [
        "a value more of what the agent gets",
        state({ enum: ["failed", "running", "succeeded", "cancelled", "lost"] }),
        ["changed /data/properties/state/enum: compatible, breaking"],
      ],
      [
        "one value for another",
        state({ enum: ["failed", "running", "succeeded", "lost"] }),
        ["changed /data/properties/state/enum: breaking, breaking"],
      ],
      ["a constant", state({ const: "failed" }), ["changed /data/properties/state/const: breaking, compatible"]],
      ["another spelling of the same", state({ type: "string", enum: ["cancelled", "failed", "running", "succeeded"] }), []],
      ["a shorter bound", label({ type: "string", maxLength: 19 }), ["changed /data/properties/labels/items/maxLength: breaking, none"]],
      ["a longer bound", label({ type: "string", maxLength: 21 }), ["changed /data/properties/labels/items/maxLength: compatible, none"]],
      ["no bound", label({ type: "string" }), ["removed /data/properties/labels/items/maxLength: compatible, none"]],
      [
        "a bound from below",
        label({ type: "string", maxLength: 20, minLength: 1 }),
        ["added /data/properties/labels/items/minLength: breaking, none"],
      ],
      [
        "another type",
        label({ type: "integer" }),
        [
          "changed /data/properties/labels/items/type: breaking, breaking",
          "removed /data/properties/labels/items/maxLength: compatible, none",
        ],
      ],
      [
        "a type more",
        label({ type: ["string", "integer"], maxLength: 20 }),
        ["changed /data/properties/labels/items/type: compatible, none"],
      ],
      [
        "a pattern",
        label({ type: "string", maxLength: 20, pattern: "^[a-z]+$" }),
        ["added /data/properties/labels/items/pattern: breaking, none"],
      ],
      [
        "another pattern: nobody knows which takes more",
        (file) => {
          file.data.properties.project_id.pattern = "^[a-z0-9-]{3,63}$";
        },
        ["changed /data/properties/project_id/pattern: breaking, breaking"],
      ],
      [
        "a member more, which nobody selects",
        (file) => {
          file.data.properties.queue = { enum: ["a"] };
        },
        ["added /data/properties/queue: compatible, none"],
      ],
      [
        "a member less",
        (file) => {
          file.data.properties.labels = undefined;
          file.data = JSON.parse(JSON.stringify(file.data));
        },
        ["removed /data/properties/labels: breaking, none"],
      ],
      [
        "a member that must be there",
        (file) => {
          file.data.required.push("labels");
        },
        ["added /data/required: breaking, none"],
      ],
      [
        "a text that the agent may get and must be there",
        (file) => {
          file.data.required.push("note");
          for (const { answer } of file.fixtures) answer.json.data.note = "2 of 140 tests failed";
        },
        ["added /data/required: breaking, compatible"],
      ],
      [
        "a definition, where it is used",
        (file) => {
          file.data.$defs.stage.properties.attempt.maximum = 12;
        },
        ["changed /data/properties/stage/properties/attempt/maximum: compatible, none"],
      ],
      [
        "words",
        (file) => {
          file.data.description = "what a run is";
        },
        ["added /data/description: none, none"],
      ],
      [
        "what this gate takes for granted",
        (file) => {
          file.data.unevaluatedProperties = false;
        },
        [],
      ],
      [
        "a part that is put to it",
        (file) => {
          file.data.allOf = [{ required: ["stage"] }];
        },
        ["added /data/allOf: breaking, breaking"],
      ],
      [
        "a condition",
        (file) => {
          Object.assign(file.data, JSON.parse('{"if":{"properties":{"state":{"const":"failed"}}},"then":{"required":["stage"]}}'));
        },
        ["added /data/if: breaking, breaking", "added /data/then: breaking, breaking"],
      ],
    ])("%s", async (_, edit, changes) => {
      expect(await changesTo(edit)).toEqual(changes);
    });

    it("a member of an object that the agent gets whole is new to it, or goes", async () => {
      const whole = (file: Anything) => {
        file.select = ["/stage"];
        for (const { expect } of file.fixtures)
          if (expect.outcome === "success") {
            expect.data = { stage: { name: "test", attempt: 2 } };
            expect.untrusted_text = undefined;
            file.fixtures = JSON.parse(JSON.stringify(file.fixtures));
          }
        Reflect.deleteProperty(file, "text");
      };
      const grown = (file: Anything) => {
        whole(file);
        file.data.$defs.stage.properties.host = { enum: ["a"] };
      };
      const place = "/data/properties/stage/properties/host";
      expect(await changesTo(grown, whole)).toEqual([`added ${place}: compatible, compatible`]);
      expect(await changesTo(whole, grown)).toEqual([`removed ${place}: breaking, breaking`]);
      const loose = (file: Anything) => {
        whole(file);
        file.data.$defs.stage.required = [];
      };
      expect(await changesTo(loose, whole)).toEqual(["removed /data/properties/stage/required: compatible, breaking"]);
    });

    it("branches: one more lets more in, one less lets less in, others are not known", async () => {
      const any =
        (...branches: object[]) =>
        (file: Anything) => {
          file.data.properties.state = { anyOf: branches };
        };
      const [one, two] = [{ enum: ["failed"] }, { enum: ["running"] }];
      expect(await changesTo(any(one, two), any(one))).toEqual(["changed /data/properties/state/anyOf: compatible, breaking"]);
      expect(await changesTo(any(one), any(one, two))).toEqual(["changed /data/properties/state/anyOf: breaking, compatible"]);
      expect(await changesTo(any(one, { enum: ["running", "lost"] }), any(one, two))).toEqual([
        "changed /data/properties/state/anyOf/1/enum: compatible, breaking",
      ]);
    });

    it("sees through what is written alike and refers to something else", async () => {
      const one = (max: number) => (file: Anything) => {
        file.data.properties.labels = { oneOf: [{ $ref: "#/$defs/list" }, { type: "integer" }] };
        file.data.$defs.list = { type: "array", items: { type: "string", maxLength: max } };
      };
      expect(await changesTo(one(9), one(9))).toEqual([]);
      expect(await changesTo(one(9), one(8))).toEqual(["changed /data/properties/labels/oneOf: breaking, breaking"]);
    });

    it("comes to an end where schemas refer to themselves", async () => {
      const tree = (most: number) => (file: Anything) => {
        file.data.properties.labels = { $ref: "#/$defs/tree" };
        file.data.$defs.tree = {
          type: "object",
          properties: { size: { type: "integer", maximum: most }, inner: { $ref: "#/$defs/tree" } },
          additionalProperties: false,
        };
      };
      expect(await changesTo(tree(9), tree(8))).toEqual(["changed /data/properties/labels/properties/size/maximum: compatible, none"]);
    });
  });

  it.each<[string, (file: Anything) => void, readonly string[]]>([
    ["a lower limit", (file) => Object.assign(file.limits, { bytes: 4000 }), ["changed /limits/bytes: breaking, none"]],
    ["a higher limit", (file) => Object.assign(file.limits, { items: 11 }), ["changed /limits/items: compatible, compatible"]],
    [
      "a failure more",
      (file) => Object.assign(file.errors, { TOO_MANY: { retryable: true } }),
      ["added /errors/TOO_MANY: compatible, breaking"],
    ],
    ["a failure less", (file) => Reflect.deleteProperty(file.errors, "NOT_FOUND"), ["removed /errors/NOT_FOUND: breaking, compatible"]],
    [
      "another word on trying again",
      (file) => Object.assign(file.errors.NOT_FOUND, { retryable: true }),
      ["changed /errors/NOT_FOUND/retryable: none, breaking"],
    ],
    ["no tie", (file) => Reflect.deleteProperty(file, "bind"), ["removed /bind/0: compatible, breaking"]],
    ["a tie more", (file) => file.bind.push({ data: "/run_id", request: "/args/run_id" }), ["added /bind/1: breaking, compatible"]],
    [
      "a tie to something else",
      (file) => Object.assign(file.bind[0], { request: "/args/project" }),
      ["changed /bind/0: breaking, breaking"],
    ],
    ["no membership", (file) => Reflect.deleteProperty(file, "belongs"), ["removed /belongs/0: compatible, breaking"]],
    ["any time", (file) => Reflect.deleteProperty(file, "fresh"), ["removed /fresh: compatible, breaking"]],
    [
      "a shorter window",
      (file) => Object.assign(file.fresh, { max_age_seconds: 59 }),
      ["changed /fresh/max_age_seconds: breaking, compatible"],
    ],
    [
      "a longer window",
      (file) => Object.assign(file.fresh, { max_ahead_seconds: 6 }),
      ["changed /fresh/max_ahead_seconds: compatible, breaking"],
    ],
    ["a shorter text", (file) => Object.assign(file.text[0], { max: 79 }), ["changed /text/0/max: breaking, compatible"]],
    ["a longer text", (file) => Object.assign(file.text[0], { max: 81 }), ["changed /text/0/max: compatible, breaking"]],
    ["a text that is marked no longer", (file) => Reflect.deleteProperty(file, "text"), ["removed /text/0: compatible, breaking"]],
    ["a field that is given no longer", (file) => file.select.splice(2, 1), ["removed /select/2: none, breaking"]],
    [
      "an optional field that is given from now on",
      (file) => file.select.push({ field: "/labels", optional: true }),
      ["added /select/5: none, compatible"],
    ],
    [
      "a field that is promised, though nobody requires it",
      (file) => file.select.push("/labels"),
      ["added /select/5: breaking, compatible"],
    ],
    [
      "another field of the same name",
      (file) => file.select.splice(2, 1, { field: "/run_id", as: "state" }),
      ["changed /select/2: none, breaking"],
    ],
    [
      "a field under another name",
      (file) => file.select.splice(2, 1, { field: "/state", as: "is" }),
      ["added /select/2: none, compatible", "removed /select/2: none, breaking"],
    ],
    [
      "what was promised and may be left out",
      (file) => file.select.splice(2, 1, { field: "/state", optional: true }),
      ["changed /select/2: compatible, breaking"],
    ],
    ["the order of what is given", (file) => file.select.reverse(), []],
    ["who is told", (file) => Object.assign(file, { owner: "somebody else" }), ["changed /owner: none, none"]],
    ["an adapter", (file) => Object.assign(file.upstream, { adapter: "ci-adapter 2.5.0" }), ["changed /upstream/adapter: none, none"]],
    ["an end", (file) => Object.assign(file, { ends: "2027-01-01T00:00:00Z" }), ["added /ends: breaking, breaking"]],
    ["a test more", (file) => file.fixtures.push({ ...file.fixtures[1], title: "another" }), ["added /fixtures/2: none, none"]],
  ])("%s", async (_, edit, changes) => {
    expect(await changesTo(edit)).toEqual(changes);
  });

  it("an end that moves back or goes lets more pass", async () => {
    const ends = (time: string) => (file: Anything) => Object.assign(file, { ends: time });
    expect(await changesTo(ends("2028-01-01T00:00:00Z"), ends("2027-01-01T00:00:00Z"))).toEqual(["changed /ends: compatible, compatible"]);
    expect(await changesTo(() => {}, ends("2027-01-01T00:00:00Z"))).toEqual(["removed /ends: compatible, compatible"]);
  });

  it("wants another version where either side notices, but not for an end, a test or a record", async () => {
    const changed = async (edit: object) => changesBetween(BASE, contractFile(edit));
    expect(await changed({ errors: {} })).toContain("changed /version: breaking, breaking");
    for (const edit of [{ owner: "x" }, { ends: "2027-01-01T00:00:00Z" }]) {
      expect((await changed(edit)).filter((line) => line.includes("/version"))).toEqual([]);
    }
  });

  it("tells facts, retries and the circuit apart", async () => {
    const receipt = (entry: object) => (file: Anything) => Object.assign(file, { receipt: entry });
    expect(await changesTo(receipt({}))).toEqual(["added /receipt: none, compatible"]);
    expect(await changesTo(receipt({ lifetime_seconds: 60 }), receipt({}))).toEqual(["changed /receipt: none, breaking"]);
    expect(await changesTo(() => {}, receipt({}))).toEqual(["removed /receipt: none, breaking"]);
    const retry = { idempotent: true, budget_ms: 1000, attempts: 2, first_wait_ms: 10, max_wait_ms: 10, on: ["transport"] };
    expect(await changesTo((file) => Object.assign(file, { retry }))).toEqual(["added /retry: breaking, none"]);
    expect(await changesTo((file) => Object.assign(file, { on_invalid: { circuit_after: 2 } }))).toEqual(["added /on_invalid: none, none"]);
  });

  it("takes a member that it does not know for one that breaks both", () => {
    const known = BASE;
    const { changes, breaks } = diffContracts(known, { ...known, version: "4", extract: { body: "/a" } } as never);
    expect(changes.find(({ place }) => place === "/extract")).toMatchObject({ change: "added", producer: "breaking", agent: "breaking" });
    expect(breaks).toEqual({ producer: true, agent: true });
  });

  describe("of how an answer becomes data", () => {
    const FIELD = { from: "/kernel", to: "/kernel", optional: true };
    const service = (fields: readonly unknown[], more: object = {}, properties: object = {}): never => {
      const data = { ...BASE.data, properties: { ...BASE.data.properties, ...properties } };
      return { ...BASE, answer: "http", extract: { status: [200], media_type: "application/json", fields, ...more }, data } as never;
    };
    const changes = (before: never, after: never) =>
      diffContracts(before, after)
        .changes.filter(({ place }) => place.startsWith("/extract"))
        .map(({ producer, agent, place, change }) => `${change} ${place}: ${producer}, ${agent}`);
    it.each<[string, never, readonly string[]]>([
      ["a field that was not looked at", service(["/state", FIELD]), ["added /extract/fields/1: breaking, compatible"]],
      ["a field less", service([]), ["removed /extract/fields/0: breaking, breaking"]],
      ["the same place from elsewhere", service([{ from: "/status", to: "/state" }]), ["changed /extract/fields/0: breaking, breaking"]],
      [
        "another place",
        service([{ from: "/state", to: "/was" }]),
        ["added /extract/fields/0: breaking, compatible", "removed /extract/fields/0: breaking, breaking"],
      ],
      ["another status", service(["/state"], { status: [200, 206] }), ["changed /extract/status: breaking, breaking"]],
      ["a failure that is read", service(["/state"], { failure: { code: "/code" } }), ["added /extract/failure: breaking, breaking"]],
      ["the whole for fields", service(["/state"], { fields: undefined }), ["removed /extract/fields: breaking, breaking"]],
    ])("tells %s", (_, after, expected) => {
      expect(changes(service(["/state"]), after)).toEqual(expected);
    });

    it("has a field that the agent may know already break it", () => {
      const known = { kernel: { type: "string", maxLength: 9 } };
      expect(changes(service(["/state"], {}, known), service(["/state", FIELD], {}, known))).toEqual([
        "added /extract/fields/1: breaking, breaking",
      ]);
    });

    it("tells another order of the same fields, which neither side notices", () => {
      expect(changes(service(["/state", FIELD]), service([FIELD, "/state"]))).toEqual(["changed /extract/fields: none, none"]);
    });
  });
});
