import { createPublicKey } from "node:crypto";
import { chmodSync, existsSync, linkSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ALICE, MALLORY, NOW } from "./cli-fixtures.js";
import { useCli } from "./cli-process.js";

const cli = useCli();
const at = (name: string) => join(cli.folder(), name);
const text = (name: string) => readFileSync(at(name), "utf8");
const json = (name: string) => JSON.parse(text(name));
const keys = (verb: string, ring: string, ...rest: string[]) => cli.run(["keys", verb, ...rest, "--keys", at(ring)]);
const HEX = Buffer.from(ALICE.publicKey, "base64").toString("hex");
const PEM = () => createPublicKey(ALICE.key).export({ format: "pem", type: "spki" }) as string;
const SCOPE = ["--tool", "pay", "--impact", "money"];

/** As somebody wrote it by hand. */
const RING = `{
\t"trusted_keys": {
\t\t"plain":  "${ALICE.publicKey}",
\t\t"full": { "public_key": "${MALLORY.publicKey}", "owner": "Zo\\u00eb",
\t\t\t"tools": ["a"] }
\t},
\t"revoked_keys": [ "gone" ]
}
`;

describe("keys add", () => {
  it.each([
    ["base64", () => ["--public-key", ALICE.publicKey]],
    ["hex", () => ["--public-key", `0x${HEX}`]],
    ["a PEM file", () => ["--public-key-file", cli.file("alice.pub.pem", PEM())]],
    ["a file with a line end", () => ["--public-key-file", cli.file("alice.pub", `${ALICE.publicKey}\n`)]],
  ])("takes %s, makes the file, and tells the key", (form, flags) => {
    const ring = `made-${form.replaceAll(" ", "-")}.json`;
    const run = keys("add", ring, "alice", ...flags(), ...SCOPE, "--role", "finance", "--owner", "Alice", "--not-before", NOW);
    expect(run).toMatchObject({ exit: 0, stdout: `added alice (${HEX}) to the new ${at(ring)}\n`, stderr: "" });
    expect(json(ring)).toMatchObject({
      trusted_keys: {
        alice: { purpose: ["approve"], tools: ["pay"], impacts: ["money"], roles: ["finance"], owner: "Alice", not_before: NOW },
      },
      revoked_keys: [],
    });
    expect(JSON.parse(keys("list", ring, "--json", "--now", "2026-10-02T00:00:00Z").stdout).keys[0]).toMatchObject({
      public_key: HEX,
      state: "ok",
    });
  });

  it("keeps every byte that is there, and adds in the file's own style", () => {
    cli.file(
      "ring.json",
      RING.replace(MALLORY.publicKey, ALICE.publicKey)
        .replace(`"plain":  "${ALICE.publicKey}"`, `"plain":  "${MALLORY.publicKey}"`)
        .replace(/,\s+"full"[^}]*}/, ""),
    );
    const before = text("ring.json");
    expect(keys("add", "ring.json", "alice", "--public-key", HEX, ...SCOPE).exit).toBe(0);
    expect(text("ring.json")).toBe(
      before.replace(
        `"${MALLORY.publicKey}"`,
        `"${MALLORY.publicKey}",\n\t\t"alice": {\n\t\t\t"public_key": "${HEX}",\n\t\t\t"purpose": ["approve"],\n\t\t\t"tools": ["pay"],\n\t\t\t"impacts": ["money"]\n\t\t}`,
      ),
    );
  });

  it("refuses what it must, names it, and leaves the file alone", () => {
    cli.file("kept.json", RING);
    const add = (id: string, ...flags: string[]) => keys("add", "kept.json", id, ...flags);
    const other = ["--public-key", "K5ldgvovSzqe9vBGScC5wyI1QQb4DCGUGlJoqRZVhJg="];
    expect(add("plain", "--public-key", HEX).stderr).toContain("ID: is in ");
    expect(add("gone", ...other)).toMatchObject({ exit: 64 });
    expect(add("again", "--public-key", HEX)).toMatchObject({ exit: 6 });
    expect(add("again", "--public-key", HEX).stderr).toContain("hold one and the same key");
    expect(add("zero", "--public-key", "0".repeat(64)).stderr).toMatch(/^countersign: --public-key: .*weak key/);
    expect(add("nothing")).toMatchObject({ exit: 64 });
    expect(add("both", "--public-key", HEX, "--public-key-file", "x")).toMatchObject({ exit: 64 });
    expect(add("bad id", ...other)).toMatchObject({ exit: 64 });
    const secret = ALICE.key.export({ format: "pem", type: "pkcs8" }) as string;
    const leak = add("leak", "--public-key-file", cli.file("secret.pem", secret));
    expect(leak.exit).not.toBe(0);
    expect(leak.stderr).toContain("private");
    expect(leak.stdout + leak.stderr).not.toContain(secret.split("\n")[1]);
    expect(text("kept.json")).toBe(RING);
    expect(readdirSync(cli.folder()).filter((name) => name.endsWith(".new"))).toEqual([]);
  });
});

describe("keys scope", () => {
  it("changes the members that were named, says before and after, and keeps the rest to the byte", () => {
    cli.file("scope.json", RING);
    const run = keys("scope", "scope.json", "full", "--tool", "b", "--tool", "c", "--role", "finance", "--drop", "owner");
    expect(run).toMatchObject({ exit: 0, stderr: "" });
    expect(run.stdout).toBe(
      `changed full in ${at("scope.json")}\n  tools: ["a"] -> ["b","c"]\n  roles: not written -> ["finance"]\n  owner: "Zo\\\\u00eb" -> not written\n`,
    );
    expect(text("scope.json")).toBe(RING.replace(', "owner": "Zo\\u00eb"', "").replace('["a"]', '["b", "c"], "roles": ["finance"]'));
  });

  it("makes an object of a key that stands alone", () => {
    cli.file("alone.json", RING);
    expect(keys("scope", "alone.json", "plain", ...SCOPE).stdout).toContain('tools: not written -> ["pay"]');
    expect(json("alone.json").trusted_keys.plain).toEqual({ public_key: ALICE.publicKey, tools: ["pay"], impacts: ["money"] });
    expect(text("alone.json")).toContain(`"full": { "public_key": "${MALLORY.publicKey}", "owner": "Zo\\u00eb",\n`);
  });

  it("refuses what no keyring takes, and changes nothing", () => {
    cli.file("refused.json", RING);
    const scope = (...rest: string[]) => keys("scope", "refused.json", ...rest);
    expect(scope("full", "--tool", "pay ments").stderr).toMatch(/^countersign: --tool: /);
    expect(scope("plain", "--tool", "a", "--tool", "a").stderr).toMatch(/^countersign: --tool: /);
    expect(scope("ful", ...SCOPE).stderr).toContain("ID: is no key of ");
    expect(scope("ful", ...SCOPE).stderr).toContain('did you mean "full"?');
    expect(scope("full")).toMatchObject({ exit: 64 });
    expect(scope("full", "--tool", "b", "--drop", "tools")).toMatchObject({ exit: 64 });
    expect(scope("full", "--drop", "public_key")).toMatchObject({ exit: 64 });
    expect(scope("full", "--not-before", "2030-01-01T00:00:00Z", "--expires-at", "2029-01-01T00:00:00Z").stderr).toMatch(
      /^countersign: --expires-at: /,
    );
    expect(scope("full", "--tool", "a")).toMatchObject({ exit: 0, stdout: `full is so already; ${at("refused.json")} is as it was\n` });
    expect(text("refused.json")).toBe(RING);
  });
});

describe("keys revoke", () => {
  it("refuses the key from then on, says why, and may be said twice", () => {
    cli.file("revoke.json", RING);
    const run = keys("revoke", "revoke.json", "full", "--note", "laptop lost", "--at", "2026-01-02T03:04:05Z");
    expect(run).toMatchObject({ exit: 0, stdout: `revoked full in ${at("revoke.json")}\n` });
    expect(text("revoke.json")).toBe(
      RING.replace(
        '["a"] }',
        '["a"],\n\t\t\t"revoked": {"at": "2026-01-02T03:04:05Z", "note": "laptop lost"} }'.replace(",\n\t\t\t", ", "),
      ).replace('[ "gone" ]', '[ "gone", "full" ]'),
    );
    const once = text("revoke.json");
    expect(keys("revoke", "revoke.json", "full")).toMatchObject({
      exit: 0,
      stdout: `full was revoked already; ${at("revoke.json")} is as it was\n`,
    });
    expect(text("revoke.json")).toBe(once);
    expect(keys("list", "revoke.json").stdout).toMatch(/^full +revoked /m);
  });

  it("goes by the list alone in the reference's forms", () => {
    cli.file("reference.json", { trusted_keys: { a: ALICE.publicKey }, revoked_keys: [] });
    expect(keys("revoke", "reference.json", "a").exit).toBe(0);
    expect(text("reference.json")).toBe(`{"trusted_keys":{"a":"${ALICE.publicKey}"},"revoked_keys":["a"]}`);
    cli.file("flat.json", `{\n  "a": "${ALICE.publicKey}"\n}\n`);
    expect(keys("revoke", "flat.json", "a").exit).toBe(0);
    expect(json("flat.json")).toEqual({ trusted_keys: { a: ALICE.publicKey }, revoked_keys: ["a"] });
  });

  it("tells the other ids of the same key, and writes one that was struck for another's sake", () => {
    cli.file("shared.json", { trusted_keys: { a: ALICE.publicKey, b: HEX, c: MALLORY.publicKey } });
    expect(keys("revoke", "shared.json", "a").stdout).toContain("the same key is struck under b\n");
    expect(keys("list", "shared.json", "--profile", "interop").stdout).toMatch(/^b +revoked /m);
    expect(keys("revoke", "shared.json", "b").stdout).toContain("revoked b in ");
    expect(json("shared.json").revoked_keys).toEqual(["a", "b"]);
  });

  it("takes an id that the file does not hold only if told so", () => {
    cli.file("unknown.json", RING);
    const run = keys("revoke", "unknown.json", "plian");
    expect(run).toMatchObject({ exit: 64, stdout: "" });
    expect(run.stderr).toContain('did you mean "plain"?');
    expect(text("unknown.json")).toBe(RING);
    expect(keys("revoke", "unknown.json", "elsewhere", "--unknown", "--note", "x")).toMatchObject({ exit: 64 });
    expect(keys("revoke", "unknown.json", "elsewhere", "--unknown").exit).toBe(0);
    expect(json("unknown.json").revoked_keys).toEqual(["gone", "elsewhere"]);
  });

  it("puts a weak key out of use, which keeps the whole file from loading, and mends nothing else", () => {
    cli.file("weak.json", { trusted_keys: { zero: "0".repeat(64), a: ALICE.publicKey }, revoked_keys: [] });
    expect(keys("list", "weak.json").exit).toBe(6);
    expect(keys("revoke", "weak.json", "zero").exit).toBe(0);
    expect(keys("list", "weak.json").stdout).toMatch(/^zero +revoked +weak key/m);
    for (const [name, broken] of Object.entries({ list: "[]", odd: '{"trusted_keys":[]}', half: '{"trusted_keys":{"a":' })) {
      cli.file(`${name}.json`, broken);
      expect(keys("revoke", `${name}.json`, "a", "--unknown")).toMatchObject({ exit: 6, stdout: "" });
      expect(text(`${name}.json`)).toBe(broken);
    }
  });

  it("refuses a time that lies ahead, a note of two lines, and one that holds a private key", () => {
    cli.file("noted.json", RING);
    expect(keys("revoke", "noted.json", "full", "--at", "2999-01-01T00:00:00Z").stderr).toMatch(/^countersign: --at: lies ahead/);
    expect(keys("revoke", "noted.json", "full", "--note", "a\nb")).toMatchObject({ exit: 64 });
    expect(keys("revoke", "noted.json", "full", "--note", "BEGIN PRIVATE KEY")).toMatchObject({ exit: 6 });
    expect(text("noted.json")).toBe(RING);
  });
});

describe("an edit", () => {
  it("keeps the file's mode, goes through the operator's link, and leaves nothing behind", () => {
    mkdirSync(at("linked"));
    cli.file("linked/ring.json", RING);
    chmodSync(at("linked/ring.json"), 0o640);
    symlinkSync(join("linked", "ring.json"), at("by-link.json"));
    expect(keys("revoke", "by-link.json", "plain").exit).toBe(0);
    expect(lstatSync(at("by-link.json")).isSymbolicLink()).toBe(true);
    expect(statSync(at("linked/ring.json")).mode & 0o777).toBe(0o640);
    expect(json("linked/ring.json").revoked_keys).toEqual(["gone", "plain"]);
    expect(readdirSync(at("linked"))).toEqual(["ring.json"]);
  });

  it("refuses a file with a second name, which would keep the old content", () => {
    cli.file("one.json", RING);
    linkSync(at("one.json"), at("two.json"));
    const run = keys("revoke", "one.json", "plain");
    expect(run).toMatchObject({ exit: 64, stdout: "" });
    expect(run.stderr).toContain("has a second name");
    expect(text("two.json")).toBe(RING);
  });

  it("follows no link that somebody laid where the new file goes", () => {
    mkdirSync(at("laid"));
    cli.file("laid/ring.json", RING);
    cli.file("victim.txt", "kept");
    symlinkSync(at("victim.txt"), at("laid/.ring.json.new"));
    expect(keys("revoke", "laid/ring.json", "plain").stderr).toContain("is being changed by another run");
    expect(text("victim.txt")).toBe("kept");
    expect(text("laid/ring.json")).toBe(RING);
  });

  it("says what is wrong with the folder", () => {
    const flags = ["--public-key", ALICE.publicKey, ...SCOPE];
    expect(keys("add", "nowhere/ring.json", "alice", ...flags)).toMatchObject({
      exit: 64,
      stderr: `countersign: ${at("nowhere/ring.json")}: cannot be written: its folder does not exist (ENOENT)\n`,
    });
  });

  it("loses nothing where several run at once", async () => {
    cli.file("busy.json", { trusted_keys: { a: ALICE.publicKey, b: MALLORY.publicKey } });
    const ids = ["x1", "x2", "x3", "x4"];
    const runs = await Promise.all(ids.map((id) => cli.start(["keys", "revoke", id, "--unknown", "--keys", at("busy.json")])));
    const made = ids.filter((_, index) => runs[index]?.exit === 0);
    expect(made.length).toBeGreaterThan(0);
    expect([...json("busy.json").revoked_keys].sort()).toEqual(made);
    expect(existsSync(at(".busy.json.new"))).toBe(false);
  });
});

describe("keys list and check", () => {
  const ring = () =>
    cli.file("dated.json", {
      trusted_keys: {
        soon: {
          public_key: ALICE.publicKey,
          tools: ["*"],
          impacts: ["*"],
          owner: "A",
          purpose: "approve",
          expires_at: "2026-10-31T12:00:00Z",
        },
        later: {
          public_key: MALLORY.publicKey,
          tools: ["*"],
          impacts: ["*"],
          owner: "M",
          purpose: "approve",
          expires_at: "2026-10-31T12:00:00.000000001Z",
        },
      },
    });

  it("mark a key that ends within 30 days, to the nanosecond", () => {
    const run = cli.run(["keys", "list", "--keys", ring(), "--now", NOW]);
    expect(run.stdout).toMatch(/^soon +ok, ends within 30 days /m);
    expect(run.stdout).toMatch(/^later +ok {2}/m);
    const days = (now: string) =>
      JSON.parse(cli.run(["keys", "list", "--keys", ring(), "--now", now, "--json"]).stdout).keys.map(
        (key: { ends_in_days: unknown }) => key.ends_in_days,
      );
    expect(days(NOW)).toEqual([30, null]);
    expect(days("2026-10-31T11:59:59Z")).toEqual([1, 1]);
    expect(days("2026-10-31T12:00:00Z")).toEqual([null, 1]);
    expect(cli.run(["keys", "list", "--keys", ring(), "--now", "2026-10-31T12:00:00Z"]).stdout).toMatch(/^soon +expired /m);
    expect(cli.run(["keys", "check", "--keys", ring(), "--now", NOW])).toMatchObject({ exit: 0 });
  });

  it("finds who else may change the keyring or read a private key", () => {
    mkdirSync(at("open"));
    const file = cli.file("open/ring.json", { trusted_keys: { a: { public_key: ALICE.publicKey, tools: ["*"], impacts: ["*"] } } });
    const pem = cli.file("open/a.pem", "x");
    const check = (...flags: string[]) => cli.run(["keys", "check", "--keys", file, ...flags]);
    chmodSync(file, 0o644);
    chmodSync(pem, 0o600);
    expect(check("--private", pem)).toMatchObject({ exit: 0 });
    chmodSync(pem, 0o640);
    expect(check("--private", pem)).toMatchObject({ exit: 1 });
    expect(check("--private", pem).stdout).toContain("finding: ");
    expect(check("--private", pem).stdout).toContain("a.pem: others than its owner may use it (mode 0640)");
    expect(check()).toMatchObject({ exit: 0 });
    for (const [mode, words] of [
      [0o664, "its group may write it"],
      [0o646, "anybody may write it"],
    ] as const) {
      chmodSync(file, mode);
      expect(check()).toMatchObject({ exit: 1 });
      expect(check().stdout).toContain(words);
    }
    chmodSync(file, 0o644);
    chmodSync(at("open"), 0o777);
    expect(check()).toMatchObject({ exit: 1 });
    expect(JSON.parse(check("--json").stdout).findings[0].finding).toContain("is writable by all (mode 0777) and not sticky");
    chmodSync(at("open"), 0o1777);
    expect(check()).toMatchObject({ exit: 0 });
    expect(check("--private", at("open/none.pem"))).toMatchObject({ exit: 1, stdout: "" });
  });
});
