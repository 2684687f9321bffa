/** Bytes as text, or as hex where they are not text. */
export type VectorBytes = { readonly utf8: string } | { readonly hex: string };

/** The options of a decision as files write them; a case may override each member of its file's header. */
export interface VectorOptions {
  readonly keyring?: object;
  readonly policy?: object;
  readonly now?: string | number;
  readonly call?: { readonly tool: string; readonly args?: unknown } | "proposal-only";
  readonly audience?: string;
  readonly audience_required?: boolean;
  readonly context?: object;
  /** What the operator's checks answered, by rule id; of results by name. */
  readonly checks?: Readonly<Record<string, boolean>>;
  readonly limits?: Readonly<Record<string, number>>;
  readonly profile?: string | { readonly name: string; readonly strict_trust?: boolean; readonly verify_evidence?: boolean };
  readonly artifacts?: Readonly<Record<string, VectorBytes | "refused" | "unavailable" | "too_large">>;
  /** The next two are of results. */
  readonly contract?: object;
  readonly request?: VectorRequest;
}

export interface VectorRequest {
  readonly id: string;
  readonly tool: string;
  readonly args: object;
  readonly context?: object;
}

interface CaseHead {
  readonly id: string;
  readonly title: string;
  /** `file.md#anchor` under spec/. */
  readonly spec: string;
  /** The case that differs by one fault and has the opposite verdict. */
  readonly twin?: string;
}

export interface RefusalExpectation {
  readonly reasons?: readonly string[];
  /** Of the first issue, in bytes. */
  readonly offset?: number;
  readonly more_issues?: number;
}

export interface JsonCase extends CaseHead {
  readonly input: VectorBytes;
  readonly limits?: Readonly<Record<string, number>>;
  readonly expect: { readonly ok: boolean } & RefusalExpectation;
}

export interface CanonicalCase extends CaseHead {
  readonly input: VectorBytes;
  readonly limits?: Readonly<Record<string, number>>;
  readonly expect: { readonly ok: boolean; readonly hex?: string } & RefusalExpectation;
}

interface DecisionExpectation {
  readonly verdict: "allow" | "block";
  readonly code: string;
  /** Every issue's reason, in order. */
  readonly reasons: readonly string[];
  /** Of the first issue. */
  readonly path?: string;
  /** Of every issue, in order. */
  readonly paths?: readonly string[];
  /** 0 where not stated. */
  readonly more_issues?: number;
  readonly binding?: string;
  readonly audience?: string;
  /** Effective trust of every provenance entry, by id. */
  readonly effective?: Readonly<Record<string, string>>;
  readonly unknown_members?: readonly string[];
  /** Ids of the operator's rules that blocked, in order. */
  readonly rules?: readonly string[];
  /** What the action counts against each limit. */
  readonly limits?: readonly object[];
  /** Ids of the rules that broken glass set aside, in order. */
  readonly set_aside?: readonly string[];
  /** Until when the policy is tried out; null where it binds. */
  readonly observe?: string | null;
}

/** The keyring, the policy or their fit to the profile is refused, so there is no decision. */
interface ConfigurationExpectation {
  readonly error: "configuration";
  readonly place: string;
}

export interface DecisionCase extends CaseHead, VectorOptions {
  /** `absent`: the call brought no proposal. */
  readonly input: VectorBytes | { readonly absent: true };
  readonly expect: DecisionExpectation | ConfigurationExpectation;
}

interface ResultExpectation {
  readonly outcome: "success" | "failure";
  readonly code: string;
  /** Every issue's reason, in order. */
  readonly reasons: readonly string[];
  readonly path?: string;
  readonly paths?: readonly string[];
  /** 0 where not stated. */
  readonly more_issues?: number;
  /** All that the agent gets, to the last member. */
  readonly agent?: object;
  readonly unknown_members?: readonly string[];
  /** Where in the contract the part of the schema stands that did not hold. */
  readonly schema_path?: string;
  /** `facts.upstream_status`, whole. */
  readonly upstream_status?: object;
  /** Null where the facts have none. */
  readonly upstream_code?: string | null;
}

/** Bytes are of kind `json`. */
export type VectorAnswer =
  | VectorBytes
  | { readonly http: { readonly status: number; readonly media_type: string | null; readonly body: VectorBytes } }
  | { readonly command: { readonly exit_code: number | null; readonly stdout: VectorBytes; readonly stderr: VectorBytes } }
  | { readonly mcp: VectorBytes };

export interface ResultCase extends CaseHead {
  readonly input: VectorAnswer;
  /** What the functions that the contract names say. */
  readonly checks?: Readonly<Record<string, boolean>>;
  readonly keyring?: object;
  readonly contract?: object;
  readonly request?: VectorRequest;
  readonly now?: string | number;
  readonly expect: ResultExpectation | ConfigurationExpectation;
}

interface FileHead {
  readonly rule: string;
  readonly spec: string;
  readonly header?: VectorOptions;
}

/** The content of a file that fits vectors/vector.schema.json. */
export type VectorFile =
  | (FileHead & { readonly kind: "json"; readonly cases: readonly JsonCase[] })
  | (FileHead & { readonly kind: "canonical"; readonly cases: readonly CanonicalCase[] })
  | (FileHead & { readonly kind: "decision"; readonly cases: readonly DecisionCase[] })
  | (FileHead & { readonly kind: "result"; readonly cases: readonly ResultCase[] });

export type VectorKind = VectorFile["kind"];

/** A file as read: its path under vectors/ and its parsed JSON. */
export interface VectorSource {
  readonly name: string;
  readonly value: unknown;
}
