import { chmodSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { NOW, READ, unsigned } from "./cli-fixtures.js";
import { useCli } from "./cli-process.js";

const cli = useCli();
let sign: (proposal: unknown, ...flags: string[]) => ReturnType<typeof cli.run>;

beforeAll(() => {
  cli.run(["keys", "generate", "--id", "k", "--out", "k.pem", "--tool", "*", "--impact", "*"]);
  sign = (proposal, ...flags) => {
    const file = cli.file("proposal.json", proposal as object);
    return cli.run(["attest", file, "--private-key", "k.pem", "--key-id", "k", "--now", NOW, ...flags]);
  };
});

const file = () => join(cli.folder(), "proposal.json");
const two = () => unsigned({ provenance: [...unsigned().provenance, { id: "po\u202e9", trust: "untrusted" }] });

describe("attest names what is wrong", () => {
  it("an unknown member, by its owner's path and its own escaped name", () => {
    const { stderr, exit } = sign({ ...unsigned(), action: { ...unsigned().action, "ex\u001btra": 1 } });
    expect(exit).toBe(2);
    expect(stderr).toContain("wire.unknown_member at /action: ");
    expect(stderr).toContain("  unknown members ex\\\\u001btra\n");
  });

  it("an id that is no entry, by its flag, with the ids there are", () => {
    const words = `is no provenance entry of ${file()}, which has "inv-204", "po\\u{202e}9"\n`;
    expect(sign(two(), "--id", "inv-402")).toMatchObject({ exit: 64, stderr: `countersign: --id: "inv-402" ${words}` });
    expect(sign(two(), "--vouches-for", "nobody")).toMatchObject({ exit: 64, stderr: `countersign: --vouches-for: "nobody" ${words}` });
    expect(sign(two()).stderr).toBe(`countersign: --id: is needed: ${file()} has "inv-204", "po\\u{202e}9"\n`);
    expect(sign(two(), "--id", "inv-204", "--vouches-for", "po\u202e9").stderr).toMatch(
      /^countersign: --id: "inv-204" is not among --vouches-for/,
    );
    expect(sign(two(), "--vouches-for", "inv-204", "--vouches-for", "inv-204").stderr).toMatch(
      /^countersign: --vouches-for: names "inv-204" twice/,
    );
  });

  it("a second signature under one id", () => {
    const once = JSON.parse(sign(unsigned()).stdout);
    expect(sign(once)).toMatchObject({ exit: 64, stdout: "" });
    expect(sign(once).stderr).toBe(
      `countersign: --id: ${file()} holds evidence for "inv-204" already; each approver needs a provenance entry of its own (it has "inv-204")\n`,
    );
  });

  it("times and nonces by their flags", () => {
    expect(sign(unsigned(), "--expires-at", NOW).stderr).toBe(`countersign: --expires-at: is not later than the time of signing, ${NOW}\n`);
    expect(sign(unsigned(), "--lifetime", "0").stderr).toMatch(/^countersign: --lifetime: /);
    expect(sign(unsigned(), "--nonce", "a b").stderr).toMatch(/^countersign: --nonce: /);
    const once = JSON.parse(sign(two(), "--id", "inv-204", "--nonce", "run-1").stdout);
    expect(sign(once, "--id", "po\u202e9", "--nonce", "run-2").stderr).toMatch(/^countersign: --nonce: differs/);
    expect(sign(once, "--id", "po\u202e9", "--nonce", "run-1").exit).toBe(0);
  });
});

it("attest signs the audience that verify then checks", () => {
  cli.run(["keys", "generate", "--id", "k2", "--out", "k2.pem", "--tool", "*", "--impact", "*", "--keyring", "ring.json"]);
  const policy = cli.file("policy.json", { version: 1, tools: { "payments.transfer": { impact: "money" } } });
  const flags = ["--private-key", "k2.pem", "--key-id", "k2", "--now", NOW, "--audience", "billing"];
  const stdin = cli.run(["attest", cli.file("plain.json", unsigned()), ...flags]).stdout;
  const verify = (audience: string) => {
    const files = ["--policy", policy, "--keys", "ring.json", "--now", NOW, "--unbound", "--json"];
    return cli.run(["verify", "-", ...files, "--audience", audience], { stdin });
  };
  expect(verify("billing").exit).toBe(0);
  expect(JSON.parse(verify("billing").stdout).audience).toBe("checked");
  expect(verify("shipping").exit).toBe(4);
});

describe("attest says what the signature cannot do, and signs", () => {
  it("no claim names the id, for a high impact", () => {
    const stray = two();
    const run = sign(stray, "--id", "po\u202e9", "--audience", "billing");
    expect(run.exit).toBe(0);
    expect(run.stderr).toBe(
      'countersign: no claim names "po\\u{202e}9", so no gate allows this money action on this signature; name it in a claim first\n',
    );
    expect(sign(stray, "--id", "inv-204", "--audience", "billing")).toMatchObject({ exit: 0, stderr: "" });
  });

  it.skipIf(process.platform === "win32")("others may use the private key", () => {
    chmodSync(join(cli.folder(), "k.pem"), 0o640);
    const { exit, stderr } = sign(READ);
    chmodSync(join(cli.folder(), "k.pem"), 0o600);
    expect([exit, stderr]).toEqual([0, expect.stringContaining("k.pem: others than its owner may use it (mode 0640); chmod 600\n")]);
  });

  it("no audience, for a high impact alone", () => {
    expect(sign(unsigned())).toMatchObject({
      exit: 0,
      stderr: "countersign: signed without --audience: a live gate that has one refuses it for a high impact\n",
    });
    expect(sign(READ)).toMatchObject({ exit: 0, stderr: "" });
  });
});

describe("attest with a keyring", () => {
  it("signs with a key of purpose attest alone", () => {
    const make = (id: string, ...purpose: string[]) =>
      cli.run([
        "keys",
        "generate",
        "--id",
        id,
        "--out",
        `${id}.pem`,
        "--tool",
        "*",
        "--impact",
        "*",
        "--keyring",
        "purposes.json",
        ...purpose,
      ]);
    make("person", "--purpose", "approve");
    make("service", "--purpose", "attest");
    make("both", "--purpose", "approve", "--purpose", "attest");
    const attest = (id: string, ...keys: string[]) =>
      cli.run(["attest", cli.file("plain.json", READ), "--private-key", `${id}.pem`, "--key-id", id, "--now", NOW, ...keys]);
    expect(attest("service", "--keys", "purposes.json").exit).toBe(0);
    expect(attest("both", "--keys", "purposes.json").exit).toBe(0);
    expect(attest("person", "--keys", "purposes.json")).toMatchObject({
      exit: 64,
      stdout: "",
      stderr:
        'countersign: --key-id: "person" has the purpose approve, and unattended signing is for keys of purpose attest; a person signs with countersign approve\n',
    });
    // Without a keyring nothing is known of the key's purpose.
    expect(attest("person").exit).toBe(0);
    expect(cli.run(["attest", "plain.json", "--private-key", "k.pem", "--key-id", "k", "--keys", "purposes.json"]).stderr).toContain(
      '"k" is no key of the keyring',
    );
  });
});
