import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_EVENT_BYTES, readEvent } from "../../../../src/cli/hook/read-event.js";

const bytes = (text: string) => new TextEncoder().encode(text);
const EVENT = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "ls" } };

describe("readEvent", () => {
  it("reads what counts and leaves the host's other members", () => {
    expect(readEvent(bytes(JSON.stringify({ ...EVENT, session_id: "s1", effort: { level: 3 } })))).toEqual({
      ok: true,
      value: { event: "PreToolUse", tool: "Bash", args: { command: "ls" }, session: "s1" },
    });
    expect(readEvent(bytes(JSON.stringify({ ...EVENT, session_id: null })))).toMatchObject({ value: { session: null } });
    expect(readEvent(bytes(JSON.stringify({ ...EVENT, hook_event_name: "PostToolUse", tool_response: null })))).toMatchObject({
      value: { event: "PostToolUse", response: null },
    });
  });

  it("keeps the name of a tool letter by letter", () => {
    for (const tool_name of [" Bash", "bash", "B\u0430sh", "constructor"]) {
      expect(readEvent(bytes(JSON.stringify({ ...EVENT, tool_name })))).toMatchObject({ value: { tool: tool_name } });
    }
  });

  it("takes as many bytes as the limit, and not one more", () => {
    const text = JSON.stringify(EVENT);
    expect(readEvent(bytes(text.padEnd(MAX_EVENT_BYTES)))).toMatchObject({ ok: true });
    expect(readEvent(bytes(text.padEnd(MAX_EVENT_BYTES + 1)))).toEqual({ ok: false, code: "PIC_LIMIT_EXCEEDED" });
  });

  it("lets an answer be as deep as a contract may read", () => {
    const deep = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
    const event = (levels: number) =>
      bytes(JSON.stringify({ ...EVENT, hook_event_name: "PostToolUse" }).replace(/\}$/, `,"tool_response":${deep(levels)}}`));
    expect(readEvent(event(32))).toMatchObject({ ok: true });
    expect(readEvent(event(33))).toEqual({ ok: false, code: "PIC_LIMIT_EXCEEDED" });
  });

  it("is total", () => {
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array(), fc.json().map(bytes)), (input) => {
        const read = readEvent(input);
        if (!read.ok) expect(read.code).toMatch(/^PIC_/);
      }),
    );
    const names = fc.constantFrom("hook_event_name", "tool_name", "tool_input", "session_id", "tool_response", "__proto__");
    fc.assert(
      fc.property(fc.dictionary(names, fc.jsonValue()), (event) => {
        const read = readEvent(bytes(JSON.stringify(event)));
        expect(read.ok).toBe(false);
      }),
    );
  });
});
