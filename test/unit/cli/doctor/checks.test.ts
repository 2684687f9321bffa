import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { checkBreakGlass } from "../../../../src/cli/doctor/checks/break-glass.js";
import { checkClock } from "../../../../src/cli/doctor/checks/clock.js";
import { checkKeys } from "../../../../src/cli/doctor/checks/keys.js";
import { checkPlaces } from "../../../../src/cli/doctor/checks/places.js";
import { checkRuntime } from "../../../../src/cli/doctor/checks/runtime.js";
import { checkTrials } from "../../../../src/cli/doctor/checks/trials.js";
import type { Remark } from "../../../../src/cli/doctor/report.js";
import { loadPolicy } from "../../../../src/compile/load-policy.js";
import type { JsonObject } from "../../../../src/json/value.js";
import { loadKeyring } from "../../../../src/trust/load-keyring.js";
import { nowToNanos } from "../../../../src/trust/timestamp.js";
import { keyringOf, NOW, PAYMENT, tempFolder } from "./doctor-question.js";

const scratch = tempFolder();
afterAll(scratch.remove);

const now = nowToNanos(NOW);
const findings = (remarks: readonly Remark[]) => remarks.filter(({ level }) => level === "finding").map(({ says }) => says);
const notes = (remarks: readonly Remark[]) => remarks.filter(({ level }) => level === "note").map(({ says }) => says);

describe("the clock", () => {
  const written = [{ name: "policy.json", at: NOW - 1000 }];
  const at = (changes: object) => findings(checkClock({ now: NOW, storeAhead: null, written, ...changes }));

  it("is fine where nothing contradicts it", () => {
    expect(at({})).toEqual([]);
    expect(at({ storeAhead: 59_999, written: [{ name: "policy.json", at: NOW + 60_000 }] })).toEqual([]);
    expect(at({ written: [] })).toEqual([]);
  });

  it("was never set before 2020", () => {
    expect(at({ now: 0, written: [] })).toEqual([
      "the clock says 1970-01-01T00:00:00Z: it was never set; keys that have expired would count again",
    ]);
    expect(at({ now: Date.UTC(2020, 0, 1), written: [] })).toEqual([]);
  });

  it("is behind where a file is of later", () => {
    expect(at({ written: [{ name: "policy.json", at: NOW + 60_001 }] })).toEqual([
      "was written at 2026-10-01T12:01:00.001Z, and the clock says 2026-10-01T12:00:00Z: the clock is behind",
    ]);
  });

  it("is ahead where nothing was written for more than ten years", () => {
    expect(at({ now: Date.UTC(2037, 9, 1) })).toEqual([
      "the clock says 2037-10-01T00:00:00Z, more than ten years after the newest file: it is ahead",
    ]);
  });

  it.each([60_000, -60_000])("is not the ledger's at %i ms", (storeAhead) => {
    expect(at({ storeAhead })).toEqual(["its clock is 60 s from this machine's: every use blocks with internal.clock_skew"]);
  });
});

describe("places and modes", () => {
  const file = (name: string, mode: number) => {
    const path = join(scratch.path, name);
    writeFileSync(path, "{}");
    chmodSync(path, mode);
    return { role: "policy", name, path } as const;
  };
  const root = join(scratch.path, "evidence");
  mkdirSync(root);

  it("are fine where nobody else writes", () => {
    expect(checkPlaces([file("good.json", 0o644)], root)).toEqual([]);
    expect(checkPlaces([{ role: "ledger", name: "absent", path: join(scratch.path, "absent") }], root)).toEqual([]);
    // Beside the root, by a name that begins like it.
    expect(checkPlaces([file("evidence.json", 0o600)], root)).toEqual([]);
  });

  it.each([
    [0o664, "policy: its group may write it (mode 0664); chmod go-w"],
    [0o602, "policy: anybody may write it (mode 0602); chmod go-w"],
  ])("tell mode %o", (mode, says) => {
    expect(findings(checkPlaces([file("loose.json", mode)], null))).toEqual([says]);
  });

  it("tell a folder in which anybody can put another file in its place", () => {
    mkdirSync(join(scratch.path, "open"));
    const inside = file("open/policy.json", 0o600);
    chmodSync(join(scratch.path, "open"), 0o777);
    expect(findings(checkPlaces([inside], null))[0]).toMatch(
      /^policy: anybody may put another file in its place: .*open is writable by all/,
    );
  });

  it("tell a file under the evidence root, also by another name", () => {
    const says = "policy: lies under the evidence root, where those write who bring evidence; move it elsewhere";
    const inside = file("evidence/policy.json", 0o600);
    expect(findings(checkPlaces([inside], root))).toEqual([says]);
    symlinkSync(root, join(scratch.path, "other-name"));
    symlinkSync(inside.path, join(scratch.path, "linked.json"));
    expect(findings(checkPlaces([inside], join(scratch.path, "other-name")))).toEqual([says]);
    expect(findings(checkPlaces([{ ...inside, path: join(scratch.path, "linked.json") }], root))).toEqual([says]);
  });
});

describe("keys", () => {
  const check = (scopes: Readonly<Record<string, JsonObject>>, revoked: readonly string[] = [], allowed = false) =>
    checkKeys(loadKeyring(JSON.stringify({ ...keyringOf(scopes), revoked_keys: revoked })), allowed, now);

  it("are fine where they stand for a while yet", () => {
    expect(check({ ana: { expires_at: "2026-11-01T12:00:00.001Z" } })).toEqual([]);
  });

  it("are found where they end within 30 days", () => {
    expect(findings(check({ ana: { expires_at: "2026-10-31T12:00:00Z" } }))).toEqual([
      "ok, ends within 30 days (2026-10-31T12:00:00Z): have its holder make the next one",
    ]);
  });

  it("are found where they may sign more than is written, and the more where the policy takes that", () => {
    const keys = keyringOf({ ana: {}, ben: {} }) as unknown as { trusted_keys: Record<string, Record<string, unknown>> };
    delete keys.trusted_keys.ana?.tools;
    const keyring = loadKeyring(JSON.stringify(keys));
    expect(findings(checkKeys(keyring, false, now))[0]).toMatch(/^tools not written: scope it/);
    expect(findings(checkKeys(keyring, true, now))[0]).toMatch(/^tools not written, and the policy takes such keys/);
  });

  it("are noted where they are of no use any more", () => {
    const remarks = check({ ana: { expires_at: "2026-10-01T12:00:00Z" }, ben: {}, cy: {}, dee: { not_before: "2027-01-01T00:00:00Z" } }, [
      "cy",
      "gone",
    ]);
    expect(findings(remarks)).toEqual([]);
    expect(notes(remarks)).toEqual(["expired", "revoked", "not yet valid", "revoked, and no key of this file has the id"]);
  });

  it("are found where none is in force", () => {
    expect(findings(check({ ana: {} }, ["ana"]))).toEqual(["no key is in force: whatever needs a signature is blocked"]);
  });
});

describe("observation", () => {
  const check = async (file: JsonObject) => checkTrials(await loadPolicy({ version: 1, tools: { t: { impact: "read" } }, ...file }), now);

  it("is loud while it lasts, for a tool and for all", async () => {
    const observe = { until: "2026-10-01T12:00:00.001Z" };
    expect(findings(await check({ observe }))).toEqual([
      "EVERY TOOL is only OBSERVED until 2026-10-01T12:00:00.001Z: what its rules block is LET RUN until then, and blocked from then on",
    ]);
    expect(findings(await check({ tools: { t: { impact: "read", observe } } }))).toHaveLength(1);
  });

  it("is a note once it has ended", async () => {
    const remarks = await check({ observe: { until: "2026-10-01T12:00:00Z" } });
    expect([findings(remarks), notes(remarks)]).toEqual([
      [],
      ["was observed until 2026-10-01T12:00:00Z: its rules bind, and observe may be removed"],
    ]);
  });
});

describe("break-glass rules", () => {
  const glass = { purpose: ["break_glass"] };
  const check = async (until: string, scopes: Readonly<Record<string, JsonObject>>) => {
    const policy = await loadPolicy({ version: 1, tools: { t: { ...PAYMENT, break_glass: { id: "outage", until } } } });
    return notes(checkBreakGlass(policy, loadKeyring(JSON.stringify(keyringOf(scopes))), now));
  };

  it("say who could use them, until when", async () => {
    expect(await check("2026-12-01T00:00:00Z", { ana: glass, ben: glass, cy: {} })).toEqual([
      "until 2026-12-01T00:00:00Z two of ana, ben can set its rules aside (rule outage)",
    ]);
    expect((await check("2026-12-01T00:00:00Z", { ana: glass, ben: { ...glass, owner: "ana" } }))[0]).toMatch(/nobody can use it$/);
    expect((await check("2026-10-01T12:00:00Z", { ana: glass, ben: glass }))[0]).toMatch(/^the rule outage ended at/);
  });
});

describe("Node", () => {
  it.each([
    ["20.19.0", true],
    ["20.18.9", false],
    ["18.20.1", false],
    ["22.0.0", true],
  ])("%s is new enough: %s", (version, enough) => {
    expect(checkRuntime(version).length === 0).toBe(enough);
  });

  it("is not older than what package.json asks for", () => {
    const { engines } = JSON.parse(readFileSync(new URL("../../../../package.json", import.meta.url), "utf8"));
    expect(engines.node).toBe(">=20.19");
  });
});
