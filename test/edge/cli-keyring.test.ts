import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ALICE, NOW } from "./cli-fixtures.js";
import { useCli } from "./cli-process.js";

const cli = useCli();
const at = (name: string) => join(cli.folder(), name);
const json = (name: string) => JSON.parse(readFileSync(at(name), "utf8"));
const SCOPE = ["--tool", "payments.transfer", "--impact", "money"];
const generate = (id: string, ...flags: string[]) => cli.run(["keys", "generate", "--id", id, "--out", `${id}.pem`, ...flags]);

describe("keys generate --keyring", () => {
  it("makes the file, adds to it, and keeps what it holds", () => {
    expect(generate("first", ...SCOPE, "--keyring", "ring.json")).toMatchObject({ exit: 0, stdout: "added first to the new ring.json\n" });
    const old = { public_key: ALICE.publicKey, owner: "Zoë", revoked: { at: NOW, note: "laptop lost" } };
    cli.file("ring.json", { trusted_keys: { ...json("ring.json").trusted_keys, old }, revoked_keys: ["gone"] });
    expect(generate("second", ...SCOPE, "--keyring", "ring.json")).toMatchObject({ exit: 0, stdout: "added second to ring.json\n" });
    const after = json("ring.json");
    expect(Object.keys(after.trusted_keys)).toEqual(["first", "old", "second"]);
    expect(after.trusted_keys.old).toEqual(old);
    expect(after.revoked_keys).toEqual(["gone"]);
    expect(cli.run(["keys", "check", "--keys", "ring.json"]).stdout).toContain("valid: 3 keys, 2 in force");
  });

  it("adds to the flat form as it is", () => {
    cli.file("flat.json", { alice: ALICE.publicKey });
    expect(generate("bob", ...SCOPE, "--keyring", "flat.json").exit).toBe(0);
    expect(Object.keys(json("flat.json"))).toEqual(["alice", "bob"]);
  });

  it("leaves the keyring, its mode and the folder as they were where it fails, and makes no private key", () => {
    mkdirSync(at("kept"));
    const ring = { trusted_keys: { here: ALICE.publicKey }, revoked_keys: ["gone"] };
    cli.file("kept/ring.json", ring);
    cli.file("kept/taken.pem", "x");
    cli.file("kept/broken.json", "{");
    const before = readFileSync(at("kept/ring.json"), "utf8");
    const run = (id: string, out: string, keyring = "ring.json", ...flags: string[]) =>
      cli.run(["keys", "generate", "--id", id, "--out", out, "--keyring", keyring, ...SCOPE, ...flags], { cwd: at("kept") });
    expect(run("here", "new.pem")).toMatchObject({ exit: 64, stdout: "" });
    expect(run("here", "new.pem").stderr).toBe("countersign: --id: is in ring.json already; choose another id\n");
    expect(run("gone", "new.pem").stderr).toContain("--id: is revoked in ring.json");
    expect(run("fresh", "taken.pem")).toMatchObject({ exit: 64 });
    expect(run("fresh", "ring.json")).toMatchObject({ exit: 64 });
    expect(run("fresh", "new.pem", "broken.json")).toMatchObject({ exit: 6 });
    expect(run("fresh", "new.pem", "nowhere/ring.json")).toMatchObject({ exit: 64 });
    expect(run("fresh", "new.pem", ".")).toMatchObject({ exit: 6 });
    expect(run("fresh", "new.pem", "ring.json", "--tool", "pay ments")).toMatchObject({ exit: 64 });
    cli.file("kept/.ring.json.new", "");
    expect(run("fresh", "new.pem").stderr).toContain("ring.json: is being changed by another run; if there is none, remove .ring.json.new");
    expect(readFileSync(at("kept/ring.json"), "utf8")).toBe(before);
    expect(readFileSync(at("kept/taken.pem"), "utf8")).toBe("x");
    expect(readdirSync(at("kept")).sort()).toEqual([".ring.json.new", "broken.json", "ring.json", "taken.pem"]);
  });

  it("renews what a link leads to, keeps its mode, and refuses a link that leads nowhere", () => {
    mkdirSync(at("real"));
    cli.file("real/ring.json", { trusted_keys: {} });
    symlinkSync(join("real", "ring.json"), at("link.json"));
    const { mode } = statSync(at("real/ring.json"));
    expect(generate("linked", ...SCOPE, "--keyring", "link.json").exit).toBe(0);
    expect(lstatSync(at("link.json")).isSymbolicLink()).toBe(true);
    expect(Object.keys(json("real/ring.json").trusted_keys)).toEqual(["linked"]);
    expect(statSync(at("real/ring.json")).mode).toBe(mode);
    symlinkSync("nowhere", at("dangling.json"));
    expect(generate("dangling", ...SCOPE, "--keyring", "dangling.json").exit).toBe(6);
    expect(existsSync(at("dangling.pem"))).toBe(false);
  });

  it("loses no key where several are made at once", async () => {
    const ids = ["a", "b", "c", "d"];
    const runs = await Promise.all(
      ids.map((id) =>
        cli.start(["keys", "generate", "--id", `at-once-${id}`, "--out", `at-once-${id}.pem`, ...SCOPE, "--keyring", "busy.json"]),
      ),
    );
    const made = ids.map((id) => `at-once-${id}`).filter((_, index) => runs[index]?.exit === 0);
    expect(made.length).toBeGreaterThan(0);
    expect(Object.keys(json("busy.json").trusted_keys).sort()).toEqual(made);
  });
});

describe("keys generate", () => {
  it.each([
    ["--tool", "pay ments"],
    ["--owner", " spaced "],
    ["--audience", "two\nlines"],
    ["--impact", "moneyy"],
    ["--purpose", "approv"],
    ["--expires-at", "2027-01-01"],
    ["--expires-at", "2020-01-01T00:00:00Z"],
  ])("names %s where its value %j is wrong, once, and makes no file", (flag, value) => {
    const run = generate("wrong", flag, value);
    expect(run).toMatchObject({ exit: 64, stdout: "" });
    expect(run.stderr).toMatch(new RegExp(`^countersign: ${flag}: (?!${flag})[\\x20-\\x7e]+\\n$`));
    expect(existsSync(at("wrong.pem"))).toBe(false);
  });

  it("refuses a name given twice, and * beside another", () => {
    expect(generate("twice", "--tool", "a", "--tool", "a").stderr).toMatch(/^countersign: --tool: /);
    expect(generate("star", "--impact", "*", "--impact", "money").stderr).toMatch(/^countersign: --impact: /);
  });

  it("warns of a key that high impacts refuse, and of no other", () => {
    expect(generate("bare").stderr).toContain("without --tool and --impact a version 1 policy refuses this key for high impacts");
    expect(generate("half", "--tool", "*").stderr).toContain("without --impact a version 1");
    expect(generate("whole", ...SCOPE).stderr).not.toContain("refuses");
    expect(generate("agent", "--purpose", "agent").stderr).not.toContain("refuses");
  });
});

describe("revoked ids", () => {
  const ring = { trusted_keys: { "finance-2026": ALICE.publicKey }, revoked_keys: ["finance-2062", "somebody-else"] };

  it("that name no key are told, with the key that was probably meant", () => {
    const keys = ["--keys", cli.file("stray.json", ring), "--now", NOW];
    const check = cli.run(["keys", "check", ...keys]);
    expect(check.exit).toBe(1);
    expect(check.stdout).toContain('finance-2062: revoked, and no key of this file has the id; did you mean "finance-2026"?\n');
    expect(check.stdout).toContain("somebody-else: revoked, and no key of this file has the id\n");
    expect(JSON.parse(cli.run(["keys", "check", ...keys, "--json"]).stdout).notes).toContainEqual({
      key_id: "somebody-else",
      note: "revoked, and no key of this file has the id",
    });
    const list = cli.run(["keys", "list", ...keys]).stdout;
    expect(list).toContain("revoked ids finance-2062, somebody-else\n");
    expect(list).toContain('finance-2062: revoked, and no key of this file has the id; did you mean "finance-2026"?\n');
  });

  it("of a key that is there are not strays", () => {
    const file = cli.file("own.json", { ...ring, revoked_keys: ["finance-2026"] });
    const check = cli.run(["keys", "check", "--keys", file, "--now", NOW]);
    expect(check.exit).toBe(6);
    expect(check.stdout).not.toContain("no key of this file");
    expect(check.stdout).toMatch(/^not usable, no key is in force: 1 key, 0 in force/);
    expect(JSON.parse(cli.run(["keys", "check", "--keys", file, "--now", NOW, "--json"]).stdout)).toMatchObject({
      valid: false,
      in_force: 0,
    });
  });
});
