import type { Impact } from "../decision/impact.js";
import type { JsonObject } from "../json/value.js";

/** The reference's file (spec/policy.md#reference-form). */
export interface ReferenceFile {
  readonly impact_by_tool?: Readonly<Record<string, Impact>>;
  readonly require_pic_for_impacts?: readonly Impact[];
  readonly require_evidence_for_impacts?: readonly Impact[];
}

export interface ToolEntry {
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
}

/** A file whose shape was checked (check-policy-file.ts); its names are looked up with `Object.entries` only. */
export type PolicyFile = ReferenceFile | Version1File;

export function isVersion1(file: PolicyFile): file is Version1File {
  return Object.hasOwn(file, "version");
}
