import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hookGroups, withHookGroups } from "../../../../src/cli/hook/host-settings.js";

const LINE = "node cli.cjs hook claude-code --policy=/p --deadline=5000 || exit 2";
const OURS = hookGroups(LINE, [], 10);
const BOTH = hookGroups(LINE, ["Bash"], 10);
const other = (name: string) => ({ matcher: name, hooks: [{ type: "command", command: `${name}.sh` }] });
const old = { type: "command", command: LINE.replace("/p", "/old") };

describe("withHookGroups", () => {
  it("makes settings where there are none", () => {
    for (const text of [null, "", " \n", "{}"]) {
      const { text: after, others } = withHookGroups(text, OURS);
      expect(JSON.parse(after)).toEqual({ hooks: { PreToolUse: [OURS.PreToolUse] } });
      expect(others).toBe(0);
    }
  });

  it("takes its own handler out of a group of others', and puts the new one there", () => {
    const mixed = { matcher: "Write", hooks: [old, { type: "command", command: "x.sh" }] };
    const before = JSON.stringify({ hooks: { PreToolUse: [other("a"), mixed, other("b")] } });
    const { text, others } = withHookGroups(before, OURS);
    const kept = { matcher: "Write", hooks: [{ type: "command", command: "x.sh" }] };
    expect(JSON.parse(text).hooks.PreToolUse).toEqual([other("a"), kept, OURS.PreToolUse, other("b")]);
    expect(others).toBe(3);
  });

  it("leaves one of several earlier installations", () => {
    const group = { matcher: "*", hooks: [old] };
    const { text } = withHookGroups(JSON.stringify({ hooks: { PreToolUse: [group, other("a"), group] } }), OURS);
    expect(JSON.parse(text).hooks.PreToolUse).toEqual([OURS.PreToolUse, other("a")]);
  });

  it("no longer asks for answers once no tool has a contract", () => {
    const { text } = withHookGroups(withHookGroups("{}", BOTH).text, OURS);
    expect(JSON.parse(text)).toEqual({ hooks: { PreToolUse: [OURS.PreToolUse] } });
  });

  it.each([
    ["no JSON", "{", undefined],
    ["no object", "[]", undefined],
    ["a member twice", '{"a":1,"a":2}', undefined],
    ["a number that would change", '{"a":9007199254740993}', undefined],
    ["hooks that are off", '{"disableAllHooks":true}', "/disableAllHooks"],
    ["hooks that are null", '{"hooks":null}', "/hooks"],
    ["an event that is no list", '{"hooks":{"PreToolUse":{}}}', "/hooks/PreToolUse"],
    ["a group that is a text", '{"hooks":{"PostToolUse":["x"]}}', "/hooks/PostToolUse/0"],
  ])("refuses %s", (_, text, place) => {
    expect(() => withHookGroups(text, OURS)).toThrowError(expect.objectContaining({ name: "ConfigurationError", place }));
  });

  it("loses nothing of others, and changes nothing the second time", () => {
    const groups = fc.array(fc.constantFrom(other("a"), other("b"), { matcher: "*", hooks: [old] }), { maxLength: 4 });
    const hooks = fc.record({ PreToolUse: groups, PostToolUse: groups, Stop: groups }, { requiredKeys: [] });
    const settings = fc.record(
      {
        model: fc.string({ unit: "grapheme" }),
        env: fc.dictionary(
          fc.string({ unit: "grapheme-ascii" }).filter((name) => name !== "__proto__"),
          fc.string({ unit: "grapheme" }),
        ),
        hooks,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(settings, fc.constantFrom(0, 2, "\t"), fc.constantFrom(OURS, BOTH), (value, indent, ours) => {
        const before = JSON.stringify(value, null, indent);
        const { text } = withHookGroups(before, ours);
        expect(withHookGroups(text, ours).text).toBe(text);
        const { hooks: after, ...rest } = JSON.parse(text);
        const { hooks: was = {}, ...kept } = JSON.parse(before);
        expect(rest).toEqual(kept);
        expect(after.Stop).toEqual(was.Stop);
        const foreign = (list: readonly { hooks: readonly object[] }[] = []) =>
          list.flatMap(({ hooks: all }) => all).filter((one) => !("command" in one) || !String(one.command).includes(" hook claude-code "));
        for (const event of ["PreToolUse", "PostToolUse"] as const) expect(foreign(after[event])).toEqual(foreign(was[event]));
        expect(after.PreToolUse.filter((group: object) => JSON.stringify(group) === JSON.stringify(ours.PreToolUse))).toHaveLength(1);
      }),
    );
  });
});
