import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { installHook } from "../../../../src/cli/hook/install.js";
import type { Shell } from "../../../../src/cli/shell.js";
import type { Terminal } from "../../../../src/cli/terminal.js";

let home: string;
const at = (...path: string[]) => join(home, ...path);
const PROGRAM = { node: "/usr/bin/node", script: "/opt/countersign/dist/cli.cjs" };

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "countersign-install-"));
  mkdirSync(at("operator"));
  writeFileSync(at("operator/policy.json"), JSON.stringify({ version: 1, tools: { Read: { impact: "read" } } }));
  writeFileSync(at("operator/keys.json"), JSON.stringify({ trusted_keys: {} }));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function install(answer: string | null, meanwhile = () => {}) {
  const screen: string[] = [];
  const terminal: Terminal = {
    columns: 80,
    rows: 24,
    write: (text) => void screen.push(text),
    ask: async (prompt) => {
      screen.push(prompt);
      meanwhile();
      return answer;
    },
    askSecret: async () => null,
  };
  const shell: Shell = { env: { HOME: home }, cwd: at("operator"), now: 0, colour: async () => false, terminal: async () => terminal };
  const files = { policy: at("operator/policy.json"), keys: at("operator/keys.json"), ledger: "none", audit: null, contracts: [] };
  const settings = { ...files, audience: "laptop", principal: "dev-1", deadlineMs: 5000 };
  const reply = installHook({ settings, program: PROGRAM, scope: "user", yes: false }, shell);
  return reply.then((given) => ({ ...given, screen: screen.join("") }));
}

describe("installHook at a terminal", () => {
  it("shows what it writes and what the agent can reach, and writes on yes", async () => {
    const { exit, screen } = await install("yes");
    expect(exit).toBe(0);
    expect(screen).toContain('"onFailure": "block"');
    expect(screen).toContain(`note: ${at("operator/policy.json")} lies in this folder: the agent can change it\n`);
    expect(screen).toMatch(/Write this into .*\/\.claude\/settings\.json\? Type yes; anything else leaves it alone: $/);
    const written = JSON.parse(readFileSync(at(".claude/settings.json"), "utf8"));
    expect(screen.startsWith(`${JSON.stringify(written, null, 2)}\n`)).toBe(true);
    expect(readdirSync(at(".claude"))).toEqual(["settings.json"]);
  });

  it.each(["y", "YES", "", " yes", null])("writes nothing on %j", async (answer) => {
    expect((await install(answer)).exit).toBe(1);
    expect(readdirSync(home)).toEqual(["operator"]);
  });

  it("leaves alone what is no UTF-8", async () => {
    mkdirSync(at(".claude"));
    const bytes = Buffer.from('{"model":"caf\xe9"}', "latin1");
    writeFileSync(at(".claude/settings.json"), bytes);
    await expect(install("yes")).rejects.toThrow("is not UTF-8");
    expect(readFileSync(at(".claude/settings.json"))).toEqual(bytes);
    expect(readdirSync(at(".claude"))).toEqual(["settings.json"]);
  });

  it("does not write over what came while it asked", async () => {
    mkdirSync(at(".claude"));
    const put = (text: string) => writeFileSync(at(".claude/settings.json"), text);
    put("{}");
    await expect(install("yes", () => put('{"model":"x"}'))).rejects.toThrow("was changed since it was shown");
    expect(readFileSync(at(".claude/settings.json"), "utf8")).toBe('{"model":"x"}');
    expect(readdirSync(at(".claude"))).toEqual(["settings.json"]);
  });
});
