// Writes spec/errors.md from src/decision/catalogue.ts, or with --check fails when the file on disk differs.
import { readFileSync, writeFileSync } from "node:fs";
import { CATALOGUE, CODES } from "../src/decision/catalogue.js";

const FILE = new URL("../spec/errors.md", import.meta.url);

/** A table cell: a vertical bar would end it. */
function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}

export function errorsPage(): string {
  const lines = [
    "# Codes and reasons",
    "",
    "<!-- Generated from src/decision/catalogue.ts by scripts/build-errors.ts: change it there. -->",
    "",
    "Every refusal is a *reason*; each reason has a *code*. The order of the rows below is the order of reasons: when several",
    "reasons hold within a stage, the first row names the decision ([decision.md](decision.md#order)). Codes are portable across",
    "implementations of PIC/1.0; reasons are this project's finer names. Both are stable: a row is added, never renamed. A reason leads to its",
    "page for operators.",
    "",
    "## Codes",
    "",
    "| code | HTTP | exit | what a model is told |",
    "| --- | --- | --- | --- |",
    "| `PIC_OK` | 200 | 0 | (the verdict is `allow`) |",
  ];
  for (const [code, row] of Object.entries(CODES)) lines.push(`| \`${code}\` | ${row.http} | ${row.exit} | ${cell(row.agent)} |`);
  lines.push(
    "",
    "The reference's HTTP bridge answers 200 for allow and block alike; the HTTP column is for handlers that map a decision to a",
    "status. Exit code 6 (a policy or keyring file) and 64 (usage) have no code: they are faults of the operator, not decisions.",
    "",
    "## Reasons",
    "",
  );
  let code = "";
  for (const row of CATALOGUE) {
    if (row.code !== code) {
      code = row.code;
      lines.push(`### ${code}`, "", "| reason | what was found | what to do |", "| --- | --- | --- |");
    }
    const again = "retryable" in row ? " The same bytes may pass later." : "";
    lines.push(
      `| <a id="${row.reason}"></a>[\`${row.reason}\`](../docs/reasons/${row.reason}.md) | ${cell(row.means)} | ${cell(row.next)}${again} |`,
    );
    if (CATALOGUE[CATALOGUE.indexOf(row) + 1]?.code !== code) lines.push("");
  }
  return `${lines.join("\n").trimEnd()}\n`;
}

if (process.argv[1]?.endsWith("build-errors.ts")) {
  const page = errorsPage();
  if (process.argv.includes("--check")) {
    let onDisk = "";
    try {
      onDisk = readFileSync(FILE, "utf8");
    } catch {
      // An absent page differs, which is what is reported.
    }
    if (onDisk !== page) {
      console.error("spec/errors.md differs from src/decision/catalogue.ts: run `npm run build:errors`.");
      process.exitCode = 1;
    }
  } else {
    writeFileSync(FILE, page);
  }
}
