import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { raceRound } from "../../../scripts/races/race.js";
import { POSTGRES_URL } from "../../support/postgres.js";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

describe("races over several processes", () => {
  it("end with what every store did, and what was not run", { timeout: 120_000 }, async () => {
    const script = ["--import", "./scripts/typescript.js", "scripts/races.ts", "--rounds", "5", "--kills", "2"];
    const { stdout } = await promisify(execFile)(process.execPath, script, { cwd: ROOT });
    expect(stdout).toContain("\nmemory races: 5 rounds, 0 failed\n");
    expect(stdout).toContain("\nSQLite races: 5 rounds, 0 failed\n");
    expect(stdout).toContain(POSTGRES_URL === undefined ? "\nPostgreSQL races: not run: " : "\nPostgreSQL races: 5 rounds, 0 failed\n");
    expect(stdout).toMatch(/\nSQLite kills: 2 rounds, 0 failed, [1-9]\d* uses told\n/);
  });

  it("tell a round in which two were consumed, none was, or one had no answer", async () => {
    const outcomes = (...odd: string[]) => [...odd, ...Array(50 - odd.length).fill("already_used")];
    const round = (all: string[]) => raceRound("r", 0, async () => all);
    expect(await round(outcomes("consumed"))).toBeNull();
    expect(await round(outcomes("consumed", "consumed"))).toContain('"consumed":2');
    expect(await round(outcomes())).toContain('"already_used":50');
    expect(await round(outcomes("consumed", "rejected: busy"))).toContain("rejected");
    expect(await round(["consumed", ...Array(50).fill("already_used")])).not.toBeNull();
  });
});
