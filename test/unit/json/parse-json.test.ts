import { runInNewContext } from "node:vm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { TooMany } from "../../../src/json/locate-faults.js";
import { parseBytes, parseJson, parseJsonText } from "../../../src/json/parse-json.js";

const encode = (text: string) => new TextEncoder().encode(text);

describe("parseJson collects in stages", () => {
  it("reports rules together, by rank and then by offset", () => {
    const text = '{"a":"\\ud800","a":1e400,"__proto__":1e20,"n":1e-400,"a":9007199254740993}';
    expect(parseJson(encode(text))).toEqual({
      ok: false,
      more: 0,
      issues: [
        { reason: "json.duplicate_name", path: "", offset: text.indexOf('"a":1e400') },
        { reason: "json.duplicate_name", path: "", offset: text.indexOf('"a":9007') },
        { reason: "json.number_overflow", path: "", offset: text.indexOf("1e400") },
        { reason: "json.number_unsafe_integer", path: "", offset: text.indexOf("1e20") },
        { reason: "json.number_unsafe_integer", path: "", offset: text.indexOf("9007") },
        { reason: "json.number_inexact", path: "", offset: text.indexOf("1e-400") },
        { reason: "json.lone_surrogate", path: "", offset: text.indexOf("\\ud800") },
        { reason: "json.proto_name", path: "", offset: text.indexOf('"__proto__"') },
      ],
    });
  });

  it("reports the grammar alone when rules are broken too", () => {
    expect(parseJson(encode('{"a":1e400,"a":"\\ud800"]'))).toEqual({
      ok: false,
      more: 0,
      issues: [{ reason: "json.syntax", path: "", offset: 23 }],
    });
  });

  it("reports what comes first of depth and grammar, and nothing else", () => {
    expect(parseJson(encode('[1e400,[[x,[["'), { maxDepth: 3 })).toMatchObject({ issues: [{ reason: "json.syntax", offset: 9 }] });
    expect(parseJson(encode("[1e400,[[[x,"), { maxDepth: 3 })).toMatchObject({ issues: [{ reason: "limit.depth", offset: 9 }] });
  });

  it("keeps the first 32 issues and counts the others", () => {
    const outcome = parseJson(encode(`[${"1e400,".repeat(1000)}0]`));
    if (outcome.ok) throw new Error("accepted");
    expect(outcome.more).toBe(968);
    expect(outcome.issues.map((issue) => issue.offset)).toEqual(Array.from({ length: 32 }, (_, at) => 1 + 6 * at));
  });
});

describe("parseJson on hostile sizes", () => {
  it("refuses 50 MB by size alone", () => {
    expect(parseJson(new Uint8Array(50_000_000))).toMatchObject({ issues: [{ reason: "limit.bytes", offset: 64_000 }] });
  });

  it.each(["[", '{"a":'])("refuses 100 000 levels of %s by depth", (open) => {
    const bytes = encode(open.repeat(100_000));
    expect(parseJson(bytes, { maxBytes: 1_000_000 })).toMatchObject({
      issues: [{ reason: "limit.depth", offset: 32 * open.length + open.indexOf(open.trim()[0] as string) }],
    });
  });

  it("accepts 512 levels when asked to, and no more", () => {
    const nested = (levels: number) => encode("[".repeat(levels) + "]".repeat(levels));
    expect(parseJson(nested(512), { maxDepth: 512 }).ok).toBe(true);
    expect(parseJson(nested(513), { maxDepth: 512 })).toMatchObject({ issues: [{ reason: "limit.depth", offset: 512 }] });
  });

  it("finds the last of 5 000 names again", () => {
    const members = Array.from({ length: 5000 }, (_, at) => `"n${at}":0`).join(",");
    expect(parseJson(encode(`{${members}}`), { maxBytes: 100_000 }).ok).toBe(true);
    const text = `{${members},"n4999":1}`;
    expect(parseJson(encode(text), { maxBytes: 100_000 })).toMatchObject({
      issues: [{ reason: "json.duplicate_name", offset: text.lastIndexOf('"n4999"') }],
    });
  });

  it("takes 40 000 short names in one place and in many places", () => {
    const members = Array.from({ length: 40_000 }, (_, at) => `"${at.toString(36)}":0`);
    const objects: string[] = [];
    for (let at = 0; at < members.length; at += 60) objects.push(`{${members.slice(at, at + 60).join(",")}}`);
    for (const text of [`{${members.join(",")}}`, `[${objects.join(",")}]`]) {
      expect(parseJson(encode(text), { maxBytes: 1_000_000 }).ok).toBe(true);
    }
  });
});

describe("parseJson's values", () => {
  it("are plain objects as JSON.parse makes them", () => {
    const outcome = parseJson(encode('{"a":{"constructor":1},"b":[-0,1.0]}'));
    if (!outcome.ok) throw new Error("refused");
    expect(Object.getPrototypeOf(outcome.value)).toBe(Object.prototype);
    expect(outcome.value).toStrictEqual({ a: { constructor: 1 }, b: [-0, 1] });
  });
});

describe("parseJson while Object.prototype holds members of others", () => {
  const lent: { self?: object } = {};
  lent.self = lent;
  afterEach(() => void Reflect.deleteProperty(Object.prototype, "lent"));

  it.each([1, lent])("finds a name again, and takes what has none: %#", (value) => {
    const texts = ['{"a":1,"a":2}', '[{"a":{"b":1,"b":{}}}]', '{"a":{"b":[{}]},"lent":1}', "{}"];
    const clean = texts.map((text) => parseJson(encode(text)));
    expect(clean.map(({ ok }) => ok)).toEqual([false, false, true, true]);
    Object.defineProperty(Object.prototype, "lent", { value, enumerable: true, configurable: true, writable: true });
    const polluted = texts.map((text) => parseJson(encode(text)));
    Reflect.deleteProperty(Object.prototype, "lent");
    expect(polluted).toStrictEqual(clean);
  });
});

describe("parseBytes with a bound on arrays and objects", () => {
  const bounds = { maxBytes: 64_000, maxDepth: 32 };
  const parse = (text: string) => parseBytes(encode(text), bounds, { maxMembers: 64, maxItems: 2 });
  const members = (count: number) => `{${Array.from({ length: count }, (_, at) => `"n${at}":0`).join(",")}}`;

  it.each(["[1,2]", '{"a":[[],[1,2]]}', '{"a\\n":[1,2]}', members(64)])("takes %s", (text) => {
    expect(parse(text).ok).toBe(true);
  });

  it.each(["[1,2,3]", '{"a":[[],{"b":[1,2,3]}]}', '{"a\\n":[1,2,3]}', members(65)])("throws for %s", (text) => {
    expect(() => parse(text)).toThrow(TooMany);
  });

  it.each(['{"a":[1,2,3],"a":1}', '{"a":1,"a":[1,2,3]}', "[1,2,1e400]"])("tells a fault first: %s", (text) => {
    expect(parse(text).ok).toBe(false);
  });
});

describe("parseJson's misuse", () => {
  it.each([undefined, null, "{}", [123, 125], new ArrayBuffer(2), new Uint16Array(2), new DataView(new ArrayBuffer(2)), {}])(
    "%o",
    (bytes) => {
      expect(() => parseJson(bytes as Uint8Array)).toThrow(TypeError);
    },
  );

  it.each([
    { maxbytes: 1 },
    { maxBytes: 0 },
    { maxBytes: 1.5 },
    { maxBytes: "9" },
    { maxBytes: undefined },
    { maxBytes: Number.POSITIVE_INFINITY },
    { maxDepth: -1 },
    { maxDepth: 513 },
    { maxDepth: null },
    { [Symbol("maxDepth")]: 1 },
    null,
    3,
  ])("options %o", (options) => {
    expect(() => parseJson(encode("1"), options as object)).toThrow(TypeError);
    expect(() => parseJsonText("1", options as object)).toThrow(TypeError);
  });

  it("takes own options only, and reads each once", () => {
    expect(parseJson(encode("[1]"), Object.create({ maxBytes: 1 })).ok).toBe(true);
    let reads = 0;
    const options = {
      get maxBytes() {
        reads += 1;
        return reads === 1 ? 2 : 99;
      },
    };
    expect(parseJson(encode("[1]"), options)).toMatchObject({ issues: [{ reason: "limit.bytes", offset: 2 }] });
    expect(reads).toBe(1);
  });

  it("does not believe members that hide an array's length or tag", () => {
    const long = Object.defineProperty(encode(`"${"a".repeat(100)}"`), "length", { value: 1 });
    expect(parseJson(long, { maxBytes: 50 })).toMatchObject({ issues: [{ reason: "limit.bytes" }] });
    const twice = Object.defineProperty(encode('{"a":1,"a":2}'), "length", { value: 1 });
    expect(parseJson(twice)).toMatchObject({ issues: [{ reason: "json.duplicate_name", offset: 7 }] });
    expect(() => parseJson({ [Symbol.toStringTag]: "Uint8Array", length: 1, 0: 49 } as unknown as Uint8Array)).toThrow(TypeError);
  });

  it("takes buffers, views and shared memory", () => {
    expect(parseJson(Buffer.from("[1]"))).toEqual({ ok: true, value: [1] });
    expect(parseJson(encode("xx[1]yy").subarray(2, 5))).toEqual({ ok: true, value: [1] });
    const shared = new Uint8Array(new SharedArrayBuffer(3));
    shared.set(encode("[1]"));
    expect(parseJson(shared)).toEqual({ ok: true, value: [1] });
  });

  // The copy is what shields from another thread; a getter in place of that thread changes the memory as decoding ends.
  it.each<[string, new (length: number) => SharedArrayBuffer]>([
    ["this realm", SharedArrayBuffer],
    ["another realm", runInNewContext("SharedArrayBuffer") as SharedArrayBufferConstructor],
  ])("judges one copy of shared memory of %s", (_, Shared) => {
    const text = '{"a":1,"b":2}';
    const shared = new Uint8Array(new Shared(text.length + 2), 2);
    shared.set(encode(text));
    const decode = vi.spyOn(TextDecoder.prototype, "decode").mockImplementationOnce((input) => {
      expect((input as Uint8Array).buffer).not.toBe(shared.buffer);
      shared.set(encode(text.replace("b", "a")));
      return Buffer.from(input as Uint8Array).toString();
    });
    try {
      expect(parseJson(shared)).toEqual({ ok: true, value: { a: 1, b: 2 } });
      expect(decode).toHaveBeenCalledTimes(1);
    } finally {
      decode.mockRestore();
    }
    expect(parseJson(shared)).toMatchObject({ issues: [{ reason: "json.duplicate_name" }] });
  });
});

describe("parseJsonText", () => {
  it("counts UTF-8 bytes for size and offsets", () => {
    expect(parseJsonText('"\u20ac"', { maxBytes: 5 })).toEqual({ ok: true, value: "\u20ac" });
    expect(parseJsonText('"\u20ac"', { maxBytes: 4 })).toMatchObject({ issues: [{ reason: "limit.bytes", offset: 4 }] });
    expect(parseJsonText('["\u20ac\u{1f600}",x]')).toMatchObject({ issues: [{ reason: "json.syntax", offset: 11 }] });
  });

  it("refuses U+FEFF at the start", () => {
    expect(parseJsonText("\ufeff{}")).toMatchObject({ issues: [{ reason: "json.bom", offset: 0 }] });
  });

  it("refuses lone surrogates of the text itself, each string once, counting three bytes", () => {
    expect(parseJsonText('["a\ud800","\udc00\udc00","\ud83d\\ude00"]')).toEqual({
      ok: false,
      more: 0,
      issues: [
        { reason: "json.lone_surrogate", path: "", offset: 3 },
        { reason: "json.lone_surrogate", path: "", offset: 9 },
      ],
    });
    expect(parseJsonText("\ud800")).toMatchObject({ issues: [{ reason: "json.syntax", offset: 0 }] });
  });

  it("throws for what is no string", () => {
    expect(() => parseJsonText(new String("1") as unknown as string)).toThrow(TypeError);
  });
});
