import { mkdirSync, readdirSync, rmdirSync, unlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseJson } from "../../json/parse-json.js";
import { MAX_OPERATOR_FILE_BYTES } from "../../node/read-operator-file.js";
import { defineCommand } from "../command.js";
import { escapeText } from "../escape.js";
import { EXIT } from "../exits.js";
import { UnreadableError, UsageError } from "../faults.js";
import { type Draft, draftTools } from "../init/draft-tools.js";
import { type StarterFile, starterFiles } from "../init/starter-files.js";
import { starterPolicy } from "../init/starter-policy.js";
import { readBytes } from "../read-bytes.js";
import { writeNew } from "../write-new.js";

const MAX_DEPTH = 64;

export const command = defineCommand({
  name: "init",
  summary: "Writes a starter policy, a keyring with new keys and a signed example into an empty folder.",
  operand: { name: "DIR", optional: true },
  flags: {
    from: { type: "text", value: "FILE|-", help: "a tool list to draft the policy from, such as MCP's tools/list result" },
  },
  notes: [
    "DIR (the working directory) is made, or must be empty: nothing is written over. Its README.md has the commands to try.",
    "A listed tool is denied until somebody has looked at it, unless it says that it only reads and its input schema is one that args takes.",
  ],
  async run(flags, folder = ".", shell) {
    const draft = flags.from === undefined ? null : await readDraft(flags.from);
    const files = await starterFiles(starterPolicy(draft?.tools ?? {}), shell.now);
    writeAll(resolve(shell.cwd, folder), folder, files);
    const where = folder === "." ? "" : `${escapeText(folder)}/`;
    const lines = [...files.map(({ path }) => `wrote ${where}${path}`), `read ${where}README.md, and run what it says`];
    const notes = (draft?.notes ?? []).map((note) => `countersign: ${note}\n`).join("");
    return { exit: EXIT.done, stdout: `${lines.join("\n")}\n`, ...(notes !== "" && { stderr: notes }) };
  },
});

async function readDraft(file: string): Promise<Draft> {
  const bytes = readBytes(file, MAX_OPERATOR_FILE_BYTES);
  const name = file === "-" ? "standard input" : file;
  const value = parseJson(bytes, { maxBytes: MAX_OPERATOR_FILE_BYTES, maxDepth: MAX_DEPTH });
  if (!value.ok) {
    const [{ reason, offset }] = value.issues;
    throw new UnreadableError(`is not strict JSON (${reason}${offset === undefined ? "" : ` at byte ${offset}`})`, name, "--from");
  }
  const draft = await draftTools(value.value);
  if (draft === null) throw new UnreadableError('is no tool list: {"tools": [...]}, or the list alone', name, "--from");
  return draft;
}

/** All or nothing: what was written is taken away again where the rest cannot be. */
function writeAll(root: string, told: string, files: readonly StarterFile[]): void {
  const undo: (() => void)[] = [];
  try {
    makeFolder(root, told, undo);
    for (const { path, text, mode } of files) {
      const file = join(root, path);
      const parent = dirname(file);
      // Private keys lie in a folder that only their owner can enter.
      if (parent !== root && mkdirSync(parent, { recursive: true, mode: path.startsWith("keys/") ? 0o700 : 0o755 }) !== undefined)
        undo.push(() => rmdirSync(parent));
      writeNew(file, text, mode);
      undo.push(() => unlinkSync(file));
    }
  } catch (error) {
    for (const step of undo.reverse()) step();
    throw error;
  }
}

function makeFolder(root: string, told: string, undo: (() => void)[]): void {
  try {
    const made = mkdirSync(root, { recursive: true });
    if (made !== undefined) undo.push(() => removeFolders(root, made));
    const [first] = readdirSync(root);
    if (first !== undefined) throw new UsageError(`is not empty (it holds ${escapeText(first, 64)}); name a new folder`, escapeText(told));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    const why = code === "EEXIST" || code === "ENOTDIR" ? "is no folder; name a new one" : `cannot be made (${code ?? "unknown"})`;
    throw new UsageError(why, escapeText(told));
  }
}

/** A folder that was made, and those that were made for it, from `first` on. */
function removeFolders(root: string, first: string): void {
  for (let folder = root; ; folder = dirname(folder)) {
    rmdirSync(folder);
    if (folder === first) return;
  }
}
