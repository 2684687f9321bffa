import { agentSentence } from "../../decision/agent-view.js";
import type { BlockCode } from "../../decision/catalogue.js";
import type { Reply } from "../reply.js";

/** The one exit code that a hook's host takes for a refusal; every other lets the tool run (spec/hook.md#exit). */
export const HOOK_BLOCKS = 2;

const PENDING = " A person has been asked to approve it: make exactly the same call again once they have.";

const FOR_PEOPLE = ["--install", "--self-test"];
const FOR_HELP = ["--help", "-h"];

/**
 * Whether a command line is one that a host runs before or after a tool: whatever becomes of it, no answer is a refusal, and standard
 * error goes to the model. Whoever installs or tests sits at a terminal, and is told what is wrong.
 */
export function isHook(argv: readonly string[]): boolean {
  return argv[0] === "hook" && !argv.some((word) => FOR_PEOPLE.includes(word));
}

/** 0 or 2, and nothing else: the host knows no third. A page of help is no leave to run a tool. */
export function hookExit(exit: number, argv: readonly string[]): number {
  return exit === 0 && !argv.some((word) => FOR_HELP.includes(word)) ? 0 : HOOK_BLOCKS;
}

/** What the model reads of a refusal: fixed words, the code and the request id (spec/hook.md#words). */
export function refusal(code: BlockCode, requestId: string, pending = false): Reply {
  return { exit: HOOK_BLOCKS, stdout: "", stderr: `${refusalText(code, requestId, pending)}\n` };
}

function refusalText(code: BlockCode, requestId: string, pending: boolean): string {
  return `countersign blocked this tool call. ${agentSentence(code)}${pending ? PENDING : ""} Code ${code}, request ${requestId}.`;
}

/** The reply to a fault in which no gate had a say. What is wrong is for the operator, whom the self-test tells. */
export function hookFault(code: BlockCode = "PIC_INTERNAL_ERROR"): Reply {
  return refusal(code, newHookRequestId());
}

/** In the form of a gate's ids. */
export function newHookRequestId(): string {
  return `req_${crypto.randomUUID().replaceAll("-", "")}`;
}
