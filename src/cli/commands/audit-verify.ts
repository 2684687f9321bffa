import { writeSync } from "node:fs";
import { isatty } from "node:tty";
import { FINDING_TEXT, type Finding } from "../../audit/findings.js";
import { type ExpectedHead, formatHead, parseHead } from "../../audit/parse-head.js";
import type { ChainReport } from "../../audit/verify-chain.js";
import type { AuditHead } from "../../gate/ledger.js";
import type { Keyring } from "../../trust/keyring.js";
import { keptHead } from "../audit/kept-head.js";
import { withLog } from "../audit/open-log.js";
import { verifyLog } from "../audit/verify-log.js";
import { defineCommand } from "../command.js";
import { asciiJson, escapeText } from "../escape.js";
import { EXIT } from "../exits.js";
import { UsageError } from "../faults.js";
import { type Paint, paintFor } from "../formats/paint.js";
import { lookForOperatorFile, type OperatorFile, tellFile } from "../operator-files.js";
import type { Shell } from "../shell.js";
import { FORMAT_FLAGS, loadKeyringFor, OPERATOR_FLAGS, readFormat } from "../verification.js";
import { withLedger } from "../with-ledger.js";

const STDERR = 2;

export const command = defineCommand({
  name: "audit verify",
  summary: "Says whether an audit log is whole, and where it is not.",
  operand: { name: "FILE" },
  flags: {
    keys: { ...OPERATOR_FLAGS.keys, help: "keyring that checkpoints must hold under; else PIC_KEYS_PATH" },
    ledger: { type: "text", value: "sqlite:FILE|postgresql://...", help: "the ledger that the gate keeps the log's head in" },
    "expect-head": { type: "text", value: "LOG:SEQ:HASH|HASH", help: "a record that the log must have" },
    ...FORMAT_FLAGS,
    format: { type: "text", value: "text|json", help: "output (text)" },
  },
  notes: ["Exits 1 where there is a finding. `countersign audit head FILE` prints what --expect-head takes."],
  async run(flags, operand, shell) {
    const file = operand as string;
    const format = readFormat(flags, ["text", "json"]);
    const asked = readExpected(flags["expect-head"]);
    const keys = lookForOperatorFile("keys", flags.keys, "strict", shell);
    const keyring = keys === null ? null : await loadKeyringFor(keys, "strict");
    let kept: AuditHead | null | undefined;
    const report = await withLog(file, async (fd) => {
      kept = await headKept(fd, flags.ledger, shell);
      const expected = kept === null || kept === undefined ? asked : [...asked, kept];
      return verifyLog(fd, { keyring, expected, unknownToLedger: kept === null }, progressFor(file));
    });
    const exit = report.findings.length === 0 ? EXIT.done : EXIT.finding;
    if (format === "json") {
      return {
        exit,
        stdout: `${asciiJson({ whole: exit === EXIT.done, ...report, ...(kept && { ledger_head: kept }), files: { input: file, keys } })}\n`,
      };
    }
    return { exit, stdout: `${reportLines(report, file, keyring, keys, kept ?? null, paintFor(await shell.colour())).join("\n")}\n` };
  },
});

function readExpected(text: string | undefined): readonly ExpectedHead[] {
  if (text === undefined) return [];
  const head = parseHead(text);
  if (head === null) throw new UsageError("is LOG:SEQ:HASH as `audit head` prints it, or a HASH of 64 hex digits", "--expect-head");
  return [head];
}

/** Null where the ledger has no head of the log; undefined where no ledger is asked, or the file names no log. */
async function headKept(fd: number, address: string | undefined, shell: Shell): Promise<AuditHead | null | undefined> {
  if (address === undefined) return undefined;
  return withLedger(address, shell, "did not answer", (ledger) => keptHead(fd, ledger));
}

function reportLines(
  report: ChainReport,
  file: string,
  keyring: Keyring | null,
  keys: OperatorFile | null,
  kept: AuditHead | null,
  paint: Paint,
): readonly string[] {
  const { findings, more_findings, records, head, checkpoints, kinds } = report;
  const count = findings.length + more_findings;
  const verdict = count === 0 ? paint.good("whole") : paint.bad(`${count} finding${count === 1 ? "" : "s"}`);
  const lines = [`${verdict}: ${escapeText(file)}, ${records} record${records === 1 ? "" : "s"}`];
  for (const finding of findings) lines.push(`${paint.bad(finding.reason)} ${place(finding)}: ${FINDING_TEXT[finding.reason]}`);
  if (more_findings > 0) lines.push(`and ${more_findings} more`);
  if (kinds.recovered !== undefined) lines.push(`torn ends set aside and recorded: ${kinds.recovered}`);
  if (kept !== null) lines.push(`ledger: keeps record ${kept.seq}; ${Math.max(0, (head?.seq ?? 0) - kept.seq)} after it`);
  if (keyring === null) lines.push("checkpoints: signatures not looked at, no keyring was given");
  else if (checkpoints.covered === null) lines.push("checkpoints: none holds under the keyring");
  else {
    const after = head === null ? 0 : head.seq - checkpoints.covered.seq;
    lines.push(`checkpoints: ${checkpoints.verified} hold, the last covers record ${checkpoints.covered.seq}; ${after} after it`);
  }
  if (head !== null) lines.push(`head ${formatHead(head)}`);
  if (keys !== null) lines.push(`keys ${tellFile(keys)}`);
  return lines;
}

function place({ line, offset, seq }: Finding): string {
  const parts = [line === null ? null : `line ${line}`, offset === null ? null : `byte ${offset}`, seq === null ? null : `record ${seq}`];
  const told = parts.filter((part) => part !== null);
  return told.length === 0 ? "in the log" : `at ${told.join(", ")}`;
}

/** On a terminal a long run says how far it is; nothing of it stays. */
function progressFor(file: string): (share: number) => void {
  if (!isatty(STDERR)) return () => {};
  return (share) => {
    try {
      writeSync(STDERR, share >= 1 ? "\r\u001b[K" : `\r\u001b[K${escapeText(file, 60)} ${Math.floor(share * 100)} %`);
    } catch {
      // A terminal that went away does not end a verification.
    }
  };
}
