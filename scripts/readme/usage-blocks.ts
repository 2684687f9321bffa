/** What is typed at a terminal once a question stands on the screen. */
export interface Typed {
  readonly question: string;
  readonly answer: string;
}

export interface UsageBlock {
  /** Line of the opening fence, from 1. */
  readonly line: number;
  readonly script: string;
  readonly prints: string | null;
  /** Null: nobody sits at a terminal. */
  readonly typed: readonly Typed[] | null;
}

interface Fence {
  readonly line: number;
  readonly language: string;
  /** The word after the language. */
  readonly kind: string;
  readonly text: string;
  /** What stands between the fence before and this one. */
  readonly gap: string;
}

const ENTER = "<Enter>";

/** The blocks of a Markdown page that a reader is told to run. */
export function usageBlocks(page: string): readonly UsageBlock[] {
  const fences = fencesOf(page);
  const blocks: UsageBlock[] = [];
  for (const [index, fence] of fences.entries()) {
    if (fence.language === "console" && fence.kind === "terminal") blocks.push(terminalBlock(fence));
    if (fence.language !== "bash" || /\bnpm ci\b/.test(fence.text)) continue;
    const next = fences[index + 1];
    const isOutput = next !== undefined && next.gap.trim() === "" && (next.language === "text" || next.language === "json");
    blocks.push({ line: fence.line, script: fence.text, prints: isOutput ? next.text : null, typed: null });
  }
  return blocks;
}

/** Packages that a page tells its reader to install beside this one, in `sh` blocks: they are there, and nothing is fetched. */
export function packagesOf(page: string): readonly string[] {
  const texts = fencesOf(page).filter(({ language }) => language === "sh");
  return texts.flatMap(({ text }) => [...text.matchAll(/\b(better-sqlite3|pg)@\d+/g)].map((found) => found[1] as string));
}

function fencesOf(page: string): readonly Fence[] {
  const fences: Fence[] = [];
  const lines = page.split("\n");
  let gap = "";
  for (let at = 0; at < lines.length; at += 1) {
    const opening = /^```(\w*)(?: (\w+))?\s*$/.exec(lines[at] as string);
    if (opening === null) {
      gap += lines[at];
      continue;
    }
    const end = lines.indexOf("```", at + 1);
    if (end === -1) throw new Error(`line ${at + 1}: the block does not end`);
    const [, language = "", kind = ""] = opening;
    fences.push({ line: at + 1, language, kind, text: `${lines.slice(at + 1, end).join("\n")}\n`, gap });
    gap = "";
    at = end;
  }
  return fences;
}

/** `$ ` begins the command, which goes on while a line ends with `\`; the rest is the screen, where `<Enter>` ends what is typed. */
function terminalBlock({ line, text }: Fence): UsageBlock {
  const lines = text.split("\n");
  let last = 0;
  while (lines[last]?.endsWith("\\")) last += 1;
  const command = lines.slice(0, last + 1).join("\n");
  const screen = lines.slice(last + 1);
  if (!command.startsWith("$ ")) throw new Error(`line ${line}: a terminal block begins with "$ "`);
  const typed = screen
    .filter((each) => each.endsWith(ENTER))
    .map((each) => {
      const at = each.lastIndexOf(": ") + 2;
      if (at < 2) throw new Error(`line ${line}: what is typed stands after a question and ": "`);
      // `...` stands for what differs from run to run; the end of the question is waited for.
      const question = each.slice(0, at).split("...").at(-1) ?? "";
      return { question, answer: each.slice(at, -ENTER.length).trimEnd() };
    });
  const prints = screen.map((each) => (each.endsWith(ENTER) ? each.slice(0, -ENTER.length).trimEnd() : each)).join("\n");
  return { line, script: `${command.slice(2)}\n`, prints, typed };
}
