/** Shapes of vectors/README.md, as far as decisions go. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
export type Members = { readonly [name: string]: Json };

/** What a file's cases share, and what a case may set anew. */
export interface Setting {
  readonly keyring?: Members;
  readonly policy?: Members;
  readonly now?: string | number;
  readonly call?: Json;
  readonly audience?: string;
  readonly audience_required?: boolean;
  readonly context?: Members;
  readonly checks?: { readonly [rule: string]: boolean };
  readonly limits?: Members;
  readonly profile?: Json;
  readonly artifacts?: Members;
}

interface Expected {
  readonly verdict: "allow" | "block";
  readonly code: string;
  readonly reasons: readonly string[];
  readonly path?: string;
  readonly paths?: readonly string[];
  readonly binding?: "full" | "tool" | "none";
  readonly audience?: "checked" | "unchecked";
  readonly effective?: { readonly [id: string]: "trusted" | "untrusted" };
  readonly rules?: readonly string[];
  readonly limits?: readonly Members[];
  readonly set_aside?: readonly string[];
  readonly observe?: string | null;
}

/** The proposal's bytes, or that there is no proposal. */
type Input = { readonly utf8: string } | { readonly hex: string } | { readonly absent: true };

/** The operator's side is refused, so there is no decision. */
interface Refused {
  readonly error: "configuration";
  readonly place: string;
}

export interface DecisionCase extends Setting {
  readonly id: string;
  readonly title: string;
  readonly spec: string;
  readonly twin?: string;
  readonly input: Input;
  readonly expect: Expected | Refused;
}

export interface VectorFile {
  /** Below vectors/. */
  readonly path: string;
  readonly rule: string;
  readonly spec: string;
  readonly header: Setting;
  readonly cases: readonly DecisionCase[];
}

/** Cases of a result, in the form of vectors/README.md. */
export interface ResultFile {
  readonly path: string;
  readonly rule: string;
  readonly spec: string;
  readonly kind: "result";
  readonly header: Members;
  readonly cases: readonly Members[];
}

/** The file as it is checked in. */
export function fileText(file: VectorFile | ResultFile): string {
  const { rule, spec, header, cases } = file;
  const kind = "kind" in file ? file.kind : "decision";
  return `${JSON.stringify({ $schema: "../vector.schema.json", rule, spec, kind, header, cases }, null, 2)}\n`;
}

type Said = Omit<Expected, "verdict" | "code" | "reasons">;
type More = Said & { readonly with?: Setting };

/** One line of a table. `spec` is the anchor of the whole table. */
export interface Table {
  allow(id: string, title: string, input: string | Input, more?: More): DecisionCase;
  /** `twin` is the accepted case that differs by this fault alone. */
  block(
    id: string,
    title: string,
    twin: string,
    input: string | Input,
    code: string,
    reasons: string | readonly string[],
    more?: More,
  ): DecisionCase;
  /** The operator's file cannot be loaded, or the profile does not accept it. */
  refuse(id: string, title: string, twin: string, input: string, place: string, setting: Setting): DecisionCase;
}

export function table(spec: string): Table {
  return {
    allow: (id, title, input, { with: setting = {}, ...said } = {}) => ({
      id,
      title,
      spec,
      ...setting,
      input: typeof input === "string" ? { utf8: input } : input,
      expect: { verdict: "allow", code: "PIC_OK", reasons: [], ...said },
    }),
    block: (id, title, twin, input, code, reasons, { with: setting = {}, ...said } = {}) => ({
      id,
      title,
      spec,
      twin,
      ...setting,
      input: typeof input === "string" ? { utf8: input } : input,
      expect: { verdict: "block", code, reasons: typeof reasons === "string" ? [reasons] : reasons, ...said },
    }),
    refuse: (id, title, twin, input, place, setting) => ({
      id,
      title,
      spec,
      twin,
      ...setting,
      input: { utf8: input },
      expect: { error: "configuration", place },
    }),
  };
}

export const FAILED = "PIC_EVIDENCE_FAILED";
export const UNTRUSTED = "PIC_VERIFIER_FAILED";
export const REQUIRED = "PIC_EVIDENCE_REQUIRED";
export const VIOLATION = "PIC_POLICY_VIOLATION";
