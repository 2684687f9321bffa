import { resolve } from "node:path";
import { didYouMean } from "../../compile/did-you-mean.js";
import type { JsonObject } from "../../json/value.js";
import { createGate } from "../../node/create-gate.js";
import { type LedgerAddress, readLedgerAddress } from "../../node/open-ledger.js";
import { readOperatorFile } from "../../node/read-operator-file.js";
import { defineCommand } from "../command.js";
import type { KeptFile } from "../doctor/checks/places.js";
import { readExample } from "../doctor/read-example.js";
import { renderDoctorJson, renderDoctorText } from "../doctor/render-doctor.js";
import { findingsOf } from "../doctor/report.js";
import { runDoctor } from "../doctor/run-doctor.js";
import { EXIT } from "../exits.js";
import { UsageError } from "../faults.js";
import { paintFor } from "../formats/paint.js";
import { findOperatorFile } from "../operator-files.js";
import { readWrittenPolicy } from "../read-policy.js";
import {
  FORMAT_FLAGS,
  loadKeyringFor,
  OPERATOR_FLAGS,
  readArtifacts,
  readFormat,
  readNow,
  toMilliseconds,
  VERIFY_FLAGS,
} from "../verification.js";

export const command = defineCommand({
  name: "doctor",
  summary: "Proves in a scratch area that a gate with this policy and these keys denies what it must.",
  flags: {
    policy: OPERATOR_FLAGS.policy,
    keys: OPERATOR_FLAGS.keys,
    audience: { type: "text", value: "NAME", help: "the name of the gate; else one that the keyring names" },
    ledger: {
      type: "text",
      value: "sqlite:FILE|postgresql://...",
      help: "the gate's ledger: looked at, never written; trials use a scratch one of its kind",
    },
    audit: { type: "text", value: "FILE", help: "the gate's audit log, verified" },
    "evidence-root": { type: "text", value: "DIR", help: "the gate's folder of evidence files" },
    tool: { type: "text", value: "NAME", help: "try this tool alone (every tool of the policy)" },
    example: { type: "text", many: true, value: "FILE", help: "a proposal or policy case whose call the policy takes; may be repeated" },
    now: VERIFY_FLAGS.now,
    ...FORMAT_FLAGS,
    format: { type: "text", value: "text|json", help: "output (text)" },
  },
  notes: [
    "Nobody's private key is needed: keys made for this run stand in for those of a copy of the keyring. Exits 1 on a finding.",
    "A tool whose arguments cannot be made up from its schema is told; give a call of it with --example.",
  ],
  async run(flags, _operand, shell) {
    const format = readFormat(flags, ["text", "json"]);
    const now = readNow(flags, shell);
    const ledger = flags.ledger === undefined ? null : addressOf(flags.ledger, shell.cwd);
    const policyFile = findOperatorFile("policy", flags.policy, "strict", shell);
    const keysFile = findOperatorFile("keys", flags.keys, "strict", shell);
    const policy = await readWrittenPolicy(policyFile.path);
    const keyring = await loadKeyringFor(keysFile, "strict");
    const { tool } = flags;
    if (tool !== undefined && !policy.policy.tools.has(tool))
      throw new UsageError(`is no tool of the policy${didYouMean(tool, policy.policy.tools.keys())}`, "--tool");
    const root = flags["evidence-root"];
    await readArtifacts([], root);
    const at = (name: string) => resolve(shell.cwd, name);
    const audit = flags.audit === undefined ? null : at(flags.audit);
    const files: KeptFile[] = [
      { role: "policy", name: policyFile.path, path: at(policyFile.path) },
      { role: "keys", name: keysFile.path, path: at(keysFile.path) },
      ...(ledger?.kind === "sqlite" ? [{ role: "ledger" as const, name: ledger.file, path: ledger.file }] : []),
      ...(audit === null ? [] : [{ role: "audit" as const, name: flags.audit as string, path: audit }]),
    ];
    const report = await runDoctor({
      openGate: createGate,
      policy,
      policyBytes: await readOperatorFile(policyFile.path, "policy"),
      keyring,
      keyringFile: await readKeyringFile(keysFile.path),
      audience: flags.audience ?? null,
      ledger,
      tool: tool ?? null,
      examples: flags.example.map((file) => readExample(file, shell.cwd)),
      audit,
      evidenceRoot: root === undefined ? null : at(root),
      files,
      now: toMilliseconds(now),
      fixed: flags.now !== undefined,
      nodeVersion: process.versions.node,
    });
    const used = { policy: policyFile, keys: keysFile };
    return {
      exit: findingsOf(report).length === 0 ? EXIT.done : EXIT.finding,
      stdout: format === "json" ? renderDoctorJson(report, used) : renderDoctorText(report, used, paintFor(await shell.colour())),
    };
  },
});

/** A file of SQLite by its whole path: what is told of it says where it was looked for. The address is not repeated, since it may hold a password. */
function addressOf(address: string, cwd: string): LedgerAddress {
  const read = readLedgerAddress(address);
  if (read === null) throw new UsageError("is sqlite:FILE or postgresql://USER@HOST/DATABASE", "--ledger");
  return read.kind === "sqlite" ? { kind: "sqlite", file: resolve(cwd, read.file) } : read;
}

/** It has loaded, so it is one JSON object. */
async function readKeyringFile(path: string): Promise<JsonObject> {
  return JSON.parse(new TextDecoder().decode(await readOperatorFile(path, "keyring"))) as JsonObject;
}
