import { appendFileSync, closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifyLog } from "../../../../src/cli/audit/verify-log.js";
import { chainOf, textOf } from "../../../support/audit-lines.js";
import { findingsOf } from "../../../support/verify-text.js";

const log = chainOf([
  ["opened", "{}"],
  ["closed", "{}"],
]);
const text = textOf(log);
let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "countersign-verify-log-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function verify(written: string, later: string): Promise<readonly string[]> {
  const file = join(folder, "a.jsonl");
  writeFileSync(file, written);
  const fd = openSync(file, "r");
  try {
    const report = verifyLog(fd, { keyring: null, expected: [] }, () => {});
    // The first look is over by now: it is made before anything is waited for.
    appendFileSync(file, later);
    return findingsOf(await report);
  } finally {
    closeSync(fd);
  }
}

describe("a last line that has no end yet", () => {
  const begun = text.slice(0, -40);

  it.each([
    ["and gets its end", text.slice(-40), []],
    ["and gets its end and more", `${text.slice(-40)}what comes later is of another time\n`, []],
    ["and gets none", "", ["torn_tail@3"]],
    ["and gets another end", "x\n", ["not_a_record@3"]],
  ])("%s", async (_, later, findings) => {
    expect(await verify(begun, later)).toEqual(findings);
  });
});
