import type { Skip } from "../../src/vectors/run-vectors.js";

/** Cases that the library does not pass yet, and why. A skip that passes, or names no case, fails the run. */
export const LIBRARY_SKIPS: readonly Skip[] = [];

/** What `countersign verify` has no words for. */
export const NO_WORDS = Object.freeze({
  absent: "a command line always names a proposal",
  limits: "a command line judges by the default limits",
  audienceRequired: "that an attestation must have an audience is said by a live gate",
  checks: "a command line has no operator's functions to ask",
  unverified: "a command line always verifies evidence",
});

/** Cases that cannot be put to the command, and why. A case that can be, or is not there, fails the run. */
export const CLI_SKIPS: readonly Skip[] = [
  ...because(
    NO_WORDS.absent,
    "bare-calls-001 bare-calls-002 bare-calls-003 bare-calls-004 bare-calls-005 bare-calls-006 bare-calls-007 bare-calls-008",
    "bare-calls-009 bare-calls-010 bare-calls-011 bare-calls-012 bare-calls-013 bare-calls-014 bare-calls-018 bare-calls-019",
    "approvals-026 bare-calls-020 bare-calls-021 bare-calls-022 bare-calls-023 bare-calls-024 bare-calls-025 bare-calls-026 bare-calls-027",
  ),
  ...because(
    NO_WORDS.limits,
    "flow-wire-001 flow-wire-002 flow-wire-003 flow-wire-004 flow-wire-005 flow-wire-006 flow-wire-007 flow-wire-008 flow-wire-009",
    "flow-wire-010 hash-evidence-060 hash-evidence-061 hash-evidence-062 hash-evidence-063 hash-evidence-064 hash-evidence-065",
    "hash-evidence-066 hash-evidence-067 order-001 order-002 order-011 order-025 order-026 order-040 payload-size-004",
    "payload-size-005 payload-size-006 payload-size-007 payload-size-008 payload-size-009 payload-size-012 wire-020 wire-021",
    "wire-022 wire-025 wire-026 wire-027 wire-030 wire-031 wire-032 wire-035 wire-036 wire-037",
  ),
  ...because(
    NO_WORDS.audienceRequired,
    "audience-009 audience-010 audience-011 audience-012 audience-013 options-042 options-043 order-051",
  ),
  ...because(
    NO_WORDS.checks,
    "break-glass-021 break-glass-022 checks-001 checks-002 checks-004 checks-005 checks-006 checks-007 checks-008 checks-009 checks-010",
    "rules-001",
  ),
  ...because(
    NO_WORDS.unverified,
    "options-006 options-007 options-008 options-009 wire-023 wire-024 wire-028 wire-029 wire-033 wire-034 wire-062 wire-063",
    "wire-064 wire-065 wire-066 wire-067 wire-068 wire-069 wire-070 wire-071 wire-072 wire-073 wire-074 wire-084 wire-085 wire-086",
    "wire-087 wire-102 wire-136 wire-137 wire-138 wire-139 wire-140 wire-141 wire-142 wire-143 wire-144 wire-145 wire-146 wire-147",
    "wire-148 wire-171 wire-172 wire-173 wire-174 wire-175 wire-176 wire-177 wire-178 wire-202 wire-203",
  ),
];

function because(reason: string, ...lines: readonly string[]): readonly Skip[] {
  return lines.flatMap((line) => line.split(" ").map((id) => ({ id, reason })));
}
