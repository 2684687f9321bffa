// biome-ignore-all format: a table
import { SPEC } from "../anchors.js";
import { NOTE, payment } from "../proposal.js";
import { policy, SETTING, TOOLS } from "../setting.js";
import { type Json, type Members, type Setting, table, type VectorFile, VIOLATION } from "../vector-file.js";

const NOTES = "notes.append";
/** The call states no arguments: the proposal's are judged, and stand in the file once. */
const setting = (schema: Members): Setting => ({ call: { tool: NOTES }, policy: policy({ tools: { ...TOOLS, [NOTES]: { impact: "write", args: schema } } }) });
const noting = (args: Json): string => payment({ members: { ...NOTE, action: { tool: NOTES, args } }, evidence: [] });
const work = table(SPEC.work);
const fits = (number: string, title: string, schema: Members, args: Json) => work.allow(`work-${number}`, title, noting(args), { binding: "tool", with: setting(schema) });
const over = (number: string, title: string, twin: string, schema: Members, args: Json, path = "") => work.block(`work-${number}`, title, `work-${twin}`, noting(args), VIOLATION, "policy.args_invalid", { binding: "tool", path: `/action/args${path}`, with: setting(schema) });
const object = (properties: Members, more: Members = {}): Members => ({ type: "object", properties, ...more });
const times = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item);

/** 124 instructions on 120 characters: 32 + 120 * 124 = 14 912 units. */
const X120 = { pattern: "^x{120}$" };
const TEXT = "x".repeat(120);

/**
 * Each item of `many` is entered for 41 schemas, 328, and 40 patterns, 596 480: 14 items are 8 355 312. Each of `few` for one
 * schema and one pattern, 14 920: 2 items are 29 840. The root is 48 for itself, its three members and the two
 * items that are counted apart, 3 for its names, and 15 to find it closed: three members, 2 and three known names for each. `rest` is
 * 32 and its length: 8 355 312 + 29 840 + 66 + 32 is 3 358 short of 8 388 608.
 */
const BUDGET = object({
  many: { type: "array", items: { type: "string", allOf: times(40, X120) } },
  few: { type: "array", items: { type: "string", ...X120 } },
  rest: { type: "string", maxLength: 4000 },
});
const spending = (rest: number): Json => ({ many: times(14, TEXT), few: times(2, TEXT), rest: "r".repeat(rest) });

/** A text of 1 800 characters matches each of the first, and the last says no: 40 times 1 800 times more than 117 is over the budget. */
const LONG: Members[] = [...times(40, { pattern: "^(?:x{120})*$" }), { maxLength: 150 }];

/** `leaf` judges one value 1 024 times, by ten definitions that each refer twice to the one before. */
const doubled = (leaf: Members, depth: number): Members => Object.fromEntries([["d0", leaf], ...Array.from({ length: depth }, (_, at) => [`d${at + 1}`, { allOf: times(2, { $ref: `#/$defs/d${at}` }) }])]);
const often = (leaf: Members, depth = 10): Members => object({ it: { $ref: `#/$defs/d${depth}` } }, { $defs: doubled(leaf, depth) });
const each = (leaf: Members): Members => object({ it: { type: "array", items: { $ref: "#/$defs/d10" } } }, { $defs: doubled(leaf, 10) });
const WALKED: Members = { type: "object", minProperties: 1, maxProperties: 5000, propertyNames: true, additionalProperties: true };
const it = (value: Json): Json => ({ it: value });
const numbers = (count: number): Json[] => Array.from({ length: count }, (_, at) => at);
const named = (count: number): Members => Object.fromEntries(numbers(count).map((at) => [`n${at}`, 1]));

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijk";
/** 37 patterns that weigh 124 and 8 each, and one of `last` + 12: 104 makes 5 000. */
const patterns = (last: number): Members => object(Object.fromEntries([...LETTERS].map((letter) => [`_${letter}`, { type: "string", pattern: `^${letter}{120}$` }]).concat([["last", { type: "string", pattern: `^z{${last}}$` }]])));
const loading = (schema: Members): Setting => setting(schema);
/** The schema itself and `count` members. */
const members = (count: number): Members => ({ impact: "read", args: object(Object.fromEntries(numbers(count).map((at) => [`m${at}`, true]))) });
const parts = (more: Members): Setting => ({ call: { tool: NOTES }, policy: policy({ tools: { ...TOOLS, "a.1": members(499), "a.2": members(498), ...more } }) });
const refuse = (number: string, title: string, twin: string, place: string, anew: Setting) => work.refuse(`work-${number}`, title, `work-${twin}`, noting({}), place, anew);

export const workOfChecks: VectorFile = {
  path: "policy/work.json",
  rule: "the work of a check, and of loading",
  spec: "policy.md",
  header: SETTING,
  cases: [
    fits("001", "one unit under the budget", BUDGET, spending(3357)),
    fits("002", "the whole budget", BUDGET, spending(3358)),
    over("003", "one unit over the budget", "002", BUDGET, spending(3359)),
    fits("004", "the largest pattern on a long text", object({ it: { type: "string", pattern: "^(?:[ -~]*[ -m][ -~]{118})$" } }), it(`${"a".repeat(20000)}`)),
    fits("005", "a bland pattern on a text of 60 000 characters", object({ it: { type: "string", pattern: "^[ -~]*$" } }), it("a b".repeat(20000))),
    fits("006", "not: a text that the pattern does not match", object({ it: { type: "string", not: { type: "string", allOf: LONG } } }), it("x".repeat(119))),
    over("007", "not: running out of work is no failure that not would turn", "006", object({ it: { type: "string", not: { type: "string", allOf: LONG } } }), it("x".repeat(1800))),
    fits("008", "anyOf: the branch that holds is reached", object({ it: { type: "string", anyOf: [{ type: "string", allOf: LONG }, { type: "string" }] } }), it("x".repeat(119))),
    over("009", "anyOf: running out of work ends the check", "008", object({ it: { type: "string", anyOf: [{ type: "string", allOf: LONG }, { type: "string" }] } }), it("x".repeat(1800))),
    fits("010", "multipleOf 1 024 times on few numbers", each({ type: "number", multipleOf: 0.01 }), it(times(50, 1.5))),
    over("011", "multipleOf 1 024 times on many numbers", "010", each({ type: "number", multipleOf: 0.01 }), it(times(90, 1.5))),
    fits("012", "a schema 1 024 times on few items", each({ type: "integer" }), it(times(100, 1))),
    over("013", "a schema 1 024 times on many items", "012", each({ type: "integer" }), it(times(200, 1))),
    fits("014", "maxLength 1 024 times on a text", often({ type: "string", maxLength: 9000 }), it("a".repeat(7000))),
    over("015", "maxLength 1 024 times on a longer text", "014", often({ type: "string", maxLength: 9000 }), it("a".repeat(9000))),
    fits("016", "uniqueItems 1 024 times on a list", often({ type: "array", uniqueItems: true }), it(["a".repeat(7000), "b"])),
    over("017", "uniqueItems 1 024 times on a longer list", "016", often({ type: "array", uniqueItems: true }), it(["a".repeat(9000), "b"])),
    fits("018", "an enum of objects 512 times on a value", often({ not: { enum: [{ a: 1 }] } }, 9), it({ a: "b".repeat(3000) })),
    over("019", "an enum of objects 512 times on a longer value", "018", often({ not: { enum: [{ a: 1 }] } }, 9), it({ a: "b".repeat(17000) })),
    fits("020", "contains 512 times on a list", often({ type: "array", contains: { const: 0 } }, 9), it(numbers(1000).reverse())),
    over("021", "contains 512 times on a longer list", "020", often({ type: "array", contains: { const: 0 } }, 9), it(numbers(1800).reverse())),
    fits("022", "maxProperties and its like 512 times on an object", often(WALKED, 9), it(named(1600))),
    over("023", "maxProperties and its like 512 times on a larger object", "022", often(WALKED, 9), it(named(2200))),
    fits("024", "unevaluatedProperties 512 times on an object", often({ type: "object", unevaluatedProperties: { type: "integer" } }, 9), it(named(1000))),
    over("025", "unevaluatedProperties 512 times on a larger object", "024", often({ type: "object", unevaluatedProperties: { type: "integer" } }, 9), it(named(1800))),
    ...(["", "over"] as const).flatMap((way) => [["a", "b"], ["b", "a"]].map(([first, second], at) => {
      const number = `0${(way === "" ? 26 : 28) + at}`;
      const schema = { type: "object", anyOf: [{ type: "object", additionalProperties: { type: "string", allOf: LONG } }, { type: "object" }], additionalProperties: true };
      const values: Members = { a: way === "" ? 1 : "", b: "x".repeat(1800) };
      const args = Object.fromEntries([first, second].map((name) => [name as string, values[name as string] as Json]));
      const title = `members that come as ${first}, ${second} are judged as a, b: ${way === "" ? "the first ends its branch" : "the second takes all the work"}`;
      return way === "" ? fits(number, title, schema, args) : over(number, title, "026", schema, args);
    })),
    work.allow("work-030", "patterns that weigh one less than they may", noting({}), { with: loading(patterns(103)) }),
    work.allow("work-031", "patterns that weigh all they may", noting({}), { with: loading(patterns(104)) }),
    refuse("032", "patterns that weigh one more than they may", "031", "/tools/notes.append/args/properties/last/pattern", loading(patterns(105))),
    work.allow("work-033", "a class of ten Unicode categories", noting({}), { with: loading(object({ it: { type: "string", pattern: `^[${"\\pL\\PN".repeat(5)}]$` } })) }),
    refuse("034", "a class of eighty Unicode categories", "033", "/tools/notes.append/args/properties/it/pattern", loading(object({ it: { type: "string", pattern: `^[${"\\pL\\PN".repeat(40)}]$` } }))),
    work.allow("work-035", "one part less than a policy may have", noting({}), { with: parts({}) }),
    work.allow("work-036", "all the parts that a policy may have", noting({}), { with: parts({ "a.3": members(0) }) }),
    refuse("037", "one part more than a policy may have", "036", "/tools/a.3/args", parts({ "a.3": members(1) })),
  ],
};
