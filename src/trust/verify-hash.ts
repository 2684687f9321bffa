import type { Reason } from "../decision/catalogue.js";
import type { Limits } from "../decision/limits.js";
import type { HashEvidence } from "../wire/proposal.js";
import { type Artifacts, artifactPath } from "./artifacts.js";
import { equalDigests } from "./equal-digests.js";

/** What is wrong with a hash entry, and in which member; null when the bytes are the ones stated. */
export function verifyHash(
  entry: HashEvidence,
  artifacts: Artifacts,
  digestOf: (ref: string, bytes: Uint8Array) => string,
  limits: Limits,
): { reason: Reason; member: "ref" | "sha256" } | null {
  if (artifactPath(entry.ref) === null) return { reason: "evidence.ref_refused", member: "ref" };
  const artifact = artifacts.get(entry.ref);
  if (artifact === "refused") return { reason: "evidence.ref_refused", member: "ref" };
  if (artifact === "too_large") return { reason: "evidence.artifact_too_large", member: "ref" };
  if (!(artifact instanceof Uint8Array)) return { reason: "evidence.artifact_unavailable", member: "ref" };
  if (artifact.length > limits.maxArtifactBytes) return { reason: "evidence.artifact_too_large", member: "ref" };
  return equalDigests(digestOf(entry.ref, artifact), entry.sha256) ? null : { reason: "evidence.hash_mismatch", member: "sha256" };
}
