import { spawnSync } from "node:child_process";
import { createHash, sign } from "node:crypto";
import { cpSync, existsSync, rmSync, statSync, symlinkSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { dirname, join } from "node:path";
import canonicalize from "canonicalize";
import { beforeAll, describe, expect, it } from "vitest";
import { NOT_RUN, POSTGRES_URL } from "../support/postgres.js";
import { ALICE, ARGS, KEYRING, POLICY, READ, signed, unsigned } from "./cli-fixtures.js";
import { useCli } from "./cli-process.js";

const cli = useCli();
let config: string[];
let live: string[];

beforeAll(() => {
  config = ["--policy", cli.file("policy.json", POLICY), "--keys", cli.file("keys.json", KEYRING)];
  live = [...config, "--tool", "payments.transfer", "--args", `@${cli.file("args.json", ARGS)}`];
});

/** A payment approved just now, since a store's time is the machine's; `name` tells two approvals apart. */
function approvedNow(name: string) {
  const proposal = unsigned();
  const digest = (text: string) => createHash("sha256").update(text).digest("hex");
  const now = Date.now();
  const payload = canonicalize({
    attestation_version: "PIC-ATT/1.0",
    tool: proposal.action.tool,
    impact: proposal.impact,
    provenance_ids: ["inv-204"],
    args_digest: digest(canonicalize(proposal.action.args) as string),
    claims_digest: digest(canonicalize(proposal.claims) as string),
    intent_digest: digest(proposal.intent),
    issued_at: new Date(now).toISOString(),
    expires_at: new Date(now + 600_000).toISOString(),
    x_nonce: `${name}-${now}`,
  }) as string;
  const signature = sign(null, Buffer.from(payload), ALICE.key).toString("base64");
  const entry = { id: "inv-204", type: "sig", ref: "inline:attestation", payload, alg: "ed25519", signature, key_id: "fin-ops" };
  return { ...proposal, evidence: [entry] };
}

const verify = (proposal: unknown, flags: readonly string[]) => cli.run(["verify", "-", ...flags], { stdin: JSON.stringify(proposal) });
const decision = (stdout: string) => JSON.parse(stdout);
const sqlite = (name: string) => `sqlite:${join(cli.folder(), name)}`;

describe("verify --ledger", () => {
  it("consumes an allow once, and says so", () => {
    const payment = approvedNow("once");
    const flags = [...live, "--ledger", sqlite("once.sqlite"), "--json"];
    const first = verify(payment, flags);
    expect([first.exit, first.stderr]).toEqual([0, ""]);
    expect(decision(first.stdout)).toMatchObject({ verdict: "allow", code: "PIC_OK", single_use: "consumed" });
    const second = verify(payment, flags);
    expect(second.exit).toBe(5);
    expect(decision(second.stdout)).toMatchObject({ verdict: "block", reason: "policy.already_used", single_use: "unchecked" });
    expect(verify(approvedNow("other"), flags).exit).toBe(0);
    expect(statSync(join(cli.folder(), "once.sqlite")).mode & 0o777).toBe(0o600);
  });

  it("takes the same use for used in another spelling, and tells it as text", () => {
    const payment = approvedNow("spelling");
    const flags = [...live, "--ledger", sqlite("spelling.sqlite")];
    expect(verify(payment, flags).stdout).toContain("single use consumed");
    const { evidence, ...rest } = payment;
    const respelt = cli.run(["verify", "-", ...flags], { stdin: JSON.stringify({ evidence, ...rest }, null, 2) });
    expect(respelt.exit).toBe(5);
    expect(respelt.stdout).toContain("BLOCK PIC_POLICY_VIOLATION");
    expect(respelt.stdout).toContain("policy.already_used");
  });

  it("opens nothing for a block, for an action that uses nothing, or for a usage error", () => {
    const forged = approvedNow("forged");
    const [entry] = forged.evidence;
    const flags = ["--ledger", sqlite("untouched.sqlite")];
    expect(verify({ ...forged, evidence: [{ ...entry, signature: `${"A".repeat(86)}==` }] }, [...live, ...flags]).exit).toBe(4);
    expect(verify(READ, [...config, ...flags, "--json"]).stdout).toContain('"single_use":"unchecked"');
    expect(verify(forged, [...config, ...flags, "--tool", "payments.transfer"]).exit).toBe(64);
    expect(existsSync(join(cli.folder(), "untouched.sqlite"))).toBe(false);
    // So it may be used still.
    expect(verify(forged, [...live, ...flags]).exit).toBe(0);
  });

  it("blocks where --now is not the store's time", () => {
    const old = verify(signed(), [...live, "--now", "2026-10-01T12:00:00Z", "--ledger", sqlite("skew.sqlite"), "--json"]);
    expect(old.exit).toBe(70);
    expect(decision(old.stdout)).toMatchObject({ verdict: "block", code: "PIC_INTERNAL_ERROR", reason: "internal.clock_skew" });
  });

  it.each(["ledger.sqlite", "sqlite:", "mysql://h/d", "postgres:db", "postgresql:", "memory", "postgresql://u:hunter2@[/d"])(
    "%s is a usage error, told before any file is read and not repeated",
    (address) => {
      const { exit, stderr, stdout } = cli.run(["verify", "missing.json", "--policy", "missing", "--ledger", address]);
      expect(exit).toBe(64);
      expect(stderr).toBe("countersign: --ledger: is sqlite:FILE or postgresql://USER@HOST/DATABASE\n");
      expect(stdout).not.toContain("hunter2");
    },
  );

  it("a file that no ledger can be kept in is a fault of the configuration, with its name", () => {
    symlinkSync("elsewhere", join(cli.folder(), "link.sqlite"));
    const { exit, stdout } = verify(approvedNow("link"), [...live, "--ledger", sqlite("link.sqlite"), "--json"]);
    expect(exit).toBe(6);
    const { error } = decision(stdout);
    expect(error).toMatchObject({ kind: "configuration", place: "--ledger", file: join(cli.folder(), "link.sqlite") });
  });

  it("a ledger that is not there is told flag first, then file", () => {
    const missing = join(cli.folder(), "missing.sqlite");
    const run = cli.run(["approvals", "list", "--ledger", `sqlite:${missing}`]);
    expect([run.exit, run.stderr]).toEqual([1, `countersign: --ledger ${missing}: does not exist\n`]);
  });

  it("a database that cannot be reached blocks as internal, and its password is told nowhere", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    for (const prefix of ["", "postgres:"]) {
      const address = `${prefix}postgresql://gate:hunter2@127.0.0.1:${port}/x`;
      const { exit, stdout, stderr } = verify(approvedNow("far"), [...live, "--ledger", address, "--json"]);
      expect(exit).toBe(70);
      expect(decision(stdout)).toMatchObject({ verdict: "block", reason: "internal.ledger_unavailable", single_use: "unchecked" });
      expect(`${stdout}${stderr}`).not.toContain("hunter2");
    }
  });

  it("belongs to verify alone", () => {
    for (const command of ["explain", "evidence-verify"]) {
      expect(cli.run([command, "-", "--ledger", sqlite("x.sqlite")]).stderr).toContain("--ledger: is no flag of this command");
    }
  });

  it("without the driver a verification runs, and --ledger says what to install", () => {
    // The same program with no packages around it.
    const bare = join(cli.folder(), "bare");
    cpSync(dirname(cli.script()), bare, { recursive: true, filter: (path) => !path.includes("node_modules") });
    const run = (flags: readonly string[]) =>
      spawnSync(process.execPath, [join(bare, "cli.cjs"), "verify", "-", ...live, ...flags], {
        input: JSON.stringify(approvedNow("bare")),
        encoding: "utf8",
        env: { PATH: process.env.PATH ?? "" },
      });
    expect(run([]).status).toBe(0);
    const sqliteRun = run(["--ledger", sqlite("bare.sqlite")]);
    expect([sqliteRun.status, sqliteRun.stderr]).toEqual([6, expect.stringContaining("npm install better-sqlite3")]);
    const postgresRun = run(["--ledger", "postgresql://h/d"]);
    expect([postgresRun.status, postgresRun.stderr]).toEqual([6, expect.stringContaining("npm install pg")]);
    expect(existsSync(join(cli.folder(), "bare.sqlite"))).toBe(false);
    rmSync(bare, { recursive: true });
  });

  it.skipIf(POSTGRES_URL === undefined)(`consumes in PostgreSQL${POSTGRES_URL === undefined ? ` (${NOT_RUN})` : ""}`, () => {
    const payment = approvedNow("postgres");
    expect(verify(payment, [...live, "--ledger", POSTGRES_URL as string]).exit).toBe(0);
    expect(verify(payment, [...live, "--ledger", `postgres:${POSTGRES_URL}`]).exit).toBe(5);
  });
});
