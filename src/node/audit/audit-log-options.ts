import { ownOptions } from "../../decision/own-options.js";
import type { Clock } from "../../gate/ports.js";
import type { Signer } from "../../sign/sign-attestation.js";
import { isKeyId } from "../../trust/names.js";
import type { Durability } from "../durability.js";
import { SYSTEM_CLOCK } from "../system-clock.js";

export interface AuditLogOptions {
  /** Made with mode 0600 where it is not there yet. */
  readonly file: string;
  /**
   * What an append that settles has outlived: "fsync" (the default) a loss of power; "os" the end of the process, and no more, since
   * what was written is in the system's cache.
   */
  readonly durability?: Durability;
  /** Signs the head of the log when it is opened and closed, and every so many records. Without it nothing vouches for the end. */
  readonly checkpoint?: CheckpointOptions;
  /** "unchecked": another process is not kept from opening the same file, and the host sees to that. */
  readonly exclusive?: "locked" | "unchecked";
  /** The machine's where absent. */
  readonly clock?: Clock;
}

export interface CheckpointOptions {
  /** Holds a key of purpose `checkpoint`. */
  readonly signer: Signer;
  /** Records between two checkpoints; 1000 by default. */
  readonly every?: number;
  /** Milliseconds that the signer has; 5000 by default. Appends do not wait for it. */
  readonly timeoutMs?: number;
}

export interface ReadOptions {
  readonly file: string;
  readonly durability: Durability;
  readonly exclusive: boolean;
  readonly checkpoint: Required<CheckpointOptions> | null;
  readonly clock: Clock;
}

const NAMES: ReadonlySet<string> = new Set<keyof AuditLogOptions>(["file", "durability", "checkpoint", "exclusive", "clock"]);
const CHECKPOINT_NAMES: ReadonlySet<string> = new Set<keyof CheckpointOptions>(["signer", "every", "timeoutMs"]);
const DEFAULT_EVERY = 1000;
const MAX_EVERY = 50_000;
const DEFAULT_TIMEOUT_MS = 5000;

/** Own members, read once. TypeError for anything unknown or wrong. */
export function readAuditLogOptions(options: AuditLogOptions): ReadOptions {
  const own = ownOptions(options, NAMES, "openAuditLog", "openAuditLog needs options: { file }");
  const file = own("file");
  if (typeof file !== "string" || file === "") throw new TypeError("openAuditLog: file must be a path");
  const durability = own("durability", "fsync");
  if (durability !== "fsync" && durability !== "os") throw new TypeError('openAuditLog: durability is "fsync" or "os"');
  const exclusive = own("exclusive", "locked");
  if (exclusive !== "locked" && exclusive !== "unchecked") throw new TypeError('openAuditLog: exclusive is "locked" or "unchecked"');
  const checkpoint = own("checkpoint");
  return {
    file,
    durability,
    exclusive: exclusive === "locked",
    checkpoint: checkpoint === undefined ? null : readCheckpointOptions(checkpoint),
    clock: own("clock", SYSTEM_CLOCK),
  };
}

function readCheckpointOptions(options: CheckpointOptions): Required<CheckpointOptions> {
  const own = ownOptions(options, CHECKPOINT_NAMES, "checkpoint");
  const signer = own("signer");
  if (typeof signer !== "object" || signer === null || typeof signer.sign !== "function" || !isKeyId(signer.keyId)) {
    throw new TypeError("checkpoint.signer must have sign(bytes) and a keyId");
  }
  return {
    signer,
    every: whole("every", own("every", DEFAULT_EVERY), MAX_EVERY),
    timeoutMs: whole("timeoutMs", own("timeoutMs", DEFAULT_TIMEOUT_MS), 60_000),
  };
}

function whole(name: string, value: number, most: number): number {
  if (!Number.isSafeInteger(value) || value < 1 || value > most)
    throw new TypeError(`checkpoint.${name} is a whole number from 1 to ${most}`);
  return value;
}
