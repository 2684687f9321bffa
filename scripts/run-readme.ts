// Runs the usage blocks of README.md word for word, as a newcomer would: in an empty folder, against a packed tarball.
//
//   node --import ./scripts/typescript.js scripts/run-readme.ts TARBALL [PAGE.md ...]
//
// A fenced `bash` block is run; a `text` or `json` block right after it is what it must print, where a line `...` stands for
// any lines and `...` inside a line for any characters. The blocks of the clone (those with `npm ci`) are left out.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export interface UsageBlock {
  /** Line of the opening fence, from 1. */
  readonly line: number;
  readonly script: string;
  readonly prints: string | null;
}

/** The blocks of a Markdown page that a reader is told to run. */
export function usageBlocks(page: string): readonly UsageBlock[] {
  const fences: { line: number; language: string; text: string; gap: string }[] = [];
  const lines = page.split("\n");
  let gap = "";
  for (let at = 0; at < lines.length; at += 1) {
    const opening = /^```(\w*)\s*$/.exec(lines[at] as string);
    if (opening === null) {
      gap += lines[at];
      continue;
    }
    const end = lines.indexOf("```", at + 1);
    if (end === -1) throw new Error(`line ${at + 1}: the block does not end`);
    fences.push({ line: at + 1, language: opening[1] as string, text: `${lines.slice(at + 1, end).join("\n")}\n`, gap });
    gap = "";
    at = end;
  }
  const blocks: UsageBlock[] = [];
  for (const [index, fence] of fences.entries()) {
    if (fence.language !== "bash" || /\bnpm ci\b/.test(fence.text)) continue;
    const next = fences[index + 1];
    const isOutput = next !== undefined && next.gap.trim() === "" && (next.language === "text" || next.language === "json");
    blocks.push({ line: fence.line, script: fence.text, prints: isOutput ? next.text : null });
  }
  return blocks;
}

/** Whether a text is what a block says it prints. */
export function matches(prints: string, text: string): boolean {
  const pattern = prints
    .trimEnd()
    .split("\n")
    .map((line) => (line.trim() === "..." ? "(?:.*\\n)*" : `${line.trimEnd().split("...").map(literally).join(".*")}\\n`));
  const lines = text.trimEnd().split("\n");
  const actual = lines.map((line) => `${line.trimEnd()}\n`).join("");
  return new RegExp(`^${pattern.join("")}$`).test(actual);
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

function run(command: string, args: readonly string[], cwd: string): { status: number | null; output: string; errors: string } {
  const done = spawnSync(command, args, {
    cwd,
    encoding: "utf8",
    timeout: 120_000,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NO_COLOR: "1", npm_config_fund: "false", npm_config_audit: "false", npm_config_update_notifier: "false" },
  });
  return { status: done.status, output: done.stdout ?? "", errors: done.stderr ?? "" };
}

function main(argv: readonly string[]): number {
  const [tarball, ...pages] = argv;
  if (tarball === undefined) {
    console.error("usage: run-readme.ts TARBALL [PAGE.md ...]");
    return 64;
  }
  const files = pages.length > 0 ? pages.map((page) => resolve(page)) : [fileURLToPath(new URL("../README.md", import.meta.url))];
  const root = mkdtempSync(join(tmpdir(), "countersign-readme-"));
  let passed = 0;
  let failed = 0;
  try {
    for (const [at, file] of files.entries()) {
      // Each page starts from nothing.
      const folder = join(root, `page-${at + 1}`);
      mkdirSync(folder);
      const installed = run("npm", ["install", "--ignore-scripts", "--no-save", "--prefer-offline", resolve(tarball)], folder);
      if (installed.status !== 0) {
        console.error(`npm install of the tarball failed:\n${installed.errors}`);
        return 1;
      }
      for (const block of usageBlocks(readFileSync(file, "utf8"))) {
        const { status, output, errors } = run("bash", ["-euo", "pipefail", "-c", block.script], folder);
        const said = block.prints === null || matches(block.prints, output);
        if (status === 0 && said) passed += 1;
        else {
          failed += 1;
          console.error(`${file}:${block.line}: ${status === 0 ? "prints something else" : `exit ${status}`}`);
          console.error(`--- block\n${block.script}--- printed\n${output}--- on stderr\n${errors}`);
          if (block.prints !== null && !said) console.error(`--- expected\n${block.prints}`);
        }
      }
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

if (process.argv[1]?.endsWith("run-readme.ts")) process.exitCode = main(process.argv.slice(2));
