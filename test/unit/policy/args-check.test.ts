import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../src/json/value.js";
import { argsCheck, type CompiledSchema, type SchemaFault } from "../../../src/policy/args-check.js";
import { countSteps } from "../../../src/policy/args-functions.js";

/** A schema that finds these faults in whatever it is given. */
function finding(...faults: SchemaFault[]): CompiledSchema {
  const schema: CompiledSchema = () => {
    schema.errors = faults;
    return false;
  };
  return schema;
}

const at = (instancePath: string, params: SchemaFault["params"] = {}): SchemaFault => ({ instancePath, params });
const check =
  (validate: CompiledSchema, names: string[], ordered = false) =>
  (args: JsonValue): readonly string[] => {
    const { fits, places } = argsCheck({ validate, names: new Set(names), ordered }, countSteps())(args);
    expect(fits).toBe(places.length === 0);
    return places;
  };

describe("argsCheck", () => {
  it("answers with no place where the schema holds", () => {
    expect(check(() => true, [])({ a: 1 })).toEqual([]);
  });

  it("takes nothing but true for yes", () => {
    expect(check((() => 1) as unknown as CompiledSchema, [])({})).toEqual([""]);
  });

  it.each([
    ["a declared name", at("/to"), { to: 1 }, ["/to"]],
    ["an attacker's name", at("/evil"), { evil: 1 }, [""]],
    ["a declared name below an attacker's", at("/evil/to"), { evil: { to: 1 } }, [""]],
    ["an index", at("/list/0/to"), { list: [{ to: 1 }] }, ["/list/0/to"]],
    ["an attacker's name that looks like an index", at("/to/0"), { to: { "0": 1 } }, ["/to"]],
    ["a declared name that needs escaping", at("/a~1b~0c"), { "a/b~c": 1 }, ["/a~1b~0c"]],
    ["an attacker's name that needs escaping", at("/a~1b/to"), { "a/b": { to: 1 } }, [""]],
    ["a member that is missing", at("", { missingProperty: "to" }), {}, ["/to"]],
    ["a member that is missing further down", at("/list/1", { missingProperty: "to" }), { list: [{}, {}] }, ["/list/1/to"]],
  ])("tells %s", (_title, fault, args, places) => {
    expect(check(finding(fault), ["to", "list", "a/b~c"])(args)).toEqual(places);
  });

  it("tells each place once, sorted", () => {
    expect(check(finding(at("/to"), at("/evil"), at("/list"), at("/to")), ["to", "list"])({})).toEqual(["", "/list", "/to"]);
  });

  it("gives the same places whatever the order of members", () => {
    const first: CompiledSchema = (args) => {
      first.errors = [at(`/${Object.keys(args as object)[0]}`)];
      return false;
    };
    const judged = check(first, ["a", "b"]);
    expect(judged({ b: 1, a: 1 })).toEqual(["/a"]);
    expect(judged({ a: 1, b: 1 })).toEqual(["/a"]);
  });

  it("judges a schema that counts its steps in canonical order from the start", () => {
    const order = (args: JsonValue): boolean => Object.keys(args as object).join() === "a,b";
    expect(check(order, [], true)({ b: 1, a: 1 })).toEqual([]);
    expect(check(order, [], false)({ b: 1, a: 1 })).toEqual([""]);
  });

  it.each(["slice", "map", "sort"] as const)("does not take an emptied list for a fit: %s", (method) => {
    const native = Array.prototype[method];
    const judged = argsCheck({ validate: finding(at("/to")), names: new Set(["to"]), ordered: false }, countSteps());
    Object.assign(Array.prototype, { [method]: () => [] });
    try {
      expect(judged({ to: 1 }).fits).toBe(false);
    } finally {
      Object.defineProperty(Array.prototype, method, { value: native, writable: true, configurable: true, enumerable: false });
    }
  });

  it("takes its second look on the work that the first has left", () => {
    const steps = countSteps();
    const costing = (units: number) => {
      const schema: CompiledSchema = () => {
        steps.work(units);
        schema.errors = [at("/to")];
        return false;
      };
      return argsCheck({ validate: schema, names: new Set(["to"]), ordered: false }, steps);
    };
    expect(costing(4_194_304)({ to: 1 })).toEqual({ fits: false, places: ["/to"] });
    expect(costing(4_194_305)({ to: 1 })).toEqual({ fits: false, places: [""] });
    expect(costing(8_388_609)({ to: 1 })).toEqual({ fits: false, places: [""] });
  });

  it("looks once where members are judged in order", () => {
    let looks = 0;
    const schema: CompiledSchema = () => {
      looks += 1;
      schema.errors = [at("/to")];
      return false;
    };
    const judged = argsCheck({ validate: schema, names: new Set(["to"]), ordered: true }, countSteps());
    expect(judged({ to: 1 }).places).toEqual(["/to"]);
    expect(looks).toBe(1);
  });

  it("does not fit where the steps run out, even under a not", () => {
    const steps = countSteps();
    const endless: CompiledSchema = () => {
      for (;;) steps.step();
    };
    const not: CompiledSchema = (args) => !endless(args);
    expect(argsCheck({ validate: not, names: new Set(), ordered: false }, steps)({})).toEqual({ fits: false, places: [""] });
  });

  it("lets a fault of the engine's own through, for the pipeline to block on", () => {
    const broken: CompiledSchema = () => {
      throw new RangeError("engine");
    };
    expect(() => check(broken, [])({})).toThrow(RangeError);
  });
});
