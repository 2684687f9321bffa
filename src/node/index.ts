export { type AgentView, agentView } from "../decision/agent-view.js";
export { ConfigurationError } from "../decision/configuration-error.js";
export type { ApprovalState, ApprovalStore, StoredApproval } from "../gate/approval-store.js";
export { BlockedError } from "../gate/blocked-error.js";
export type { DecisionEvent, DecisionObserver, Gate, GateStatus, GuardedCall, ToolFunction } from "../gate/create-gate.js";
export type { AllowedDecision, BlockedDecision, GateDecision } from "../gate/gate-decision.js";
export type { AuditHead, ConsumeOutcome, ConsumeRequest, Ledger } from "../gate/ledger.js";
export { createMemoryLedger, type MemoryLedgerOptions } from "../gate/memory-ledger.js";
export { type Permit, PermitError, type PermitRefusal, type RedeemedAction } from "../gate/permit.js";
export type {
  Audit,
  AuditRecord,
  CallContext,
  CheckQuestion,
  CheckSignal,
  Clock,
  DecisionRecord,
  OperatorCheck,
  OutcomeRecord,
  ResultRecord,
  WouldBlock,
} from "../gate/ports.js";
export type { GateRequest } from "../gate/read-request.js";
export { OutcomeUnknownError } from "../gate/record-outcomes.js";
export type { CircuitState } from "../gate/result/circuits.js";
export type { ResultGate, ResultGateStatus } from "../gate/result/create-result-gate.js";
export type { ByteSource, Execute, LiveAnswer, ToolCall } from "../gate/result/live-answer.js";
export type { FailureClass, LiveReason, LiveResult } from "../gate/result/live-result.js";
export type { CallOptions, CallRequest } from "../gate/result/read-call.js";
export type { InvalidNotice, InvalidObserver, RawCopy } from "../gate/result/result-ports.js";
export type { AuditLogOptions, CheckpointOptions } from "./audit/audit-log-options.js";
export { type AuditLog, type AuditLogStatus, openAuditLog } from "./audit/open-audit-log.js";
export { SignerError } from "./bound-signer.js";
export { createGate } from "./create-gate.js";
export { createResultGate } from "./create-result-gate.js";
export type { GateOptions, InteropGateOptions, StrictGateOptions } from "./gate-options.js";
export { loadContractFile, loadContracts } from "./load-contracts.js";
export { loadKeyringFile, loadPolicyFile } from "./load-files.js";
export { openLedger } from "./open-ledger.js";
export { openPostgresLedger, type PostgresLedgerOptions } from "./postgres/ledger.js";
export { type ArtifactReader, type ArtifactReaderOptions, createArtifactReader } from "./read-artifact.js";
export type { RawCopyOptions, ResultGateOptions } from "./result-gate-options.js";
export {
  approve,
  attest,
  type GeneratedKey,
  type GenerateKeyOptions,
  generateKey,
  issueReceipt,
  type KeyringFileEntry,
  type NodeAttestOptions,
  type SignerTimeout,
  signerFromPem,
} from "./sign.js";
export { type CommandSignerOptions, signerFromCommand } from "./signer-from-command.js";
export { openSqliteLedger, type SqliteLedgerOptions } from "./sqlite/ledger.js";
