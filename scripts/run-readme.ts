// Runs the usage blocks of README.md word for word, as a newcomer would: in an empty folder, against a packed tarball.
//
//   node --import ./scripts/typescript.js scripts/run-readme.ts TARBALL [PAGE.md ...]
//
// A fenced `bash` block is run; a `text` or `json` block right after it is what it must print, where a line `...` stands for
// any lines and `...` inside a line for any characters. The blocks of the clone (those with `npm ci`) are left out. A `console
// terminal` block is run under a pseudo-terminal: what ends with `<Enter>` is typed once its question stands there, the rest is the
// screen. The blocks of a page are one session: folder and exported variables go on. What an `sh` block installs beside this package
// is linked from the repository, so that no page waits for a build or a download.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { hasTerminal, run, runBlock, type Session } from "./readme/run-block.js";
import { packagesOf, usageBlocks } from "./readme/usage-blocks.js";

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

const REPOSITORY = fileURLToPath(new URL("../", import.meta.url));

interface Count {
  passed: number;
  failed: number;
  skipped: number;
}

/** False where the tarball could not be installed. */
async function runPage(file: string, tarball: string, session: Session, count: Count): Promise<boolean> {
  const page = readFileSync(file, "utf8");
  const installed = run("npm", ["install", "--ignore-scripts", "--no-save", "--prefer-offline", resolve(tarball)], session);
  if (installed.status !== 0) {
    console.error(`npm install of the tarball failed:\n${installed.errors}`);
    return false;
  }
  for (const name of new Set(packagesOf(page)))
    symlinkSync(join(REPOSITORY, "node_modules", name), join(session.folder, "node_modules", name));
  const blocks = usageBlocks(page);
  for (const [at, block] of blocks.entries()) {
    if (block.typed !== null && !hasTerminal()) {
      // What comes after it lives on what it makes.
      count.skipped += blocks.length - at;
      console.error(`${file}:${block.line}: skipped from here on: no \`script\` of util-linux, so no terminal to approve at`);
      break;
    }
    const { status, output, errors } = await runBlock(block, session);
    const said = block.prints === null || matches(block.prints, output);
    if (status === 0 && said) count.passed += 1;
    else {
      count.failed += 1;
      console.error(`${file}:${block.line}: ${status === 0 ? "prints something else" : `exit ${status}`}`);
      console.error(`--- block\n${block.script}--- printed\n${output}--- on stderr\n${errors}`);
      if (block.prints !== null && !said) console.error(`--- expected\n${block.prints}`);
    }
  }
  return true;
}

async function main(argv: readonly string[]): Promise<number> {
  const [tarball, ...pages] = argv;
  if (tarball === undefined) {
    console.error("usage: run-readme.ts TARBALL [PAGE.md ...]");
    return 64;
  }
  const files = pages.length > 0 ? pages.map((page) => resolve(page)) : [join(REPOSITORY, "README.md")];
  const root = mkdtempSync(join(tmpdir(), "countersign-readme-"));
  const count: Count = { passed: 0, failed: 0, skipped: 0 };
  try {
    for (const [at, file] of files.entries()) {
      // Each page starts from nothing.
      const folder = join(root, `page-${at + 1}`);
      mkdirSync(folder);
      if (!(await runPage(file, tarball, { folder, state: join(root, `session-${at + 1}`) }, count))) return 1;
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
  console.log(`${count.passed} passed, ${count.failed} failed${count.skipped === 0 ? "" : `, ${count.skipped} skipped`}`);
  return count.failed === 0 && count.passed > 0 ? 0 : 1;
}

if (process.argv[1]?.endsWith("run-readme.ts")) {
  process.exitCode = 1;
  void main(process.argv.slice(2)).then((code) => {
    process.exitCode = code;
  });
}
