import type { ContractFile } from "../../contract/contract-file.js";
import type { ResultDecision, UpstreamStatus } from "../../contract/result-decision.js";
import type { ResultIssue } from "../../contract/result-issue.js";
import { asciiJson, escapeText } from "../escape.js";
import type { Branch } from "../formats/tree.js";
import { NEXT_STEPS } from "./next-steps.js";
import { ruleWords } from "./rule-words.js";

/** What goes to the model, exactly as it goes. */
export function agentText({ agent }: ResultDecision): string {
  return asciiJson(agent);
}

/** What the operator sees of the same answer: none of it is for a model. `about` gives what is to be said below an issue. */
export function operatorBranch(decision: ResultDecision, about: (issue: ResultIssue) => readonly string[] = () => []): Branch {
  const { code, issues, more_issues, facts } = decision;
  const { schema, unknown_members, upstream_code, upstream_status, bytes, digest, upstream } = facts;
  const found = issues.map((issue) => ({ label: issueWords(issue), children: about(issue).map(leaf) }));
  const lines = [
    ...(more_issues > 0 ? [`and ${more_issues} more`] : []),
    ...(schema === undefined ? [] : [`contract ${escapeText(schema.path, 256)}: ${escapeText(schema.demands, 256)}`]),
    ...(unknown_members === undefined ? [] : [`unknown members ${unknown_members.map((name) => escapeText(name, 128)).join(", ")}`]),
    ...(upstream_code === undefined ? [] : [`the upstream's code ${escapeText(upstream_code, 128)}`]),
    ...(upstream_status === undefined ? [] : [statusWords(upstream_status)]),
    digest === null ? "more bytes than the limit, not read" : `${bytes} bytes${countedWith(upstream_status)} ${digest}`,
    `from ${escapeText(upstream.adapter)}: ${escapeText(upstream.endpoint ?? upstream.command ?? "")}`,
  ];
  return { label: `operator  ${code}`, children: [...found, ...lines.map(leaf)] };
}

/** What to do about an issue, and the contract's rule that found it. */
export function adviceFor(file: ContractFile): (issue: ResultIssue) => readonly string[] {
  return (issue) => {
    const rule = ruleWords(file, issue);
    return [...(rule === null ? [] : [rule]), NEXT_STEPS[issue.reason]];
  };
}

function leaf(label: string): Branch {
  return { label, children: [] };
}

function issueWords({ reason, path, offset }: ResultIssue): string {
  return [reason, ...(path === "" ? [] : [`at ${escapeText(path, 256)}`]), ...(offset === undefined ? [] : [`(byte ${offset})`])].join(" ");
}

/** All parts of an answer count against the limit, its digest is of one (RESULT-6). */
function countedWith(came: UpstreamStatus | undefined): string {
  if (came === undefined) return ", SHA-256";
  return "status" in came ? ", media type included; SHA-256 of the body" : ", stderr included; SHA-256 of standard output";
}

function statusWords(came: UpstreamStatus): string {
  if ("status" in came)
    return `status ${came.status}, ${came.media_type === null ? "no media type" : `media type ${escapeText(came.media_type, 128)}`}`;
  return `${came.exit_code === null ? "ended by a signal" : `exit code ${came.exit_code}`}, ${came.stderr.bytes} bytes on stderr`;
}
