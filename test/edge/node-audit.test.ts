import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type AuditLog, openAuditLog } from "../../src/node/audit/open-audit-log.js";
import { testKey } from "../keys/test-only-keys.js";
import { decisionRecord, outcomeRecord } from "../support/audit-records.js";
import { killAuditRounds } from "../support/crash/kill-audit-rounds.js";
import { ManualClock } from "../support/manual-clock.js";
import { findingsOf, verifyBytes } from "../support/verify-text.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
let folder = "";
let file = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "countersign-audit-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;
beforeEach(() => {
  file = join(folder, `audit-${count}.jsonl`);
  count += 1;
});

const verify = () => verifyBytes(readFileSync(file));
const kinds = () =>
  readFileSync(file, "latin1")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line).kind);

/** Opens, appends and closes. */
async function session(requests: readonly string[], options: Partial<Parameters<typeof openAuditLog>[0]> = {}): Promise<AuditLog> {
  const audit = await openAuditLog({ file, ...options });
  await Promise.all(requests.map((id) => audit.append(decisionRecord({ request_id: id }))));
  await audit.close();
  return audit;
}

describe("an audit log", () => {
  it("begins with its own record, in a file that nobody else may read", async () => {
    const audit = await openAuditLog({ file });
    expect(audit.head()).toMatchObject({ seq: 0, log: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await audit.append(decisionRecord());
    await audit.append(outcomeRecord("started"));
    await audit.append(outcomeRecord("succeeded"));
    expect(audit.head()).toEqual(verify().head);
    await audit.close();
    expect(kinds()).toEqual(["log", "decision", "outcome", "outcome", "closed"]);
    expect(verify().findings).toEqual([]);
  });

  it.each(["fsync", "os"] as const)("goes on where it ended (%s)", async (durability) => {
    const first = await session(["req_00000001"], { durability });
    const second = await session(["req_00000002"], { durability });
    expect(second.head().log).toBe(first.head().log);
    expect(kinds()).toEqual(["log", "decision", "closed", "opened", "decision", "closed"]);
    expect(verify().findings).toEqual([]);
  });

  it("takes nothing after it is closed, and closes once", async () => {
    const audit = await session([]);
    await audit.close();
    await expect(audit.append(decisionRecord())).rejects.toThrow("closed");
    expect(kinds()).toEqual(["log", "closed"]);
  });

  it("writes what waits before it closes", async () => {
    const audit = await openAuditLog({ file });
    const waiting = Promise.all(Array.from({ length: 300 }, (_, at) => audit.append(decisionRecord({ request_id: `req_1000${at}` }))));
    await audit.close();
    await waiting;
    expect(verify()).toMatchObject({ records: 302, findings: [] });
  });
});

describe("two openers", () => {
  it("are one too many, in one process and in two", async () => {
    const audit = await openAuditLog({ file });
    await expect(openAuditLog({ file })).rejects.toMatchObject({
      name: "ConfigurationError",
      file,
      what: expect.stringContaining("another process writes"),
    });
    const child = runNode(
      `await openAuditLog({ file: ${JSON.stringify(file)} }).then(() => console.log("opened"), (error) => console.log(error.name));`,
    );
    expect(child).toBe("ConfigurationError\n");
    await audit.append(decisionRecord());
    await audit.close();
    await session(["req_00000002"]);
    expect(verify().findings).toEqual([]);
  });

  it("are one too many through another name of the file", async () => {
    const audit = await openAuditLog({ file });
    linkSync(file, `${file}.other`);
    await expect(openAuditLog({ file: `${file}.other` })).rejects.toThrow("another process writes");
    await audit.close();
  });

  it("that nobody keeps apart are found by the one who writes second", async () => {
    const one = await openAuditLog({ file, exclusive: "unchecked" });
    const two = await openAuditLog({ file, exclusive: "unchecked" });
    await expect(one.append(decisionRecord())).rejects.toThrow("somebody else changes it");
    expect(one.status().broken).toContain("somebody else changes it");
    await two.append(decisionRecord());
    await Promise.all([one.close(), two.close()]);
    expect(verify().findings).toEqual([]);
  });

  it("cannot be kept apart without the program, and are told so", async () => {
    const path = process.env.PATH;
    process.env.PATH = folder;
    try {
      await expect(openAuditLog({ file })).rejects.toThrow(/flock cannot be run \(ENOENT\).*exclusive: "unchecked"/);
    } finally {
      process.env.PATH = path;
    }
  });
});

describe("a torn tail", () => {
  const aside = () => readdirSync(folder).filter((name) => name.startsWith(`${file.split("/").at(-1)}.torn-`));

  it.each([
    ["a part of a record", '{"at":"2026-10-01T12:00'],
    ["a record without its newline", null],
    ["zeros, as a file system leaves them", "\0".repeat(5000)],
  ])("of %s is set aside and recorded", async (_, written) => {
    await session(["req_00000001", "req_00000002"]);
    const whole = readFileSync(file);
    const lastLine = whole.subarray(whole.lastIndexOf(0x0a, -2) + 1, -1);
    const torn = written === null ? lastLine : Buffer.from(written);
    appendFileSync(file, torn);
    expect(findingsOf(verify())).toEqual([`torn_tail@${linesIn(whole) + 1}`]);
    const audit = await session(["req_00000003"]);
    expect(kinds().slice(-4)).toEqual(["recovered", "opened", "decision", "closed"]);
    expect(verify().findings).toEqual([]);
    expect(readFileSync(join(folder, aside()[0] ?? ""))).toEqual(torn);
    expect(audit.status().recovered).toEqual([
      { file: `${file.split("/").at(-1)}.torn-${whole.length}`, bytes: torn.length, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
    expect(statSync(join(folder, aside()[0] ?? "")).mode & 0o777).toBe(0o600);
    expect((await session([])).status().recovered).toEqual([]);
  });

  it("is recorded by the next opening where the one that set it aside was killed before it could", async () => {
    await session(["req_00000001"]);
    const { size } = statSync(file);
    writeFileSync(`${file}.torn-${size}`, "torn");
    const audit = await session([]);
    expect(audit.status().recovered).toMatchObject([{ bytes: 4 }]);
    expect(kinds().slice(-3)).toEqual(["recovered", "opened", "closed"]);
  });

  it("keeps both where it happens twice at one place", async () => {
    await session(["req_00000001"]);
    const { size } = statSync(file);
    writeFileSync(`${file}.torn-${size}`, "one");
    appendFileSync(file, '{"at":"two');
    const audit = await session([]);
    expect(audit.status().recovered.map(({ bytes }) => bytes)).toEqual([3, 10]);
    expect(verify().findings).toEqual([]);
  });

  it("of the very first record begins the log anew", async () => {
    writeFileSync(file, '{"at":"2026');
    const audit = await session([]);
    expect(kinds()).toEqual(["log", "recovered", "closed"]);
    expect(audit.status().recovered).toMatchObject([{ bytes: 11 }]);
    expect(verify().findings).toEqual([]);
  });
});

describe("what is no audit log, or a damaged one", () => {
  it.each([
    ["another file", () => writeFileSync(file, '{"version":1}\n'), "is no audit log"],
    ["another file without a newline", () => writeFileSync(file, "hello"), "is no audit log"],
    ["a directory", () => mkdirSync(file), "is a directory"],
    ["a link", () => symlinkSync(join(folder, "elsewhere"), file), "is a link"],
    ["a FIFO", () => spawnSync("mkfifo", [file]), "is not a regular file"],
    ["a file in no folder", () => (file = join(folder, "nowhere/a.jsonl")), "its folder does not exist"],
  ])("is refused: %s", async (_, make, message) => {
    make();
    await expect(openAuditLog({ file })).rejects.toMatchObject({
      name: "ConfigurationError",
      file,
      what: expect.stringContaining(message),
    });
    expect(readdirSync(folder)).not.toContain("elsewhere");
  });

  it.each([
    ["an altered record", (text: string) => text.replace("req_00000002", "req_00000009")],
    ["a removed record", (text: string) => text.split("\n").toSpliced(2, 1).join("\n")],
    ["an altered last record", (text: string) => text.replace('"body":{},"kind":"closed"', '"body":{"x":1},"kind":"closed"')],
    ["a log without its first record", (text: string) => text.slice(text.indexOf("\n") + 1)],
    ["a last line that is none", (text: string) => `${text}torn\n`],
    ["a first record that is none", (text: string) => text.replace('"kind":"log"', '"kind":"lug"')],
  ])("is refused and left as it was: %s", async (_, damage) => {
    await session(["req_00000001", "req_00000002", "req_00000003"]);
    const damaged = damage(readFileSync(file, "latin1"));
    writeFileSync(file, damaged);
    await expect(openAuditLog({ file })).rejects.toMatchObject({ name: "ConfigurationError", file });
    expect(readFileSync(file, "latin1")).toBe(damaged);
  });

  it("is found from its end alone where the log is large", async () => {
    const audit = await openAuditLog({ file, durability: "os" });
    const args = { "/note": "x".repeat(4000) };
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(
        Array.from({ length: 100 }, (_, at) => audit.append(decisionRecord({ request_id: `req_${round}_0000${at}`, args }))),
      );
    }
    await audit.close();
    const text = readFileSync(file, "latin1");
    writeFileSync(file, text.replace("req_9_000099", "req_9_000098"));
    await expect(openAuditLog({ file })).rejects.toThrow("is damaged at byte");
    // A record far back is the business of `audit verify`: opening reads no whole log.
    writeFileSync(file, text.replace("req_0_00001", "req_0_00002"));
    await (await openAuditLog({ file })).close();
    expect(findingsOf(verify())).toEqual(["altered@3"]);
  });

  it.each([
    ["an unknown name", { file: "x", durabilty: "os" }],
    ["no file", {}],
    ["an unknown durability", { file: "x", durability: "never" }],
    ["no such lock", { file: "x", exclusive: false }],
    ["a signer that is none", { file: "x", checkpoint: { signer: {} } }],
    ["checkpoints every 0 records", { file: "x", checkpoint: { signer: testKey("test-receipts"), every: 0 } }],
  ])("is asked for with wrong options: %s", async (_, options) => {
    await expect(openAuditLog(options as never)).rejects.toThrow(TypeError);
  });
});

describe("a full disk", () => {
  it("refuses appends, loses nothing that was kept, and the log can be opened again", async () => {
    const printed = runNode(
      `
      process.on("SIGXFSZ", () => {});
      const audit = await openAuditLog({ file: ${JSON.stringify(file)} });
      for (let at = 0; at < 40; at += 1) {
        const id = "req_1000" + at;
        await audit.append(decisionRecord({ request_id: id })).then(() => console.log(id), (error) => console.log("refused " + error.message));
      }
      console.log("broken " + audit.status().broken);
    `,
      "ulimit -f 16;",
    );
    const kept = printed.split("\n").filter((line) => line.startsWith("req_"));
    expect(kept.length).toBeGreaterThan(5);
    expect(printed).toContain("cannot be written (EFBIG)");
    expect(printed).toContain("broken null");
    const report = verify();
    expect([findingsOf(report), report.kinds.decision]).toEqual([[], kept.length]);
    await session(["req_after_it"]);
    expect(verify().findings).toEqual([]);
    expect(kept.filter((id) => !readFileSync(file, "latin1").includes(`"${id}"`))).toEqual([]);
  });
});

describe("changes beside the writer", () => {
  it("are refused: the log cut, or moved and another begun", async () => {
    const audit = await openAuditLog({ file });
    await audit.append(decisionRecord());
    truncateSync(file, 100);
    await expect(audit.append(decisionRecord())).rejects.toThrow("somebody else changes it");
    await audit.close();
    expect(statSync(file).size).toBe(100);
  });

  it("do not lose records where the file is moved away: they go with it", async () => {
    const audit = await openAuditLog({ file });
    renameSync(file, `${file}.1`);
    await audit.append(decisionRecord());
    await audit.close();
    file = `${file}.1`;
    expect(kinds()).toEqual(["log", "decision", "closed"]);
  });
});

describe("checkpoints", () => {
  const key = testKey("test-receipts");

  it("stand at the beginning, every so many records, and at the end", async () => {
    const audit = await openAuditLog({ file, checkpoint: { signer: key, every: 2 } });
    for (let at = 0; at < 4; at += 1) await audit.append(decisionRecord({ request_id: `req_1000${at}` }));
    await audit.close();
    const covered = readFileSync(file, "latin1")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
      .filter(({ kind }) => kind === "checkpoint")
      .map(({ body }) => body.covers.seq);
    expect(covered[0]).toBe(0);
    expect(covered.length).toBeGreaterThanOrEqual(3);
    expect(kinds().at(-1)).toBe("checkpoint");
    expect(covered.at(-1)).toBeGreaterThanOrEqual(kinds().indexOf("closed"));
    expect(verify()).toMatchObject({ findings: [], checkpoints: { verified: 0 } });
  });

  it("that never come do not keep the log from working or closing", async () => {
    const clock = new ManualClock();
    const audit = await openAuditLog({
      file,
      clock,
      checkpoint: { signer: { keyId: "notary", sign: () => new Promise(() => {}) }, every: 1 },
    });
    await audit.append(decisionRecord());
    clock.advance(5000);
    await new Promise(setImmediate);
    expect(audit.status().checkpoint).toMatchObject({ covered: null, skipped: 1 });
    await audit.append(decisionRecord());
    const closed = audit.close();
    let done = false;
    void closed.then(() => {
      done = true;
    });
    for (let at = 0; at < 1000 && !done; at += 1) {
      await new Promise(setImmediate);
      clock.advance(100);
    }
    await closed;
    expect(kinds()).toEqual(["log", "decision", "decision", "closed"]);
    expect(verify().findings).toEqual([]);
  });
});

describe("a process that is killed", () => {
  it("has every record whose append had settled in the log", async () => {
    const { lost, findings, settled, recovered } = await killAuditRounds(6, 20261001);
    expect({ lost, findings }).toEqual({ lost: [], findings: [] });
    expect(settled).toBeGreaterThan(20);
    expect(recovered).toBeGreaterThanOrEqual(3);
  });
});

function linesIn(bytes: Uint8Array): number {
  return bytes.filter((byte) => byte === 0x0a).length;
}

/** What a process of its own prints; `before` is said to the shell that starts it. */
function runNode(code: string, before = ""): string {
  const script = `${file}.ts`;
  const at = (path: string) => JSON.stringify(`${ROOT}${path}`);
  writeFileSync(
    script,
    `import { openAuditLog } from ${at("src/node/audit/open-audit-log.ts")};\nimport { decisionRecord } from ${at("test/support/audit-records.ts")};\n${code}`,
  );
  const line = `${before} exec "$NODE" --import ./scripts/typescript.js "$SCRIPT"`;
  const env = { PATH: process.env.PATH ?? "", NODE: process.execPath, SCRIPT: script };
  const { stdout, stderr, status } = spawnSync("bash", ["--norc", "-c", line], { cwd: ROOT, encoding: "utf8", env });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}
