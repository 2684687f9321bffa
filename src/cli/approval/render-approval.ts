import type { EvidenceFact } from "../../decision/facts.js";
import { type Impact, isHighImpact } from "../../decision/impact.js";
import type { ApprovalRequest } from "../../sign/approval-request.js";
import { parseTimestamp } from "../../trust/timestamp.js";
import type { Evidence, ProposalData } from "../../wire/proposal.js";
import { timeText } from "../key-words.js";
import { argumentLines, type Line, layOut, name, ours, quoted } from "./page.js";

/** What stands beside a request on its page. */
export interface ApprovalFrame {
  /** Epoch nanoseconds. */
  readonly now: bigint;
  /** Columns of the terminal. */
  readonly columns: number;
  /** What the operator's policy says of it, in our own words; null where no policy was given. */
  readonly policy: PolicyWord | null;
  /** What became of the proposal's evidence, in its order; empty where nothing could be verified. */
  readonly evidence: readonly EvidenceFact[];
  /** Who holds a key, by its id; null where the keyring does not say, or there is none. */
  readonly ownerOf: (keyId: string) => string | null;
}

export interface PolicyWord {
  /** Null where the policy does not name the tool. */
  readonly impact: Impact | null;
  /** Ours, and quoted names: escaped already. */
  readonly demands: readonly string[];
}

/**
 * The page that an approver decides on (spec/approvals.md#page). Pure: the same request gives the same rows. All of it is shown, and
 * every row begins with words of ours.
 */
export function renderApproval(request: ApprovalRequest, frame: ApprovalFrame): readonly string[] {
  const { code, proposal, principal } = request;
  const lines: Line[] = [
    ours(`Approval request ${code}`),
    ours("Compare the code with whoever asked: the same code is the same request."),
    [],
    [...ours("tool       "), ...name(proposal.action.tool)],
    impactLine(request, frame),
    [...ours("principal  "), ...(principal === null ? ours("not said") : quoted(principal))],
    gateLine(request),
    ours(`ends       ${endText(request, frame.now)}`),
    [],
    [...ours("intent     "), ...quoted(proposal.intent)],
    [],
    ...argumentSection(proposal),
    [],
    ...claimSection(proposal),
    [],
    ...sourceSection(proposal, frame),
    ...demandSection(frame),
  ];
  return layOut(lines, frame.columns);
}

function impactLine({ impact }: ApprovalRequest, { policy }: ApprovalFrame): Line {
  const asked = `impact     ${impact}${isHighImpact(impact) ? " (high)" : ""}`;
  if (policy === null) return ours(`${asked}, as the request says; --policy FILE holds it against the policy`);
  if (policy.impact === impact) return ours(`${asked}, by the policy`);
  const said = policy.impact === null ? "DOES NOT NAME this tool" : `says ${policy.impact.toUpperCase()}`;
  return ours(`${asked} by the request, and the policy ${said}: no gate will allow it`);
}

function gateLine({ attestation }: ApprovalRequest): Line {
  const { audience } = attestation;
  return [...ours("gate       "), ...(typeof audience === "string" ? quoted(audience) : ours("any: the request names none"))];
}

function endText({ attestation }: ApprovalRequest, now: bigint): string {
  const end = parseTimestamp(attestation.expires_at) as bigint;
  return `${timeText(end)}, ${end <= now ? "which has PASSED" : `in ${durationText(end - now)}`}`;
}

/** Of nanoseconds, in the two largest units. */
export function durationText(nanoseconds: bigint): string {
  let rest = Number(nanoseconds / 1_000_000_000n);
  const parts: string[] = [];
  for (const [unit, seconds] of [
    ["d", 86_400],
    ["h", 3600],
    ["min", 60],
    ["s", 1],
  ] as const) {
    const count = Math.floor(rest / seconds);
    rest -= count * seconds;
    if (count > 0) parts.push(`${count} ${unit}`);
  }
  return parts.slice(0, 2).join(" ") || "less than 1 s";
}

function argumentSection({ action }: ProposalData): readonly Line[] {
  const lines = argumentLines(action.args);
  return [ours(`arguments  ${lines.length === 0 ? "none" : `${lines.length}, each by its JSON pointer`}`), ...lines];
}

function claimSection({ claims }: ProposalData): readonly Line[] {
  return [
    ours(`claims     ${claims.length === 0 ? "none" : claims.length}`),
    ...claims.map(({ text, evidence }, at) => [
      ...ours(`  claim ${at + 1}: `),
      ...quoted(text),
      ...(evidence.length === 0 ? ours(", rests on nothing") : [...ours(", rests on "), ...listed(evidence)]),
    ]),
  ];
}

function sourceSection(proposal: ProposalData, frame: ApprovalFrame): readonly Line[] {
  const { provenance, claims, evidence = [] } = proposal;
  const carried = evidence.map((entry, at) => ({
    id: entry.id,
    line: evidenceLine(entry, frame.evidence[at], frame),
  }));
  const ids = new Set(provenance.map(({ id }) => id));
  return [
    ours(`sources    ${provenance.length === 0 ? "none" : `${provenance.length}, none of them checked by us`}`),
    ...provenance.flatMap(({ id, source }, at) => {
      const naming = claims.flatMap((claim, index) => (claim.evidence.includes(id) ? [index + 1] : []));
      const line = [
        ...ours(`  source ${at + 1}: `),
        ...name(id),
        ...(source === undefined ? [] : [...ours(", from "), ...quoted(source)]),
        ...ours(naming.length === 0 ? ", named by no claim" : `, named by claim ${naming.join(", ")}`),
      ];
      return [line, ...carried.filter((one) => one.id === id).map((one) => [...ours("    "), ...one.line])];
    }),
    ...carried
      .filter(({ id }) => !ids.has(id))
      .map(({ id, line }) => [...ours("  beside all sources, "), ...name(id), ...ours(": "), ...line]),
  ];
}

/** An entry that names somebody's key is nobody's word until it is verified, and bound to this action. */
function evidenceLine(entry: Evidence, fact: EvidenceFact | undefined, { ownerOf }: ApprovalFrame): Line {
  if (entry.type === "hash") {
    // Signed with the file, so it is shown.
    const attestor = entry.attestor === undefined ? [] : [...ours(", naming as its attestor "), ...quoted(entry.attestor)];
    return [...ours("file "), ...quoted(entry.ref), ...ours(` with SHA-256 ${entry.sha256}`), ...attestor, ...ours(", not read here")];
  }
  const key = name(entry.key_id);
  if (fact?.status === "failed") return [...ours("a signature that names key "), ...key, ...ours(" and DOES NOT VERIFY")];
  if (fact?.mode === "legacy") return [...ours("a free text that key "), ...key, ...ours(" signed, which says nothing of this action")];
  if (fact?.mode === "receipt") return [...ours("a tool's answer that key "), ...key, ...ours(" signed: a fact, and nobody's approval")];
  if (fact?.mode !== "canonical") return [...ours("a signature that names key "), ...key, ...ours(", not verified here")];
  const owner = ownerOf(entry.key_id);
  return [...ours("signed with key "), ...key, ...(owner === null ? [] : [...ours(" of "), ...quoted(owner)]), ...ours(", verified")];
}

function demandSection({ policy }: ApprovalFrame): readonly Line[] {
  if (policy === null) return [];
  const { demands } = policy;
  return [
    [],
    ours(`policy     ${demands.length === 0 ? "demands nothing more" : "still demands"}`),
    ...demands.map((demand) => ours(`  - ${demand}`)),
  ];
}

function listed(ids: readonly string[]): Line {
  return ids.flatMap((id, at) => [...ours(at === 0 ? "" : ", "), ...name(id)]);
}
