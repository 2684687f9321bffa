import type { StageFacts } from "../decision/facts.js";
import { type Failure, fail, IssueList, type Outcome, ok } from "../decision/issue.js";
import type { Limits } from "../decision/limits.js";
import type { JsonObject, JsonValue } from "../json/value.js";
import { matchesProposal, type SchemaMismatch } from "./compiled/proposal.js";
import { ownMembersOnly } from "./own-members.js";
import { printableName } from "./printable-name.js";
import type { Proposal } from "./proposal.js";

/** Most names of unknown members that the facts list. */
const MAX_NAMES = 32;

// Handed over so that the compiled code reads an own `instancePath`, whatever Object.prototype holds.
const ROOT = Object.freeze({ instancePath: "" } as const);

/**
 * Checks a parsed value against the wire form of PIC/1.0 (spec/wire.md): an object, then the counts, then the schema.
 * Every fault of the step that fails is collected: `request.not_object`; `limit.provenance`, `limit.claims`,
 * `limit.evidence`; `wire.required`, `wire.unknown_member`, `wire.type`, `wire.enum`, `wire.pattern`. Paths are pointers
 * into the proposal and never hold a name that the sender chose.
 *
 * @example checkProposal(JSON.parse('{"protocol":"PIC/1.0"}'), DEFAULT_LIMITS) // wire.required at /action, /claims, ...
 */
export function checkProposal(value: JsonValue, limits: Limits): Outcome<Proposal> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return fail("request.not_object");
  const proposal = ownMembersOnly(value as JsonObject);
  const overfull = countEntries(proposal, limits);
  if (overfull !== null) return overfull;
  // The validator's word decides; its list of mismatches only explains.
  if (matchesProposal(proposal, ROOT)) return ok(proposal as unknown as Proposal);
  const mismatches = matchesProposal.errors ?? [];
  matchesProposal.errors = null; // An attacker's list is not kept alive until the next proposal.
  return explain(mismatches);
}

/** spec/wire.md#wire-3: counted before the schema, so that the schema's work is bounded. */
function countEntries(value: JsonObject, limits: Limits): Failure | null {
  const provenance = isOver(value, "provenance", limits.maxProvenance);
  const claims = isOver(value, "claims", limits.maxClaims);
  const evidence = isOver(value, "evidence", limits.maxEvidence);
  if (!provenance && !claims && !evidence) return null;
  const issues = new IssueList();
  if (provenance) issues.add("limit.provenance", "/provenance");
  if (claims) issues.add("limit.claims", "/claims");
  if (evidence) issues.add("limit.evidence", "/evidence");
  return issues.fail();
}

function isOver(value: JsonObject, name: string, most: number): boolean {
  if (!Object.hasOwn(value, name)) return false;
  const entries = value[name];
  return Array.isArray(entries) && entries.length > most;
}

/** Ajv's mismatches as issues. Linear in their number; memory is bounded by the issue list. */
function explain(mismatches: readonly SchemaMismatch[]): Failure {
  const issues = new IssueList();
  const names = new Set<string>();
  let mistyped = "";
  let opened: string | null = null;
  for (let at = 0; at < mismatches.length; at += 1) {
    const { instancePath: path, keyword, params } = mismatches[at] as SchemaMismatch;
    switch (keyword) {
      case "required":
        issues.add("wire.required", `${path}/${params?.missingProperty}`);
        break;
      case "additionalProperties":
        // One issue an object: its unknown members come one after another.
        if (path !== opened) issues.add("wire.unknown_member", path);
        opened = path;
        names.add(printableName(params?.additionalProperty ?? ""));
        break;
      case "type":
        mistyped = path;
        issues.add("wire.type", path);
        break;
      case "const":
      case "enum":
        // spec/wire.md#wire-8: a value of the wrong type has that fault alone. Ajv reports the type just before.
        if (path !== mistyped) issues.add("wire.enum", path);
        break;
      case "pattern":
        issues.add("wire.pattern", path);
        break;
      case "if":
        break; // Says only that a branch failed, and that branch has spoken.
      default:
        throw new Error(`no reason for the schema keyword ${keyword}`);
    }
  }
  if (issues.empty) throw new Error("the schema refused a proposal without saying why");
  return issues.fail(names.size === 0 ? undefined : unknownMembers(names));
}

function unknownMembers(names: ReadonlySet<string>): StageFacts {
  return { unknown_members: [...names].sort().slice(0, MAX_NAMES) };
}
