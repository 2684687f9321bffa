import type { Impact } from "../decision/impact.js";
import type { JsonObject } from "../json/value.js";

/** The reference's file (spec/policy.md#reference-form). */
export interface ReferenceFile {
  readonly impact_by_tool?: Readonly<Record<string, Impact>>;
  readonly require_pic_for_impacts?: readonly Impact[];
  readonly require_evidence_for_impacts?: readonly Impact[];
}

/** Most digits after the point of a decimal amount: with more, no safe integer would be left for the whole units. */
export const MAX_SCALE = 12;

export interface ObserveEntry {
  /** RFC 3339. */
  readonly until: string;
}

export interface LimitEntry {
  readonly id: string;
  /** One of these three. */
  readonly amount?: string;
  readonly sum?: string;
  readonly count?: true;
  readonly by?: readonly string[];
  readonly window_seconds?: number;
  readonly scale?: number;
  /** A number, or a decimal text where there is a scale. */
  readonly max: number | string;
}

/** A fact that the tool's conditions read (spec/policy.md#facts). */
export interface FactEntry {
  readonly id: string;
  readonly contract: string;
  readonly max_age_seconds: number;
  readonly versions?: readonly string[];
  readonly refetch?: true;
  readonly optional?: true;
}

/** The rules of a tool (spec/policy.md#rules-of-a-tool). */
export interface RuleEntries {
  readonly principals?: { readonly id: string; readonly allow: readonly string[] };
  readonly facts?: readonly FactEntry[];
  readonly when?: readonly { readonly id: string; readonly cel: string }[];
  readonly approvals?: readonly { readonly id: string; readonly count: number; readonly role?: string }[];
  readonly separation?: { readonly id: string };
  readonly check?: readonly { readonly id: string; readonly deadline_ms?: number }[];
  readonly limits?: readonly LimitEntry[];
  readonly observe?: ObserveEntry;
  readonly break_glass?: { readonly id: string; readonly until: string; readonly max_lifetime?: number };
  readonly audit_args?: readonly string[];
}

export interface ToolEntry extends RuleEntries {
  readonly impact: Impact;
  /** JSON Schema 2020-12. */
  readonly args?: JsonObject;
  readonly evidence?: "required" | "by-impact";
  readonly pic?: "required" | "optional";
  /** Seconds. */
  readonly max_attestation_lifetime?: number;
  /** The operator's id for the refusal. */
  readonly deny?: string;
  readonly allow_unscoped_keys?: boolean;
}

/** Our fuller file (spec/policy.md#version-1). */
export interface Version1File {
  readonly version: 1;
  readonly tools?: Readonly<Record<string, ToolEntry>>;
  readonly max_attestation_lifetime?: number;
  readonly allow_unscoped_keys?: boolean;
  readonly require_profile?: "strict";
  readonly observe?: ObserveEntry;
  readonly audit_best_effort?: readonly Impact[];
}

/** A file whose shape was checked (check-policy-file.ts); its names are looked up with `Object.entries` only. */
export type PolicyFile = ReferenceFile | Version1File;

export function isVersion1(file: PolicyFile): file is Version1File {
  return Object.hasOwn(file, "version");
}
