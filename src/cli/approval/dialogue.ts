import { isHighImpact } from "../../decision/impact.js";
import type { ApprovalRequest } from "../../sign/approval-request.js";
import type { ProposalData } from "../../wire/proposal.js";
import type { Terminal } from "../terminal.js";
import { argumentLines, layOut, name, ours } from "./page.js";
import { visibleName } from "./visible-text.js";

/** Tries at naming sources before it counts as a no. */
const TRIES = 3;

/** Numbers, as the page counts them, of the sources that no evidence speaks for yet. */
export function freeSources({ provenance, evidence = [] }: ProposalData): readonly { readonly number: number; readonly id: string }[] {
  const taken = new Set(evidence.map(({ id }) => id));
  return provenance.map(({ id }, at) => ({ number: at + 1, id })).filter(({ id }) => !taken.has(id));
}

/**
 * Shows the page whole, has the approver pick what to vouch for, and asks once more (spec/approvals.md#terminal). The ids that were
 * picked, the one to be raised first; null for anything but a clear yes.
 */
export async function askApproval(
  request: ApprovalRequest,
  rows: readonly string[],
  terminal: Terminal,
): Promise<readonly string[] | null> {
  if (!(await showWhole(rows, terminal))) return null;
  const picked = await pickSources(request, terminal);
  if (picked === null) return null;
  tellSummary(request, picked, terminal);
  const code = typedCode(request.code);
  const typed = await terminal.ask(
    `Type approve${code === null ? "" : ", or the last four characters of the code"}; anything else denies: `,
  );
  return typed === "approve" || (code !== null && typed?.toUpperCase() === code) ? picked : null;
}

/** Letters alone can spell a no: whoever makes a request can have its code end in DENY. Null for such an end. */
function typedCode(code: string): string | null {
  const last = code.slice(-4);
  return /[0-9]/.test(last) ? last : null;
}

/** Screen by screen, so that nothing scrolls by unseen. */
async function showWhole(rows: readonly string[], terminal: Terminal): Promise<boolean> {
  const screen = Math.max(5, terminal.rows - 2);
  for (let from = 0; from < rows.length; from += screen) {
    const to = Math.min(rows.length, from + screen);
    terminal.write(`${rows.slice(from, to).join("\n")}\n`);
    if (to === rows.length) return true;
    if ((await terminal.ask(`-- ${to} of ${rows.length} rows; Enter shows more, anything else denies: `)) !== "") return false;
  }
  return true;
}

async function pickSources({ proposal }: ApprovalRequest, terminal: Terminal): Promise<readonly string[] | null> {
  const free = freeSources(proposal);
  const [only, ...more] = free;
  if (only === undefined) return null;
  terminal.write("\n");
  if (more.length === 0) {
    terminal.write(rowsOf(terminal, [...ours(`You vouch for source ${only.number}, `), ...name(only.id), ...ours(".")]));
    return [only.id];
  }
  terminal.write("Which sources do you vouch for? Your signature raises the first that you name; one each is the rule for a quorum.\n");
  for (const { number, id } of free) terminal.write(rowsOf(terminal, [...ours(`  ${number}  `), ...name(id)]));
  for (let left = TRIES; left > 0; left -= 1) {
    const typed = await terminal.ask("Numbers, such as 2 or 2,3; nothing denies: ");
    if (typed === null || typed.trim() === "") return null;
    const picked = readNumbers(typed, free);
    if (picked !== null) return picked;
    terminal.write("Each must be a number from the list, named once.\n");
  }
  return null;
}

function readNumbers(typed: string, free: ReturnType<typeof freeSources>): readonly string[] | null {
  if (!/^\d{1,3}(?:[ ,]+\d{1,3})*$/.test(typed.trim())) return null;
  const ids = typed.match(/\d+/g)?.map((digits) => free.find(({ number }) => number === Number(digits))?.id) ?? [];
  return ids.every((id) => id !== undefined) && new Set(ids).size === ids.length ? (ids as string[]) : null;
}

/** The head of the page may be screens away by now. */
function tellSummary({ code, proposal, impact, principal }: ApprovalRequest, picked: readonly string[], terminal: Terminal): void {
  const count = argumentLines(proposal.action.args).length;
  const [first = ""] = picked;
  if (isHighImpact(impact) && !proposal.claims.some(({ evidence }) => evidence.includes(first))) {
    terminal.write(
      rowsOf(terminal, [
        ...ours("No claim rests on "),
        ...name(first),
        ...ours(": for a high impact this signature alone lets nothing pass."),
      ]),
    );
  }
  terminal.write(
    rowsOf(terminal, [
      ...ours(`You are about to sign ${code}: `),
      ...name(proposal.action.tool),
      ...ours(`, ${impact}, ${count} ${count === 1 ? "argument" : "arguments"} as shown, for `),
      ...(principal === null ? ours("a principal that is not said") : name(principal)),
      ...ours(`, vouching for ${picked.map(visibleName).join(", ")}.`),
    ]),
  );
}

function rowsOf({ columns }: Terminal, line: Parameters<typeof layOut>[0][number]): string {
  return `${layOut([line], columns).join("\n")}\n`;
}
