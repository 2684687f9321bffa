import type { ResultDecision, UpstreamStatus } from "../../contract/result-decision.js";
import { asciiJson, escapeText } from "../escape.js";
import type { Branch } from "../formats/tree.js";

/** What goes to the model, exactly as it goes. */
export function agentText({ agent }: ResultDecision): string {
  return asciiJson(agent);
}

/** What the operator sees of the same answer: none of it is for a model. */
export function operatorBranch(decision: ResultDecision): Branch {
  const { code, issues, more_issues, facts } = decision;
  const { schema, unknown_members, upstream_code, upstream_status, bytes, digest, upstream } = facts;
  const found = issues.map(({ reason, path, offset }) =>
    [reason, ...(path === "" ? [] : [`at ${escapeText(path, 256)}`]), ...(offset === undefined ? [] : [`(byte ${offset})`])].join(" "),
  );
  const lines = [
    ...found,
    ...(more_issues > 0 ? [`and ${more_issues} more`] : []),
    ...(schema === undefined ? [] : [`contract ${escapeText(schema.path, 256)}: ${escapeText(schema.demands, 256)}`]),
    ...(unknown_members === undefined ? [] : [`unknown members ${unknown_members.map((name) => escapeText(name, 128)).join(", ")}`]),
    ...(upstream_code === undefined ? [] : [`the upstream's code ${escapeText(upstream_code, 128)}`]),
    ...(upstream_status === undefined ? [] : [statusWords(upstream_status)]),
    digest === null ? "more bytes than the limit, not read" : `${bytes} bytes, SHA-256 ${digest}`,
    `from ${escapeText(upstream.adapter)}: ${escapeText(upstream.endpoint ?? upstream.command ?? "")}`,
  ];
  return { label: `operator  ${code}`, children: lines.map((label) => ({ label, children: [] })) };
}

function statusWords(came: UpstreamStatus): string {
  if ("status" in came)
    return `status ${came.status}, ${came.media_type === null ? "no media type" : `media type ${escapeText(came.media_type, 128)}`}`;
  return `${came.exit_code === null ? "ended by a signal" : `exit code ${came.exit_code}`}, ${came.stderr.bytes} bytes on stderr`;
}
