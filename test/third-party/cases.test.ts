import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { loadPolicy } from "../../src/compile/index.js";
import { ConfigurationError } from "../../src/decision/configuration-error.js";
import { canonicalize, conclude, DEFAULT_LIMITS, loadKeyring, prepare } from "../../src/index.js";
import { createArtifactReader } from "../../src/node/read-artifact.js";
import { vectorSources } from "../vectors/vector-sources.js";
import {
  checksOf,
  keyringOf,
  layOut,
  type Options,
  type Proposal,
  policyOf,
  type SharedCase,
  signAgain,
  type Variant,
} from "./case-inputs.js";

const FOLDER = resolve(process.env.COUNTERSIGN_SHARED ?? resolve(import.meta.dirname, "../../../shared"), "cases");
const present = existsSync(FOLDER);

const CONFIGURATION = "configuration";

/** Cases of these forms that other stages will settle. */
const LATER = new Set(["138", "139"]);

/** Where this project's rules differ from a case's hint, and why. */
const DIFFERS: Readonly<Record<string, readonly [answer: string, why: string]>> = {
  "018": ["PIC_VERIFIER_FAILED", "free text is verified and raises nothing, so no claim rests on a trusted entry"],
  "021": ["PIC_VERIFIER_FAILED", "the causal rule runs at the operator's impact, before the policy is asked"],
  "049": [CONFIGURATION, "a weak key is refused when the keyring loads"],
  "055": [CONFIGURATION, "a key of another type is refused when the keyring loads"],
  "058": [CONFIGURATION, "an id with a space is refused when the keyring loads"],
  "061": [CONFIGURATION, "an end of validity that is no timestamp is refused when the keyring loads"],
  "067": ["PIC_EVIDENCE_FAILED", "a timestamp has at most nine fraction digits"],
  "097": ["PIC_VERIFIER_FAILED", "one of two sources needs x_vouches_for"],
  "107": [CONFIGURATION, "a pattern without anchors is refused when the policy loads"],
};

/** The same for variants, by case and number. */
const VARIANT_DIFFERS: Readonly<Record<string, readonly [answer: string, why: string]>> = {
  "021/0": ["PIC_EVIDENCE_REQUIRED", "the operator's impact asks for evidence"],
  "021/1": ["PIC_POLICY_VIOLATION", "the chain holds, and the impact is understated"],
  "035/0": ["PIC_EVIDENCE_FAILED", "2^53-1 is read, and is not what was signed"],
  "058/0": [CONFIGURATION, "a revoked id is held to the form of ids too"],
  "067/0": ["PIC_EVIDENCE_FAILED", "t and z are upper case"],
  "067/1": ["PIC_OK", "-00:00 is an offset"],
  "100/0": ["PIC_POLICY_VIOLATION", "a policy that is null is read here as an empty one; the loader's tests refuse null itself"],
};

/** Variants that a case tells in words: the vectors of ours, or the tests, that hold them. */
const IN_WORDS: Readonly<Record<string, readonly string[]>> = {
  "028": ["signing-modes-043", "signing-modes-045"],
  "029": ["args-023"],
  "039": ["signing-modes-053"],
  "052": ["signature-016", "signature-002", "signature-015"],
  "055": ["test/unit/trust/load-keyring.test.ts"],
  "060": ["vectors/wire/patterns.json"],
  "085": ["test/edge/node-read-artifact.test.ts"],
  "091": ["test/edge/node-read-artifact.test.ts"],
  "107": ["args-003"],
};

const read = (name: string) => JSON.parse(readFileSync(join(FOLDER, name), "utf8")) as SharedCase;
const names = present
  ? readdirSync(FOLDER)
      .filter((name) => /^\d{3}-.*\.json$/.test(name))
      .sort()
  : [];
const cases = names.map((name) => ({ name, number: name.slice(0, 3), ...read(name) })).filter(({ number }) => !LATER.has(number));
const decided = cases.filter(({ input }) => input.form === "proposal" || input.form === "raw" || input.form === "raw_hex");
const seeds = present
  ? (JSON.parse(readFileSync(join(FOLDER, "test-keys.json"), "utf8")) as { keys: readonly { label: string; seed_hex: string }[] }).keys
  : [];
const SEED = seeds.find(({ label }) => label === "fin-ops-2026")?.seed_hex ?? "";

const scratch = mkdtempSync(join(tmpdir(), "countersign-cases-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

async function answer(input: Uint8Array, options: Options, folder: string): Promise<string> {
  try {
    const keyring = loadKeyring(keyringOf(options.keyring));
    const policy = await loadPolicy(policyOf(options));
    const tool = options.expected_tool;
    const call = tool === undefined ? "proposal-only" : { tool };
    const prepared = prepare(input, { keyring, policy, now: options.now, call, checks: checksOf(options) });
    if (options.evidence_root === undefined) return conclude(prepared, new Map()).decision.code;
    mkdirSync(join(folder, options.evidence_root), { recursive: true });
    const reader = await createArtifactReader({ root: join(folder, options.evidence_root), limits: DEFAULT_LIMITS });
    return conclude(prepared, await reader.read(prepared.artifactRefs)).decision.code;
  } catch (error) {
    if (error instanceof ConfigurationError) return CONFIGURATION;
    throw error;
  }
}

function bytesOf({ proposal, raw_utf8, hex }: SharedCase["input"]): Uint8Array {
  if (hex !== undefined) return new Uint8Array(Buffer.from(hex, "hex"));
  return new TextEncoder().encode(raw_utf8 ?? JSON.stringify(proposal));
}

function expected({ number, expected: { verdict, code_hint } }: { number: string; expected: SharedCase["expected"] }): string {
  return DIFFERS[number]?.[0] ?? (verdict === "allow" ? "PIC_OK" : (code_hint ?? ""));
}

describe.skipIf(!present)("cases of public reports, as they stand", () => {
  it("finds them", () => {
    expect(decided.length).toBeGreaterThan(45);
    for (const number of Object.keys(DIFFERS)) expect(decided.map((one) => one.number)).toContain(number);
  });

  it.each(decided)("$name", async (one) => {
    const folder = mkdtempSync(join(scratch, one.number));
    layOut(folder, one.input.fs ?? []);
    expect(await answer(bytesOf(one.input), one.input.options as Options, folder)).toBe(expected(one));
  });

  it.each(cases.filter(({ input }) => input.form === "canonical"))("$name", ({ input }) => {
    // Values, not tokens: which number tokens are refused is the parser's matter.
    const bytes = canonicalize(JSON.parse(input.raw_json as string));
    expect(bytes.ok && Buffer.from(bytes.value).toString("hex")).toBe(input.expect_hex);
  });

  it("038: nesting of 6000 levels is a limit, never a fault of our own", async () => {
    const control = cases.find(({ number }) => number === "001") as SharedCase;
    const { proposal, options } = control.input;
    const text = JSON.stringify({ ...proposal, action: { ...proposal.action, args: { ...proposal.action.args, note: "NEST" } } });
    const nested = text.replace('"NEST"', "[".repeat(6000) + "]".repeat(6000));
    expect(await answer(new TextEncoder().encode(nested), options as Options, scratch)).toBe("PIC_LIMIT_EXCEEDED");
  });
});

/** What a variant changes; null where it says so in words alone. */
function changed(number: string, { input }: SharedCase, variant: Variant): { input: Uint8Array; options: Options } | null {
  const options = structuredClone(input.options) as Options;
  const proposal: Proposal = structuredClone(input.proposal);
  const done = (changedProposal: Proposal = proposal) => ({ input: new TextEncoder().encode(JSON.stringify(changedProposal)), options });
  const text = (raw: string) => ({ input: new TextEncoder().encode(raw), options });
  const raw = input.raw_utf8 ?? "";
  const keys = options.keyring.trusted_keys;
  const sources = number === "016" ? [variant.name] : [];

  if (sources.length > 0) {
    const control = cases.find((one) => one.number === "001")?.input.proposal as Proposal;
    if (sources[0] !== "schema + tool + evidence fault") proposal.intent = control.intent;
    if (sources[0] === "restore intent and tool") proposal.action.tool = control.action.tool;
    return done();
  }
  if (variant.proposal !== undefined) return done(variant.proposal);
  if (typeof variant.raw_utf8 === "string") return text(variant.raw_utf8);
  if (typeof variant.literal === "string") return text(raw.replace(/NaN|9007199254740993/, variant.literal));
  if (typeof variant.text === "string") return text(raw.replace(/(\\u[dD][89a-fA-F][0-9a-fA-F]{2})+/, () => variant.text as string));
  if (variant.trusted_keys !== undefined) {
    const key = Object.values(keys)[0];
    proposal.evidence[0].key_id = variant.key_id;
    const trusted_keys = Object.fromEntries((variant.trusted_keys as string[]).map((id) => [id, key]));
    return { ...done(), options: { ...options, keyring: { trusted_keys, revoked_keys: variant.revoked_keys as string[] } } };
  }
  if ("returns" in variant) return { ...done(), options: { ...options, policy_hook_returns: variant.returns } };
  if ("hook" in variant) return done();
  if ("amount_minor" in variant) {
    proposal.action.args.amount_minor = variant.amount_minor;
    return done(signAgain(proposal, SEED));
  }
  if (variant.tool !== undefined) proposal.action.tool = variant.tool;
  else if (variant.alg !== undefined) proposal.evidence[0].alg = variant.alg;
  else if (variant.key_id !== undefined) proposal.evidence[0].key_id = variant.key_id;
  else if (variant.ref !== undefined) proposal.evidence.find((one: { type: string }) => one.type === "hash").ref = variant.ref;
  else if (variant.to !== undefined) proposal.action.args.to = variant.to;
  else if (variant.public_key_hex !== undefined) keys["weak-2026"] = variant.public_key_hex;
  else if (variant.policy !== undefined) return { ...done(), options: { ...options, policy: variant.policy as Options["policy"] } };
  else if (variant.expires_at !== undefined && number === "061")
    (keys["fin-ops-2026"] as Record<string, unknown>).expires_at = variant.expires_at;
  else if (variant.expires_at !== undefined) return done(signAgain(proposal, SEED, { expires_at: variant.expires_at }));
  else return null;
  return done(variant.to === undefined ? proposal : signAgain(proposal, SEED));
}

const variants = decided.flatMap((one) =>
  (one.input.variants ?? []).map((variant, at) => ({ title: `${one.name} ${at}`, at, one, variant })),
);

describe("what is told in words", () => {
  it("is held by vectors and tests that exist", () => {
    const ids = new Set(vectorSources().flatMap(({ value }) => (value as { cases: readonly { id: string }[] }).cases.map(({ id }) => id)));
    const gone = Object.values(IN_WORDS)
      .flat()
      .filter((place) => !ids.has(place) && !existsSync(resolve(import.meta.dirname, "../..", place)));
    expect(gone).toEqual([]);
  });
});

describe.skipIf(!present)("variants of those cases", () => {
  it.each(variants)("$title", async ({ at, one, variant }) => {
    const made = changed(one.number, one, variant);
    if (made === null) {
      expect(IN_WORDS, `variant ${at} of ${one.name} is told in words`).toHaveProperty([one.number]);
      return;
    }
    const folder = mkdtempSync(join(scratch, `${one.number}-${at}-`));
    layOut(folder, one.input.fs ?? []);
    const stated = /^PIC_[A-Z_]+$/.test(String(variant.expect)) ? String(variant.expect) : expected(one);
    expect(await answer(made.input, made.options, folder)).toBe(VARIANT_DIFFERS[`${one.number}/${at}`]?.[0] ?? stated);
  });
});
