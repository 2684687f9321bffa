import { receiptContracts } from "./contract/receipts.js";
import { upstream } from "./contract/upstream.js";
import { order } from "./flow/order.js";
import { options } from "./interop/options.js";
import { facts } from "./policy/facts.js";
import { amounts, limits } from "./policy/limits.js";
import { approvals, principals, separation } from "./policy/people.js";
import { args, bareCalls, denied, impactMismatch, referenceForm, requirements, toolUnknown } from "./policy/rules.js";
import { breakGlass, checks, observe, rules } from "./policy/trial.js";
import { when } from "./policy/when.js";
import { workOfChecks } from "./policy/work.js";
import { attestationMembers } from "./trust/attestation-members.js";
import { audience } from "./trust/audience.js";
import { bindings } from "./trust/bindings.js";
import { effectiveTrust } from "./trust/effective-trust.js";
import { hashEvidence } from "./trust/hash-evidence.js";
import { keyScope } from "./trust/key-scope.js";
import { keyState } from "./trust/key-state.js";
import { payloadSize } from "./trust/payload-size.js";
import { receipts } from "./trust/receipts.js";
import { signature } from "./trust/signature.js";
import { signingModes } from "./trust/signing-modes.js";
import { times } from "./trust/times.js";
import type { ResultFile, VectorFile } from "./vector-file.js";

/** Every generated file. */
export const FILES: readonly (VectorFile | ResultFile)[] = [
  amounts,
  approvals,
  args,
  attestationMembers,
  audience,
  bareCalls,
  workOfChecks,
  bindings,
  breakGlass,
  checks,
  denied,
  effectiveTrust,
  facts,
  hashEvidence,
  impactMismatch,
  keyScope,
  keyState,
  limits,
  observe,
  options,
  order,
  payloadSize,
  principals,
  receipts,
  referenceForm,
  requirements,
  rules,
  separation,
  signature,
  signingModes,
  times,
  toolUnknown,
  receiptContracts,
  upstream,
  when,
];
