// Compiled by .ci/run against the packed tarball, in a folder without this repository's settings: every subpath must resolve
// to its types with neither custom conditions nor the types of Node.
import { type Decision, loadKeyring, verifyAction } from "countersign";
import { compilePolicyModule, loadPolicy } from "countersign/compile";
import { compiledPolicy } from "countersign/compiled-policy";
import { wholeMatch } from "countersign/compiled-policy/patterns";
import { verifyEd25519 } from "countersign/ed25519";
import { verifyEd25519 as verifyPortably } from "countersign/ed25519/portable";
import { createGate, generateKey } from "countersign/node";
import { attest, proposalFor } from "countersign/sign";
import { runVectors } from "countersign/vectors";

export const decision: Decision = verifyAction(new Uint8Array(), {
  keyring: loadKeyring({ trusted_keys: {} }),
  policy: await loadPolicy({ version: 1, tools: {} }),
  now: 0,
  call: "proposal-only",
});

export const others = [
  attest,
  compiledPolicy,
  compilePolicyModule,
  createGate,
  generateKey,
  proposalFor,
  runVectors,
  verifyEd25519,
  verifyPortably,
  wholeMatch,
];
