// biome-ignore-all format: a table
import { SPEC } from "../anchors.js";
import { KEYS } from "../keys.js";
import { payment, signed } from "../proposal.js";
import { approver, keyring, SETTING, withApprover } from "../setting.js";
import { FAILED, type Members, type Setting, table, type VectorFile } from "../vector-file.js";

const { allow, block, refuse } = table(SPEC.keyState);
const keys = table(SPEC.keys);
const KEY = { path: "/evidence/0/key_id" };
const at = (now: string, anew: Setting): { with: Setting } => ({ with: { ...anew, now } });

const opens = withApprover({ not_before: "2026-06-15T09:00:00Z" });
const closes = withApprover({ expires_at: "2026-06-15T09:00:00Z" });
const revokedId = { keyring: keyring({ approver: approver() }, ["approver"]) };
/** 32 zero bytes: a point of order 4. */
const WEAK = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
const weakBeside = (anew: Members, revoked: readonly string[] = []): Setting => ({ keyring: keyring({ approver: approver(), ...anew }, revoked) });
const revokedEntry = withApprover({ revoked: { at: "2026-06-01T00:00:00Z", note: "left the company" } });

export const keyState: VectorFile = {
  path: "trust/key-state.json",
  rule: "key state",
  spec: "keyring.md",
  header: SETTING,
  cases: [
    allow("key-state-001", "S8: a key of the keyring within its validity", payment(), { effective: { "po-8812": "trusted" }, binding: "full" }),
    block("key-state-002", "the keyring has no key of that id", "key-state-001", signed({ keyId: "approver-2" }), FAILED, "trust.key_missing", KEY),
    block("key-state-003", "the key id differs by case", "key-state-001", signed({ keyId: "Approver" }), FAILED, "trust.key_missing", KEY),
    block("key-state-004", "the key id has a space behind it", "key-state-001", signed({ keyId: "approver " }), FAILED, "trust.key_missing", KEY),
    block("key-state-005", "the key id is empty", "key-state-001", signed({ keyId: "" }), FAILED, "trust.key_missing", KEY),
    block("key-state-006", "the key id is __proto__", "key-state-001", signed({ keyId: "__proto__" }), FAILED, "trust.key_missing", KEY),
    block("key-state-007", "the key id is constructor", "key-state-001", signed({ keyId: "constructor" }), FAILED, "trust.key_missing", KEY),
    block("key-state-008", "the key id is toString", "key-state-001", signed({ keyId: "toString" }), FAILED, "trust.key_missing", KEY),
    block("key-state-009", "the key id has a full-width letter", "key-state-001", signed({ keyId: "\uff41pprover" }), FAILED, "trust.key_missing", KEY),
    block("key-state-010", "the keyring is empty", "key-state-001", payment(), FAILED, "trust.key_missing", { ...KEY, with: { keyring: keyring({}) } }),
    block("key-state-011", "revoked by the list", "key-state-001", payment(), FAILED, "trust.key_revoked", { ...KEY, with: revokedId }),
    block("key-state-012", "revoked by its entry", "key-state-001", payment(), FAILED, "trust.key_revoked", { ...KEY, with: revokedEntry }),
    block("key-state-013", "the list revokes an id that has no key", "key-state-001", signed({ keyId: "approver-0" }), FAILED, "trust.key_revoked", {
      ...KEY,
      with: { keyring: keyring({ approver: approver() }, ["approver-0"]) },
    }),
    allow("key-state-014", "the list revokes another id", payment(), { with: { keyring: keyring({ approver: approver() }, ["approver-0"]) } }),
    block("key-state-015", "revoked tomorrow is revoked today: the time is a note", "key-state-001", payment(), FAILED, "trust.key_revoked", {
      ...KEY,
      with: withApprover({ revoked: { at: "2026-06-16T00:00:00Z", note: "to be replaced" } }),
    }),
    block("key-state-016", "revoked wins over expired", "key-state-001", payment(), FAILED, "trust.key_revoked", {
      ...KEY,
      with: withApprover({ expires_at: "2026-01-01T00:00:00Z", revoked: { at: "2026-01-02T00:00:00Z", note: "lost" } }),
    }),
    block("key-state-017", "revoked wins over not yet valid", "key-state-001", payment(), FAILED, "trust.key_revoked", {
      ...KEY,
      with: withApprover({ not_before: "2027-01-01T00:00:00Z", revoked: { at: "2026-01-02T00:00:00Z", note: "lost" } }),
    }),
    allow("key-state-018", "two ids for one key where the profile lets them stand", payment(), {
      with: { profile: "interop", keyring: keyring({ approver: KEYS.approver.publicKey, spare: KEYS.approver.publicKey }) },
    }),
    block("key-state-019", "revoking one id strikes the same key under the other", "key-state-018", payment(), FAILED, "trust.key_revoked", {
      ...KEY,
      with: { profile: "interop", keyring: keyring({ approver: KEYS.approver.publicKey, spare: KEYS.approver.publicKey }, ["spare"]) },
    }),
    refuse("key-state-030", "strict refuses two ids for one key: one holder would count as several", "key-state-001", payment(), "/trusted_keys/spare", { keyring: keyring({ approver: approver(), spare: approver() }) }),
    allow("key-state-031", "a weak key whose id the list revokes is left out, and the file holds", payment(), { with: weakBeside({ old: WEAK }, ["old"]) }),
    keys.refuse("key-state-032", "a weak key that nothing revokes", "key-state-031", payment(), "/trusted_keys/old", weakBeside({ old: WEAK })),
    block("key-state-033", "the id of a weak key that is revoked", "key-state-031", signed({ keyId: "old" }), FAILED, "trust.key_revoked", { ...KEY, with: weakBeside({ old: WEAK }, ["old"]) }),
    allow("key-state-034", "a weak key that its own entry revokes", payment(), { with: weakBeside({ old: { public_key: WEAK, revoked: {} } }) }),
    block("key-state-035", "the id of a weak key that its own entry revokes", "key-state-034", signed({ keyId: "old" }), FAILED, "trust.key_revoked", { ...KEY, with: weakBeside({ old: { public_key: WEAK, revoked: {} } }) }),
    keys.refuse("key-state-036", "the same weak key under an id that is not revoked", "key-state-031", payment(), "/trusted_keys/new", weakBeside({ old: WEAK, new: WEAK }, ["old"])),
    keys.refuse("key-state-037", "what is revoked and no key in form", "key-state-031", payment(), "/trusted_keys/old", weakBeside({ old: WEAK.slice(1) }, ["old"])),
    keys.refuse("key-state-038", "a weak key that is revoked, and an unknown member beside it", "key-state-034", payment(), "/trusted_keys/old", weakBeside({ old: { public_key: WEAK, revoked: {}, tool: "treasury.pay" } })),
    block("key-state-020", "not_before: one nanosecond early", "key-state-021", payment(), FAILED, "trust.key_not_yet_valid", {
      ...KEY,
      ...at("2026-06-15T08:59:59.999999999Z", opens),
    }),
    allow("key-state-021", "not_before: at the instant", payment(), at("2026-06-15T09:00:00Z", opens)),
    allow("key-state-022", "not_before: one nanosecond late", payment(), at("2026-06-15T09:00:00.000000001Z", opens)),
    allow("key-state-023", "expires_at: one nanosecond early", payment(), at("2026-06-15T08:59:59.999999999Z", closes)),
    block("key-state-024", "expires_at: at the instant", "key-state-023", payment(), FAILED, "trust.key_expired", { ...KEY, ...at("2026-06-15T09:00:00Z", closes) }),
    block("key-state-025", "expires_at: one nanosecond late", "key-state-023", payment(), FAILED, "trust.key_expired", {
      ...KEY,
      ...at("2026-06-15T09:00:00.000000001Z", closes),
    }),
    allow("key-state-026", "now as epoch milliseconds, one before the end", payment(), { with: { ...closes, now: 1781513999999 } }),
    block("key-state-027", "now as epoch milliseconds, at the end", "key-state-026", payment(), FAILED, "trust.key_expired", {
      ...KEY,
      with: { ...closes, now: 1781514000000 },
    }),
    allow("key-state-028", "the end of validity written with an offset", payment(), {
      with: { ...withApprover({ expires_at: "2026-06-15T11:00:00+02:00" }), now: "2026-06-15T08:59:59.999Z" },
    }),
    block("key-state-029", "an offset moves the end: the same instant", "key-state-028", payment(), FAILED, "trust.key_expired", {
      ...KEY,
      with: { ...withApprover({ expires_at: "2026-06-15T11:00:00+02:00" }), now: "2026-06-15T09:00:00Z" },
    }),
  ],
};
