import { alterBytes, alterText, alterValue, oddValue, tokenSoup } from "./alter.js";
import { type Random, randomFor } from "./random.js";
import {
  AUDIENCE,
  attestationFor,
  canonical,
  type Json,
  type JsonRecord,
  KEYRING,
  KEYS,
  NOW,
  POLICY,
  SCENARIOS,
  type Scenario,
  signed,
} from "./scenarios.js";

export type FuzzCall = { readonly tool: string; readonly args: unknown } | { readonly tool: string } | "proposal-only";

/** One call of the verifier, with what it was made from. */
export interface FuzzCase {
  readonly index: number;
  readonly kind: string;
  readonly scenario: Scenario;
  /** Bytes, a string, or a live object. */
  readonly input: unknown;
  /** Texts of the operator's files. */
  readonly keyring: string;
  readonly policy: string;
  readonly call: FuzzCall;
  readonly now: number;
  readonly profile: "strict" | "interop";
  readonly audience: string | undefined;
  /** A word of this case alone, planted in whatever the sender chose. */
  readonly marker: string;
}

const KEYRING_TEXT = JSON.stringify(KEYRING);
const POLICY_TEXT = JSON.stringify(POLICY);

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Something with the proposal's members that is not plain data. */
function liveObject(proposal: JsonRecord, random: Random, marker: string): unknown {
  const boom = (): never => {
    throw new Error(marker);
  };
  switch (random.int(7)) {
    case 0:
      return Object.create(proposal);
    case 1:
      return Object.defineProperty({ ...proposal }, "impact", {
        get: () => (random.once(2) ? "read" : proposal.impact),
        enumerable: true,
      });
    case 2:
      return new Proxy(proposal, { get: boom, ownKeys: boom, getOwnPropertyDescriptor: boom, getPrototypeOf: boom });
    case 3:
      return { ...proposal, toJSON: () => proposal };
    case 4: {
      const cyclic: Record<string, unknown> = { ...proposal };
      cyclic.action = { tool: "payments.send", args: cyclic };
      return cyclic;
    }
    case 5:
      return Object.assign([], proposal);
    default:
      return random.pick<unknown>([
        undefined,
        null,
        0,
        true,
        [],
        {},
        new Map(Object.entries(proposal)),
        new Date(0),
        Symbol.iterator,
        boom,
        Number.NaN,
      ]);
  }
}

/** Changes what a signature covers or how it stands in the proposal, sometimes with a fresh signature by a known key. */
function alterEvidence(proposal: JsonRecord, random: Random, marker: string): void {
  const entries = (proposal.evidence ?? []) as JsonRecord[];
  const entry = entries.length > 0 ? random.pick(entries) : undefined;
  if (entry === undefined || entry.type !== "sig") {
    alterValue(proposal, random, marker);
    return;
  }
  const id = entry.id as string;
  switch (random.int(4)) {
    case 0:
      entry.payload = alterText(entry.payload as string, random);
      return;
    case 1:
      entry.signature = alterText(entry.signature as string, random);
      return;
    case 2:
      // A key that the operator does not have, under a name that he does.
      Object.assign(entry, signed(KEYS.stranger, id, attestationFor(proposal, KEYS.payer, id)), {
        key_id: random.pick(["payer", "stranger", "second"]),
      });
      return;
    default: {
      // A good key over an odd attestation.
      const attestation = JSON.parse(entry.payload as string) as JsonRecord;
      alterValue(attestation, random, marker);
      const key = random.pick([KEYS.payer, KEYS.second]);
      try {
        Object.assign(entry, signed(key, id, attestation));
      } catch {
        // A lone surrogate has no canonical form: nothing to sign.
      }
    }
  }
}

function alterCall(scenario: Scenario, random: Random, marker: string): FuzzCall {
  const { tool, args } = scenario.call;
  switch (random.int(5)) {
    case 0:
      return { tool: random.pick([alterText(tool, random), "records.purge", "notes.read", marker, "__proto__", ""]), args };
    case 1: {
      const other = structuredClone(args);
      alterValue(other, random, marker);
      return { tool, args: other };
    }
    case 2:
      return { tool, args: random.pick<unknown>([liveObject(args, random, marker), oddValue(random, marker), Object.assign([], args)]) };
    case 3:
      return { tool };
    default:
      return "proposal-only";
  }
}

/** The case of a number: a pure function of seed and number. */
export function fuzzCase(seed: number, index: number): FuzzCase {
  const random = randomFor(seed, index);
  const marker = `mark${index}x${random.int(2 ** 32).toString(16)}`;
  const scenario = random.pick(SCENARIOS);
  const plain: FuzzCase = {
    index,
    kind: "unaltered",
    scenario,
    input: bytes(JSON.stringify(scenario.proposal)),
    keyring: KEYRING_TEXT,
    policy: POLICY_TEXT,
    call: scenario.call,
    now: NOW,
    profile: "strict",
    audience: random.once(2) || scenario.name.includes("audience") ? AUDIENCE : undefined,
    marker,
  };
  const altered = structuredClone(scenario.proposal);
  switch (random.int(13)) {
    case 0:
      return { ...plain, kind: "random bytes", input: random.once(2) ? random.bytes(random.int(300)) : bytes(tokenSoup(random, marker)) };
    case 1:
      return { ...plain, kind: "altered bytes", input: alterBytes(plain.input as Uint8Array, random) };
    case 2:
      return { ...plain, kind: "altered text", input: alterText(canonical(scenario.proposal), random) };
    case 3:
    case 4:
    case 5: {
      for (let times = 1 + (random.once(4) ? random.int(4) : 0); times > 0; times -= 1) alterValue(altered, random, marker);
      return { ...plain, kind: "altered proposal", input: random.once(3) ? altered : bytes(JSON.stringify(altered)) };
    }
    case 6:
    case 7:
      alterEvidence(altered, random, marker);
      return { ...plain, kind: "altered evidence", input: bytes(JSON.stringify(altered)) };
    case 8:
      return { ...plain, kind: "live object", input: liveObject(altered, random, marker) };
    case 9:
      return { ...plain, kind: "other call", call: alterCall(scenario, random, marker) };
    case 10:
      return plain;
    case 11:
      return { ...plain, kind: "other time", now: NOW + (random.int(2_000_000) - 1_000_000) * random.pick([1, 10, 1000]) };
    default:
      return alterOperator(plain, random, marker);
  }
}

function alterOperator(plain: FuzzCase, random: Random, marker: string): FuzzCase {
  const file = random.pick(["keyring", "policy"] as const);
  if (random.once(3)) return { ...plain, kind: `altered ${file} text`, [file]: alterText(plain[file], random) };
  const altered = JSON.parse(plain[file]) as JsonRecord;
  alterValue(altered, random, marker);
  return { ...plain, kind: `altered ${file}`, [file]: JSON.stringify(altered) };
}

/** A value as a text that can be pasted into a report. */
export function show(value: unknown): string {
  try {
    if (value instanceof Uint8Array) return `hex ${Buffer.from(value).toString("hex")}`;
    return JSON.stringify(value) ?? typeof value;
  } catch {
    return `a live ${typeof value}`;
  }
}

/** What a signature covers of a proposal, and what it does not cover left out: equal texts were approved alike. */
export function approvedPart(proposal: unknown): string {
  const { protocol, intent, impact, provenance, claims, action, evidence = [] } = proposal as JsonRecord;
  const sources = (provenance as JsonRecord[]).map((entry) => ({ id: entry.id ?? null, source: entry.source ?? null }));
  const hashes = (evidence as JsonRecord[]).filter((entry) => entry.type === "hash");
  return canonical({ protocol, intent, impact, claims, action, sources, hashes } as Json);
}
