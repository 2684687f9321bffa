import { randomBytes } from "node:crypto";
import { createGateOver, type Gate } from "../gate/create-gate.js";
import type { Ledger } from "../gate/ledger.js";
import type { OperatorCheck } from "../gate/ports.js";
import type { Policy } from "../policy/policy.js";
import { createConfigSource } from "./config-source.js";
import { type GateOptions, readGateOptions, wrongOption } from "./gate-options.js";
import { randomId } from "./random-id.js";
import { createArtifactReader } from "./read-artifact.js";

/**
 * Starts a live gate (spec/gate.md). Rejects with ConfigurationError, which names the file or the option, where anything is
 * missing, unknown or wrong: a gate that is not sure does not start.
 *
 * @example
 * const gate = await createGate({ policy: "pic_policy.json", keyring: "pic_keys.json", audience: "billing", ledger: createMemoryLedger() });
 * const pay = gate.guard("payments.transfer", (args) => bank.transfer(args));
 * await pay(args, { proposal, context: { principal: "agent-7" } }); // runs, or rejects with BlockedError
 */
export async function createGate(options: GateOptions): Promise<Gate> {
  const { policy, keyring, evidenceRoot, ...parts } = readGateOptions(options);
  const { profile, limits, clock, checks, ledger } = parts;
  const artifacts = evidenceRoot === null ? null : await createArtifactReader({ root: evidenceRoot, limits });
  const demands = (asking: Policy) => checkDemands(asking, checks, ledger);
  const config = await createConfigSource({ policy, keyring, profile, clock, checkDemands: demands });
  return createGateOver({ ...parts, config, artifacts, newNonce, newRequestId: () => randomId("req_") });
}

function newNonce(): string {
  return randomBytes(16).toString("base64url");
}

/** A policy that asks for what this gate cannot do blocks every such call, or leaves its limits uncounted: it is not taken up (GATE-43). */
function checkDemands(policy: Policy, checks: ReadonlyMap<string, OperatorCheck>, ledger: Ledger | null): void {
  for (const [tool, rule] of policy.tools) {
    for (const { id } of rule.checks) {
      if (!checks.has(id)) throw wrongOption("checks", `lacks ${id}, which the policy asks for ${tool}`);
    }
    const running = rule.limits.find(({ windowSeconds }) => windowSeconds !== null);
    if (running !== undefined && ledger === null) {
      throw wrongOption("ledger", `is "none", and the policy's limit ${running.id} of ${tool} runs over time: it needs a ledger`);
    }
  }
}
