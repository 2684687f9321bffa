import type { Answer } from "../contract/answer.js";
import type { Limits } from "../decision/limits.js";
import type { InteropOptions, ProfileName } from "../decision/profile.js";
import type { Artifact, Artifacts } from "../trust/artifacts.js";
import type { DecisionRequest, ResultQuestion } from "./port.js";
import type { DecisionCase, ResultCase, VectorAnswer, VectorBytes, VectorOptions } from "./vector-file.js";

const ENCODER = new TextEncoder();

/** The bytes of a case. Throws for text that has no UTF-8 form, which a vector must write as hex. */
export function decodeBytes(bytes: VectorBytes): Uint8Array {
  if ("hex" in bytes) return Uint8Array.from(bytes.hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  if (/\p{Surrogate}/u.test(bytes.utf8)) throw new Error("utf8 holds a lone surrogate: write the bytes as hex");
  return ENCODER.encode(bytes.utf8);
}

const LIMIT_NAMES: ReadonlyMap<string, keyof Limits> = new Map([
  ["max_bytes", "maxBytes"],
  ["max_depth", "maxDepth"],
  ["max_provenance", "maxProvenance"],
  ["max_claims", "maxClaims"],
  ["max_evidence", "maxEvidence"],
  ["max_artifact_bytes", "maxArtifactBytes"],
  ["max_artifacts_bytes", "maxArtifactsBytes"],
  ["max_payload_bytes", "maxPayloadBytes"],
]);

export function decodeLimits(limits: VectorOptions["limits"]): Partial<Limits> {
  return Object.fromEntries(
    Object.entries(limits ?? {}).map(([name, value]) => {
      const known = LIMIT_NAMES.get(name);
      if (known === undefined) throw new Error(`unknown limit ${name}`);
      return [known, value];
    }),
  );
}

function decodeProfile(profile: VectorOptions["profile"]): ProfileName | InteropOptions {
  if (profile === undefined) return "strict";
  if (typeof profile === "string") return profile as ProfileName;
  const { strict_trust: strictTrust, verify_evidence: verifyEvidence } = profile;
  return { name: "interop", ...(strictTrust !== undefined && { strictTrust }), ...(verifyEvidence !== undefined && { verifyEvidence }) };
}

function decodeArtifacts(artifacts: VectorOptions["artifacts"]): Artifacts {
  const decoded = new Map<string, Artifact>();
  for (const [ref, content] of Object.entries(artifacts ?? {}))
    decoded.set(ref, typeof content === "string" ? content : decodeBytes(content));
  return decoded;
}

/** Merges a header with a case, whose members win whole, and decodes the result. Throws where a required option is in neither. */
export function decodeRequest(header: VectorOptions | undefined, testCase: DecisionCase): DecisionRequest {
  const { keyring, policy, now, call, audience, audience_required, context, checks, ...rest } = { ...header, ...testCase };
  if (keyring === undefined || policy === undefined || now === undefined || call === undefined) {
    throw new Error("keyring, policy, now and call must stand in the header or the case");
  }
  return {
    id: testCase.id,
    input: "absent" in testCase.input ? undefined : decodeBytes(testCase.input),
    keyring,
    policy,
    now,
    call,
    profile: decodeProfile(rest.profile),
    limits: decodeLimits(rest.limits),
    artifacts: decodeArtifacts(rest.artifacts),
    ...(audience !== undefined && { audience }),
    ...(audience_required !== undefined && { audienceRequired: audience_required }),
    ...(context !== undefined && { context }),
    ...(checks !== undefined && { checks: new Map(Object.entries(checks)) }),
  };
}

/** The same for a result. */
export function decodeQuestion(header: VectorOptions | undefined, testCase: ResultCase): ResultQuestion {
  const { contract, request, now, checks = {}, keyring } = { ...header, ...testCase };
  if (contract === undefined || request === undefined || now === undefined) {
    throw new Error("contract, request and now must stand in the header or the case");
  }
  return {
    id: testCase.id,
    answer: decodeAnswer(testCase.input),
    contract,
    request,
    now,
    checks: new Map(Object.entries(checks)),
    ...(keyring !== undefined && { keyring }),
  };
}

function decodeAnswer(input: VectorAnswer): Answer {
  if ("http" in input) {
    const { status, media_type: mediaType, body } = input.http;
    return { kind: "http", status, mediaType, bytes: decodeBytes(body) };
  }
  if ("command" in input) {
    const { exit_code: exitCode, stdout, stderr } = input.command;
    return { kind: "command", exitCode, stdout: decodeBytes(stdout), stderr: decodeBytes(stderr) };
  }
  return "mcp" in input ? { kind: "mcp", bytes: decodeBytes(input.mcp) } : { kind: "json", bytes: decodeBytes(input) };
}
