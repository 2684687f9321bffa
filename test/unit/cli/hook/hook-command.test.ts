import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hookCommand, isHookCommand, withAbsolutePaths } from "../../../../src/cli/hook/hook-command.js";

const SETTINGS = {
  policy: "/op/policy.json",
  keys: "/op/keys.json",
  audience: "laptop",
  ledger: "none",
  principal: "dev-1",
  audit: null,
  contracts: [],
  deadlineMs: 5000,
};

/** What a shell makes of the line: its words, as a program gets them. */
function wordsOf(line: string): readonly string[] {
  const { stdout } = spawnSync("/bin/sh", ["-c", line], { encoding: "utf8" });
  return JSON.parse(stdout);
}

describe("hookCommand", () => {
  it("is one line that a reader can check", () => {
    expect(hookCommand({ node: "/usr/bin/node", script: "/opt/countersign/dist/cli.cjs" }, SETTINGS)).toBe(
      "/usr/bin/node /opt/countersign/dist/cli.cjs hook claude-code --policy=/op/policy.json --keys=/op/keys.json --audience=laptop --ledger=none --principal=dev-1 --deadline=5000 || exit 2",
    );
  });

  it("gives the program each value as it is, whatever a shell would make of it", () => {
    const values = ["a b", "$(exit 0)", "`id`", "it's", '"', "\\", "a\nb", "; exit 0 #", "|| exit 0", "~", "*", "-x", "é", "'"];
    // Prints its words in place of the program.
    const program = { node: process.execPath, script: "-p" };
    for (const value of [...values, ...fc.sample(fc.string({ unit: "grapheme-ascii", minLength: 1 }), { numRuns: 20, seed: 7 })]) {
      const line = hookCommand(
        { ...program, script: "JSON.stringify(process.argv.slice(1))" },
        { ...SETTINGS, policy: value, contracts: [value] },
      );
      const words = wordsOf(
        line.replace(`${process.execPath} `, `${process.execPath} -p `).replace(/hook claude-code/, "-- hook claude-code"),
      );
      expect(words).toContain(`--policy=${value}`);
      expect(words).toContain(`--contract=${value}`);
      expect(words).toHaveLength(9);
      expect(isHookCommand(line)).toBe(true);
    }
  });

  it.each([
    ["killed", "kill -9 $$"],
    ["not there", "/nonexistent/node"],
    ["out of memory", "exit 134"],
    ["wrong", "exit 1"],
  ])("ends in a refusal where the program is %s", (_, program) => {
    const line = hookCommand({ node: "NODE", script: "cli.cjs" }, SETTINGS).replace(/^NODE .*? \|\|/, `sh -c '${program}' ||`);
    expect(spawnSync("/bin/sh", ["-c", line]).status).toBe(2);
  });

  it("is told from the lines of others", () => {
    for (const line of [undefined, "", "lint.sh", "countersign hook claude-code", "x hook claude-code --policy=/p", 7]) {
      expect(isHookCommand(line)).toBe(false);
    }
  });
});

describe("withAbsolutePaths", () => {
  it("starts every file at the folder of whoever installs, and nothing else", () => {
    const flags = {
      policy: "p.json",
      keys: "/op/k.json",
      audience: "a",
      ledger: "sqlite:l.sqlite",
      principal: "p",
      audit: "../audit.jsonl",
      contract: ["c.json"],
      deadline: undefined,
    };
    expect(withAbsolutePaths(flags, "/home/dev")).toEqual({
      ...flags,
      policy: "/home/dev/p.json",
      ledger: "sqlite:/home/dev/l.sqlite",
      audit: "/home/audit.jsonl",
      contract: ["/home/dev/c.json"],
    });
    const remote = { ...flags, policy: undefined, ledger: "postgresql://gate@db/x", audit: undefined, contract: [] };
    expect(withAbsolutePaths(remote, "/home/dev")).toEqual(remote);
  });
});
