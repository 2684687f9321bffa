import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseMediaType } from "../../src/contract/extract/media-type.js";
import { decimal, digits, epochSeconds, integer, minorUnits } from "../../src/contract/extract/readers.js";
import { parseJson } from "../../src/index.js";
import { bytesOf, COMMAND, FIXED, HTTP, judge, MCP, takenAnswer } from "../unit/contract/extract/contracts.js";

const SEED = { seed: 20_261_001 };
const BODY = takenAnswer("answer-http").http.json;
const OUT: string = takenAnswer("answer-command").command.stdout.text;
const RESULT = takenAnswer("answer-mcp").mcp.json;
const EMPTY = new Uint8Array(0);
const http = (bytes: Uint8Array, status = 200, mediaType: string | null = "application/json") => ({
  kind: "http",
  status,
  mediaType,
  bytes,
});
const command = (stdout: Uint8Array, stderr = EMPTY, exitCode = 0) => ({ kind: "command", exitCode, stdout, stderr });

describe("arbitrary bytes of any kind", () => {
  it("never throw, and are never taken", () => {
    const bytes = fc.uint8Array({ maxLength: 120 });
    const mediaType = fc.option(fc.oneof(fc.string(), fc.constant("application/json")));
    fc.assert(
      fc.property(bytes, bytes, fc.integer({ min: 0, max: 700 }), mediaType, (one, two, status, type) => {
        const decisions = [
          judge(http(one, status, type), HTTP),
          judge(command(one, two, status % 6), COMMAND),
          judge({ kind: "mcp", bytes: one }, MCP),
        ];
        for (const { agent, reason } of decisions) {
          expect(reason).not.toBe("internal.error");
          expect(agent.outcome).toBe("failure");
          if (agent.outcome === "failure" && agent.error.code === "INVALID_RESPONSE") expect(JSON.stringify(agent)).toBe(FIXED);
        }
      }),
      { numRuns: 500, ...SEED },
    );
  });

  it("give one of the promised objects where one byte of an answer is another", () => {
    const sources = [bytesOf(BODY), bytesOf(OUT), bytesOf(RESULT)] as const;
    fc.assert(
      fc.property(fc.nat({ max: 2 }), fc.nat(), fc.integer({ min: 1, max: 255 }), (which, place, flip) => {
        const bytes = (sources[which] as Uint8Array).slice();
        bytes[place % bytes.length] = (bytes[place % bytes.length] as number) ^ flip;
        const decision =
          which === 0 ? judge(http(bytes), HTTP) : which === 1 ? judge(command(bytes), COMMAND) : judge({ kind: "mcp", bytes }, MCP);
        expect(decision.reason).not.toBe("internal.error");
        if (decision.outcome === "failure") expect(JSON.stringify(decision.agent)).toBe(FIXED);
      }),
      { numRuns: 1500, ...SEED },
    );
  });
});

describe("one line more, wherever", () => {
  it("refuses the whole, unless it is one that the grammar has there", () => {
    const lines = OUT.split("\n").slice(0, -1);
    fc.assert(
      fc.property(fc.nat({ max: lines.length }), fc.oneof(fc.string(), fc.stringMatching(/^[a-z]+ [a-z]+ (?:yes|no)$/)), (at, extra) => {
        fc.pre(!/^job [a-z]+ (?:yes|no)(?: [a-z]+)?$|^cost: [0-9.]+$/.test(extra));
        const { agent } = judge(command(bytesOf(`${[...lines.slice(0, at), extra, ...lines.slice(at)].join("\n")}\n`)), COMMAND);
        expect(JSON.stringify(agent)).toBe(FIXED);
      }),
      { numRuns: 500, ...SEED },
    );
  });
});

describe("one member more in a wide answer", () => {
  it("changes nothing that the agent gets", () => {
    const wanted = JSON.stringify(judge(http(bytesOf(BODY)), HTTP).agent);
    fc.assert(
      fc.property(fc.constantFrom("", "run", "step"), fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 1 }), (place, name, value) => {
        const body = structuredClone(BODY);
        const owner = place === "" ? body : body[place];
        fc.pre(name !== "__proto__" && !Object.hasOwn(owner, name));
        owner[name] = value;
        const bytes = bytesOf(body);
        // What no strict parser takes, or is too long, is another rule's matter.
        fc.pre(bytes.length < 1000 && parseJson(bytes).ok && !(Array.isArray(value) && value.length > 4));
        const { agent, reason } = judge(http(bytes), HTTP);
        if (reason !== "limit.items") expect(JSON.stringify(agent)).toBe(wanted);
      }),
      { numRuns: 500, ...SEED },
    );
  });
});

describe("readings", () => {
  const whole = fc.maxSafeInteger();

  it("give back what was written", () => {
    fc.assert(
      fc.property(whole, (value) => {
        const text = BigInt(value).toString();
        expect(integer(text)).toBe(value === 0 ? 0 : value);
        expect(digits(value)).toBe(text);
      }),
      SEED,
    );
    fc.assert(
      fc.property(fc.integer({ min: -62_167_219_200, max: 253_402_300_799 }), (seconds) => {
        const time = epochSeconds(seconds) as string;
        expect(Date.parse(time)).toBe(seconds * 1000);
        expect(epochSeconds(`${seconds}`)).toBe(time);
      }),
      SEED,
    );
  });

  it("put the point where it is, by integers alone", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 40 }), fc.integer({ min: 0, max: 9 }), (units, places) => {
        const all = String(units).padStart(places + 1, "0");
        const text = places === 0 ? all : `${all.slice(0, -places)}.${all.slice(-places)}`;
        expect(minorUnits(places)(text)).toBe(units);
        expect(minorUnits(places)(`${text}${places === 0 ? "." : ""}0`)).toBeUndefined();
      }),
      SEED,
    );
  });

  it("take of a decimal what JSON could say, and nothing that is merely near", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^-?(?:0|[1-9][0-9]{0,17})(?:\.[0-9]{1,18})?$/), (text) => {
        const parsed = parseJson(bytesOf(text));
        expect(decimal(text)).toEqual(parsed.ok ? parsed.value : undefined);
      }),
      SEED,
    );
  });

  it("are total", () => {
    const readers = [integer, decimal, digits, epochSeconds, minorUnits(2)];
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        for (const read of readers) {
          const got = read(value as never);
          expect(["undefined", "number", "string"]).toContain(typeof got);
          if (typeof value === "object" || typeof value === "boolean") expect(got).toBeUndefined();
        }
      }),
      SEED,
    );
  });
});

describe("media types", () => {
  it("are read in time that their length bounds, whatever is written", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400 }), (text) => {
        const parsed = parseMediaType(`application/json${text}`);
        if (text.length > 240) expect(parsed).toBeNull();
      }),
      SEED,
    );
    expect(parseMediaType(`a/b${";".repeat(253)}`)).toEqual({ essence: "a/b", parameters: [] });
    expect(parseMediaType('A/b; C="\\"x\\\\"')).toEqual({ essence: "a/b", parameters: [{ name: "c", value: '"x\\' }] });
    for (const text of [
      "",
      "a",
      "a/",
      "/b",
      "a/b/c",
      "a/b c",
      "a/b; c",
      "a/b; c=",
      'a/b; c="',
      "a/b;c=1;C=2",
      "a/b,c/d",
      " a/b",
      "a/b; c =1",
    ])
      expect(parseMediaType(text)).toBeNull();
  });
});
