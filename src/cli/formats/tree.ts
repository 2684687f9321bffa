import { escapeText } from "../escape.js";
import type { AttestationTerms, ClaimNode, EvidenceNode, Explanation, KeyNode, SourceNode } from "../explanation.js";
import { scopeWords } from "../key-words.js";
import type { Paint } from "./paint.js";

/** Longest text of the proposal that is shown in full. */
const SHOWN = 200;

export interface Branch {
  readonly label: string;
  readonly children: readonly Branch[];
}

function quoted(text: string): string {
  return `"${escapeText(text, SHOWN).replaceAll('"', '\\"')}"`;
}

/** Claim, source, evidence, key; then what hangs on no claim. Every text of the proposal is escaped. */
export function treeLines(proposal: NonNullable<Explanation["proposal"]>, paint: Paint): readonly string[] {
  const { intent, tool, impact, claims, unused_sources, unattached_evidence } = proposal;
  const branches = [
    ...claims.map((claim, index) => claimBranch(claim, index, paint)),
    ...group(
      "named by no claim",
      unused_sources.map((source) => sourceBranch(source, paint)),
    ),
    ...group(
      "evidence for no source: raises nothing",
      unattached_evidence.map((evidence) => evidenceBranch(evidence, paint)),
    ),
  ];
  return [`proposal ${quoted(tool)}, impact ${impact}, intent ${quoted(intent)}`, ...draw(branches)];
}

function group(label: string, children: readonly Branch[]): readonly Branch[] {
  return children.length === 0 ? [] : [{ label, children }];
}

function claimBranch({ text, sources }: ClaimNode, index: number, paint: Paint): Branch {
  const children = sources.map((source) => sourceBranch(source, paint));
  return { label: `claim ${index} ${quoted(text)}${children.length === 0 ? " rests on nothing" : ""}`, children };
}

function sourceBranch({ id, listed, source, declared, effective, raised_by, evidence }: SourceNode, paint: Paint): Branch {
  if (!listed) return { label: `source ${quoted(id)} ${paint.bad("is not in provenance")}`, children: [] };
  const trust = effective === null ? "trust not worked out" : effective === "trusted" ? paint.good("trusted") : paint.bad("untrusted");
  const by = raised_by.length === 0 ? "" : `, raised by ${raised_by.map((key) => escapeText(key, SHOWN)).join(", ")}`;
  return {
    label: `source ${quoted(id)}${source === null ? "" : ` from ${quoted(source)}`}: ${trust} (declared ${declared}${by})`,
    children: evidence.map((node) => evidenceBranch(node, paint)),
  };
}

function evidenceBranch({ index, type, mode, status, ref, key, attestation }: EvidenceNode, paint: Paint): Branch {
  const told = status === "verified" ? paint.good(status) : status === "failed" ? paint.bad(status) : status;
  const kind = type === "hash" ? `file hash ${quoted(ref)}` : `signature (${mode})`;
  const terms = attestation === null ? [] : [{ label: termsLabel(attestation), children: [] }];
  return { label: `evidence ${index} ${kind}: ${told}`, children: [...terms, ...(key === null ? [] : [keyBranch(key, paint)])] };
}

function termsLabel({ issued_at, expires_at, audience, has_nonce }: AttestationTerms): string {
  const time = (value: string | null) => (value === null ? "no time" : escapeText(value, 64));
  const gate = audience === null ? "no audience" : `audience ${quoted(audience)}`;
  return `attestation from ${time(issued_at)} until ${time(expires_at)}; ${gate}; ${has_nonce ? "with" : "without"} a nonce`;
}

function keyBranch({ id, state, entry }: KeyNode, paint: Paint): Branch {
  const scope = entry === null ? "" : `; ${escapeText(scopeWords(entry))}`;
  return { label: `key ${quoted(id)}: ${state === "ok" ? paint.good("in force") : paint.bad(state)}${scope}`, children: [] };
}

export function draw(branches: readonly Branch[], indent = ""): readonly string[] {
  return branches.flatMap(({ label, children }, index) => {
    const last = index === branches.length - 1;
    return [`${indent}${last ? "└─" : "├─"} ${label}`, ...draw(children, `${indent}${last ? "   " : "│  "}`)];
  });
}
