// biome-ignore-all format: a table
import { INTEROP, type Profile, STRICT } from "../../src/decision/profile.js";
import type { Mutant } from "./mutant.js";

const m = (file: string, name: string, find: string, replace: string): Mutant => ({ name, file: `src/${file}`, find, replace });

const json: readonly Mutant[] = [
  m("json/parse-json.ts", "json: one byte over the limit passes", "if (length > bounds.maxBytes)", "if (length > bounds.maxBytes + 1)"),
  m("json/parse-json.ts", "json: the byte limit itself is refused", "if (length > bounds.maxBytes)", "if (length >= bounds.maxBytes)"),
  m("json/parse-json.ts", "json: no exact pass where the quick one is unsure", "if (!clean) {", "if (false) {"),
  m("json/decode-utf8.ts", "json: a byte order mark passes", "bytes[0] === 0xef && bytes[1] === 0xbb", "bytes[0] === 0xfe && bytes[1] === 0xbb"),
  m("json/decode-utf8.ts", "json: bad UTF-8 is repaired", "fatal: true", "fatal: false"),
  m("json/decode-utf8.ts", "json: the offset of bad UTF-8 takes overlong forms", "lead < 0xc2 || lead > 0xf4", "lead < 0xc0 || lead > 0xf4"),
  m("json/decode-utf8.ts", "json: the offset of bad UTF-8 takes surrogates", "lead === 0xed ? 0x9f", "lead === 0xed ? 0xbf"),
  m("json/evidently-clean.ts", "json: the quick pass takes one level more", "const levels = Math.min(maxDepth, MAX_LEVELS);", "const levels = MAX_LEVELS;"),
  m("json/evidently-clean.ts", "json: the quick pass sees no duplicate names", "if (fingerprints[other] === print) return false;", "if (fingerprints[other] === print) continue;"),
  m("json/evidently-clean.ts", "json: the quick pass takes an escaped name for its escapes", "if (byte === BACKSLASH) return -1;", "if (byte === BACKSLASH) at += 1;"),
  m("json/evidently-clean.ts", "json: the quick pass takes __proto__", "if (length === 9 && head", "if (length === 99 && head"),
  m("json/evidently-clean.ts", "json: the quick pass takes an escaped surrogate", "bytes[at] === 0x75 && ((bytes[at + 1]", "bytes[at] === 0x55 && ((bytes[at + 1]"),
  m("json/evidently-clean.ts", "json: the quick pass trusts numbers of any length", "length <= SURE_DIGITS", "length <= 40"),
  m("json/evidently-clean.ts", "json: the quick pass trusts exponents", "if (!exponent && length", "if (length"),
  m("json/judge-number.ts", "numbers: what overflows passes", "if (!Number.isFinite(double))", "if (Number.isNaN(double))"),
  m("json/judge-number.ts", "numbers: 2^53 passes", "Math.abs(double) > Number.MAX_SAFE_INTEGER", "Math.abs(double) > Number.MAX_SAFE_INTEGER + 1"),
  m("json/judge-number.ts", "numbers: 2^53-1 is refused", "Math.abs(double) > Number.MAX_SAFE_INTEGER", "Math.abs(double) >= Number.MAX_SAFE_INTEGER"),
  m("json/judge-number.ts", "numbers: a great negative integer passes", "Math.abs(double) >", "double >"),
  m("json/judge-number.ts", "numbers: an integer in exponent form passes", "(isInteger(token) || isInteger(shortest))", "isInteger(token)"),
  m("json/judge-number.ts", "numbers: what a double does not hold passes", "return sameDecimal(token, shortest) ? undefined", "return sameDecimal(shortest, shortest) ? undefined"),
  m("json/judge-number.ts", "numbers: zero has a power of ten", 'left.digits === "" || left.exponent', "left.exponent"),
  m("json/locate-faults.ts", "json: a duplicate name passes", "if (seen.has(name)) issues", "if (seen.has(text)) issues"),
  m("json/locate-faults.ts", "json: names are compared as written, escapes and all", "const name = plain ? text.slice(start + 1, end - 1) : (JSON.parse(text.slice(start, end)) as string);", "const name = text.slice(start + 1, end - 1);"),
  m("json/locate-faults.ts", "json: names of the level outside count as seen", "names[inner] = new Set();", "names[inner] = names[inner - 1] ?? new Set();"),
  m("json/locate-faults.ts", "json: __proto__ passes", 'if (name === "__proto__")', 'if (name === "prototype")'),
  m("json/locate-faults.ts", "json: surrogates in names pass", "if (!plain) surrogates(start, end);\n      },\n      string", "},\n      string"),
  m("json/locate-faults.ts", "json: a low surrogate alone passes", "} else if (isLow) {", "} else if (false) {"),
  m("json/locate-faults.ts", "json: a high surrogate at the end passes", "  return pendingHigh;\n}", "  return -1;\n}"),
  m("json/locate-faults.ts", "json: a high surrogate before another character passes", "if (!isLow) return pendingHigh;", ""),
  m("json/locate-faults.ts", "json: offsets count code units", "else if (unit < 0x800) bytes += 2;", "else if (unit < 0x800) bytes += 1;"),
  m("json/scan-json.ts", "json: one level more than the limit passes", "if (depth === maxDepth)", "if (depth === maxDepth + 1)"),
  m("json/classify-json.ts", "modes: the member counts at any depth", "if (depth !== 1 ||", "if (depth === 0 ||"),
  m("json/classify-json.ts", "modes: the member's name is compared as written", "(plain ? text.slice(start + 1, end - 1) : JSON.parse(text.slice(start, end)))", "text.slice(start + 1, end - 1)"),
  m("json/member-order.ts", "canonical: names sort by locale", "(names[at - 1] as string) > name", "(names[at - 1] as string).localeCompare(name) > 0"),
  m("json/equal-json.ts", "binding: a live argument more passes", "if (hasMoreMembers(live, count) || countMembers(live) !== count) return false;", "if (countMembers(live) < count) return false;"),
  m("json/equal-json.ts", "binding: numbers and their texts are equal", "return expected === live;", "return String(expected) === String(live);"),
  m("json/equal-json.ts", "binding: live arrays may be longer", "?.value !== count || countMembers(live) !== count + 1)", "?.value < count)"),
];

const PAYLOAD = "trust/read-payload.ts";
const modes: readonly Mutant[] = [
  m(PAYLOAD, "modes: a payload one byte over the limit passes", "if (utf8Length(payload) > maxPayloadBytes)", "if (utf8Length(payload) > maxPayloadBytes + 1)"),
  m(PAYLOAD, "modes: a payload at the limit is refused", "if (utf8Length(payload) > maxPayloadBytes)", "if (utf8Length(payload) >= maxPayloadBytes)"),
  m(PAYLOAD, "modes: the limit counts characters", "if (utf8Length(payload) > maxPayloadBytes)", "if (payload.length > maxPayloadBytes)"),
  m(PAYLOAD, "modes: what canonical form adds is not counted", "if (utf8Length(signed) > maxPayloadBytes)", "if (utf8Length(signed) > maxPayloadBytes * 9)"),
  m(PAYLOAD, "modes: refused JSON falls back to legacy", '? { mode: "malformed", reason: "trust.payload_malformed" }\n      : {', '? { mode: "legacy", signed: payload }\n      : {'),
  m(PAYLOAD, "modes: an unknown version falls back to legacy", 'if (attestation.attestation_version !== ATTESTATION_VERSION) return { mode: "malformed", reason: "trust.payload_malformed" };', 'if (attestation.attestation_version !== ATTESTATION_VERSION) return { mode: "legacy", signed: payload };'),
  m(PAYLOAD, "modes: any version is canonical", "attestation.attestation_version !== ATTESTATION_VERSION", 'typeof attestation.attestation_version !== "string"'),
  m(PAYLOAD, "modes: a receipt is an attestation", "attestation.attestation_version !== ATTESTATION_VERSION", 'attestation.attestation_version !== "x-countersign-receipt/1" && attestation.attestation_version !== ATTESTATION_VERSION'),
  m(PAYLOAD, "modes: the text as sent is signed", 'return { mode: "canonical", signed, attestation };', 'return { mode: "canonical", signed: payload, attestation };'),
  m(PAYLOAD, "modes: the member may be inherited", '!Object.hasOwn(value, "attestation_version")', '!("toString" in value)'),
];

const SIG = "trust/verify-signature.ts";
const SCOPE = "trust/key-scope.ts";
const keys: readonly Mutant[] = [
  m("trust/key-state.ts", "key: a revoked id passes", "keyring.revokedIds.has(id)", "keyring.revokedIds.has(id + id)"),
  m("trust/key-state.ts", "key: an entry's own revocation passes", "entry?.revoked === true ||", ""),
  m("trust/key-state.ts", "key: valid at the instant of its end", "now >= entry.expiresAt", "now > entry.expiresAt"),
  m("trust/key-state.ts", "key: not valid at the instant of its start", "now < entry.notBefore", "now <= entry.notBefore"),
  m("trust/key-state.ts", "key: its start is not looked at", "now < entry.notBefore", "now < 0n"),
  m("trust/load-keyring.ts", "key: revocation does not strike the same key under another id", "const struck = new Set(entries.filter(({ id }) => revokedIds.has(id))", "const struck = new Set(entries.filter(() => false)"),
  m("trust/load-keyring.ts", "key: strict takes one key under two ids", 'profile.name !== "strict" || shared === undefined', "true"),
  m("trust/read-key-entry.ts", "key: an entry without a purpose is for approvals alone", 'Object.freeze(["approve", "attest"])', "Object.freeze([])"),
  m("trust/read-key-entry.ts", "key: * beside a name is taken", 'list.length > 1 && list.includes("*")', 'list.length > 9 && list.includes("*")'),
  m("trust/read-key-entry.ts", "key: a weak key refuses the file though it is revoked", '"weak" in key && revoked', "false"),
  m("trust/read-key-entry.ts", "key: a weak key is left out though nothing revokes it", '"weak" in key && revoked', '"weak" in key'),
  m("trust/read-key-entry.ts", "key: what is revoked may be in any form", '"weak" in key && revoked', "revoked"),
  m("trust/read-key-entry.ts", "key: a weak key counts as revoked by the list alone", "listedRevoked || revoked", "listedRevoked"),
  m("trust/read-key-entry.ts", "key: a weak key counts as revoked by its entry alone", "listedRevoked || revoked", "revoked"),
  m("trust/load-keyring.ts", "key: a weak key's entry revokes no id", "for (const id of weakIds) revokedIds.add(id);", ""),
  m(SIG, "key: scope is not looked at", "if (profile.keyScope) {", "if (false) {"),
  m(SIG, "key: ids are looked up without their spaces", "keyring.keys.get(entry.key_id)", "keyring.keys.get(entry.key_id.trim())"),
  m(SIG, "key: the agent's key raises trust", '!(profile.keyScope && isListed("agent", purpose))', "true"),
  m(SCOPE, "scope: attest is not enough", '!isListed("approve", entry.purpose) && !isListed("attest", entry.purpose)', '!isListed("approve", entry.purpose)'),
  m(SCOPE, "scope: any purpose is enough", '!isListed("approve", entry.purpose) && !isListed("attest", entry.purpose)', "entry.purpose.length === 0"),
  m(SCOPE, "scope: tools are not looked at", 'if (!covers(entry.tools, requirements.tool)) return "trust.key_tool";', ""),
  m(SCOPE, "scope: impacts are tested on the stated one", "covers(entry.impacts, requirements.impact)", "covers(entry.impacts, requirements.declaredImpact)"),
  m(SCOPE, "scope: audiences are not looked at", "audience !== null && !covers(entry.audiences, audience)", "false"),
  m(SCOPE, "scope: tools alone count as written scope", "entry.tools === null || entry.impacts === null", "entry.tools === null"),
  m(SCOPE, "scope: impacts alone count as written scope", "entry.tools === null || entry.impacts === null", "entry.impacts === null"),
  m(SCOPE, "scope: a low impact refuses unscoped keys", "requirements.scopedKeysRequired && requirements.trustedChainRequired", "true"),
  m(SCOPE, "scope: * covers nothing", 'isListed("*", scope) ||', ""),
  m(SCOPE, "scope: names are prefixes", "isListed(name, scope)", "scope.some((one) => name.startsWith(one))"),
];

const signatures: readonly Mutant[] = [
  m("trust/base64.ts", "base64: unused bits may be set", "return (held & ((1 << bits) - 1)) === 0 ? bytes : null;", "return bytes;"),
  m("trust/base64.ts", "base64: a signature may end in one =", 'text.length === 88 && text.endsWith("==")', 'text.length === 88 && text.endsWith("=")'),
  m("trust/base64.ts", "base64: a signature may be padded or not", 'text.length === 88 && text.endsWith("==")', "text.length === 88"),
  m("trust/base64.ts", "base64: a signature may have spaces around it", "return text.length === 88 && text.endsWith(\"==\") ? decodeBase64(text) : null;", "return decodeBase64(text.trim());"),
  m("trust/base64.ts", "base64: characters outside the alphabet count as zero", "if (value === 0xff) return null;", ""),
  m(SIG, "signature: it is not verified", "if (!verify(publicKey, message, signature))", "if (signature.length !== 64)"),
  m(SIG, "signature: free text raises trust", "raises: profile.legacyRaisesTrust", "raises: true"),
];

const ATT = "trust/check-attestation.ts";
const attestation: readonly Mutant[] = [
  m(ATT, "attestation: a digest may be in upper case", "const DIGEST = /^[0-9a-f]{64}$/;", "const DIGEST = /^[0-9a-f]{64}$/i;"),
  m(ATT, "attestation: a digest may be longer", "const DIGEST = /^[0-9a-f]{64}$/;", "const DIGEST = /^[0-9a-f]{64}/;"),
  m(ATT, "attestation: a required member may be missing", 'if (!Object.hasOwn(attestation, name)) found("trust.attestation_member");', ""),
  m(ATT, "attestation: a member of the wrong type passes", "if (value === null) found(wrong);", ""),
  m(ATT, "attestation: provenance ids of any type", 'for (const element of value) if (typeof element !== "string") return null;', ""),
  m(ATT, "attestation: another tool", "tool !== null && tool !== proposal.action.tool", "false"),
  m(ATT, "attestation: another impact", "impact !== null && impact !== proposal.impact", "false"),
  m(ATT, "attestation: the tool is compared without case", "tool !== proposal.action.tool", "tool.toLowerCase() !== proposal.action.tool.toLowerCase()"),
  m(ATT, "attestation: other provenance ids", "ids !== null && !sameIds(ids, proposal)", "false"),
  m(ATT, "attestation: fewer provenance ids", "if (ids.length !== entries.length) return false;", "if (ids.length > entries.length) return false; if (ids.length < entries.length) return true;"),
  m(ATT, "attestation: provenance ids in any order", "if (ids[at] !== entries[at]?.id) return false;", "if (!ids.includes(entries[at]?.id as string)) return false;"),
  m(ATT, "attestation: ids are normalised", "if (ids[at] !== entries[at]?.id) return false;", "if (ids[at]?.normalize() !== entries[at]?.id.normalize()) return false;"),
  m(ATT, "attestation: other arguments", "args !== null && !equalDigests(args, digests.args())", "args !== null && digests.args() === null"),
  m(ATT, "attestation: other claims", "claims !== null && !equalDigests(claims, digests.claims())", "claims !== null && digests.claims() === null"),
  m(ATT, "attestation: another intent", "intent !== null && !equalDigests(intent, digests.intent())", "intent !== null && digests.intent() === null"),
  m(ATT, "attestation: other evidence", "evidence !== null && !equalDigests(evidence, digests.evidence())", "evidence !== null && digests.evidence() === null"),
  m(ATT, "attestation: valid at the instant of its end", "check.now >= expiresAt", "check.now > expiresAt"),
  m(ATT, "attestation: its end is not looked at", "expiresAt !== null && check.now >= expiresAt", "false"),
  m(ATT, "attestation: one minute ahead is refused", "issuedAt - ISSUED_AHEAD > check.now", "issuedAt - ISSUED_AHEAD >= check.now"),
  m(ATT, "attestation: two minutes ahead pass", "const ISSUED_AHEAD = 60_000_000_000n;", "const ISSUED_AHEAD = 120_000_000_000n;"),
  m(ATT, "attestation: its life is not looked at", "expiresAt !== null && !lifetimeHolds(issuedAt, expiresAt, requirements.maxAttestationLifetime)", "false"),
  m(ATT, "attestation: a life of exactly the most is refused", "life > 0n && life <=", "life > 0n && life <"),
  m(ATT, "attestation: a life of nothing", "return life > 0n &&", "return life >= 0n &&"),
  m(ATT, "attestation: a life measured in milliseconds", "const SECOND = 1_000_000_000n;", "const SECOND = 1_000_000n;"),
  m(ATT, "attestation: another signed key id", "keyId !== null && keyId !== entry.key_id", "false"),
  m(ATT, "attestation: another audience", "audience !== null && check.audience !== null && audience !== check.audience", "false"),
  m(ATT, "attestation: * is every audience", "check.audience !== null && audience !== check.audience", 'check.audience !== null && audience !== "*" && audience !== check.audience'),
  m(ATT, "attestation: an audience is never demanded", "if (check.audienceRequired && requirements.trustedChainRequired &&", "if (false && requirements.trustedChainRequired &&"),
  m(ATT, "attestation: an audience is demanded for a low impact", "check.audienceRequired && requirements.trustedChainRequired", "check.audienceRequired"),
  m(ATT, "attestation: complete without an intent", "(intent !== null && issuedAt !== null && expiresAt !== null)", "(issuedAt !== null && expiresAt !== null)"),
  m(ATT, "attestation: complete without a start", "(intent !== null && issuedAt !== null && expiresAt !== null)", "(intent !== null && expiresAt !== null)"),
  m(ATT, "attestation: complete without an end", "(intent !== null && issuedAt !== null && expiresAt !== null)", "(intent !== null && issuedAt !== null)"),
  m(ATT, "attestation: vouches for every id that it names", "ids?.length === 1 && ids[0] === entry.id", "ids?.includes(entry.id) === true"),
  m(ATT, "attestation: x_vouches_for is not read", "|| (vouchesFor !== null && isListed(entry.id, vouchesFor))", ""),
  m(ATT, "attestation: x_vouches_for vouches for all", "(vouchesFor !== null && isListed(entry.id, vouchesFor))", "vouchesFor !== null"),
];

const DERIVE = "trust/derive-trust.ts";
const USE = "trust/single-use.ts";
const derived: readonly Mutant[] = [
  m(DERIVE, "trust: evidence is not required", "evidence.length === 0 && requirements.evidenceRequired", "false"),
  m(DERIVE, "trust: work is not bounded", "> limits.maxArtifactsBytes) return", "> limits.maxArtifactsBytes * 9) return"),
  m(DERIVE, "trust: work at the limit is refused", "> limits.maxArtifactsBytes) return", ">= limits.maxArtifactsBytes) return"),
  m(DERIVE, "trust: a file under two entries counts twice", "counted.add(entry.ref);", ""),
  m("trust/verify-evidence.ts", "trust: a failing file passes", "if (fault !== null) issues.add(fault.reason", "if (fault === undefined) issues.add(fault.reason"),
  m(DERIVE, "trust: failing evidence passes at a low impact", "if (!issues.empty) return issues.fail({ evidence", "if (!issues.empty && requirements.trustedChainRequired) return issues.fail({ evidence"),
  m(DERIVE, "trust: raises what is verified though it must not", "if (!raises) continue;", ""),
  m(DERIVE, "trust: the entry's own word counts", '(!profile.strictTrust && declared === "trusted")', 'declared === "trusted"'),
  m(DERIVE, "trust: any signature raises every entry", "raised_by.length > 0 ||", "raisedBy.size > 0 ||"),
  m(USE, "trust: nonces are not compared", "attestation.nonce === null || attestation.nonce !== shared", "attestation.nonce === null"),
  m(USE, "trust: a missing nonce passes", "if (attestation.nonce === null || attestation.nonce !== shared)", "if (attestation.nonce !== null && attestation.nonce !== shared)"),
  m(USE, "trust: one attestation alone needs a nonce", "if (count < 2) return shared;", "if (count < 1) return shared;"),
  m(USE, "trust: free text needs a nonce", "if (attestation === null) continue;\n    count += 1;", "count += 1;\n    if (attestation === null) continue;"),
  m(USE, "trust: an audience that nobody signed was checked", "if (attestation !== null && !attestation.hasAudience) return false;", ""),
  m("trust/judge-chain.ts", "causal: no chain is needed", "if (!requirements.trustedChainRequired) return ok(true);", "return ok(true);"),
  m("trust/judge-chain.ts", "causal: a dangling reference passes", 'issues.add("provenance.dangling_reference", path);', "continue;"),
  m("trust/judge-chain.ts", "causal: every reference must be trusted", "return true;\n    }\n  }\n  return false;", "continue;\n      return false;\n    }\n  }\n  return true;"),
  m("trust/judge-chain.ts", "causal: any trusted entry is enough", 'provenance[index]?.effective === "trusted"', 'provenance.some((fact) => fact.effective === "trusted")'),
  m("trust/judge-chain.ts", "causal: a reference is enough", 'provenance[index]?.effective === "trusted"', "provenance[index] !== undefined"),
  m("trust/digests.ts", "digest: the intent's is that of a JSON string", "return sha256(intent);", "return sha256(JSON.stringify(intent));"),
  m("trust/digests.ts", "digest: evidence leaves out the source", "source === undefined ? { id } : { id, source }", "source === undefined ? { id } : { id }"),
  m("trust/digests.ts", "digest: evidence has signatures too", '.filter((entry) => entry.type === "hash")', ""),
];

const ART = "trust/artifacts.ts";
const HASH = "trust/verify-hash.ts";
const files: readonly Mutant[] = [
  m(HASH, "file: its bytes are not compared", "equalDigests(digestOf(entry.ref, artifact), entry.sha256)", "equalDigests(entry.sha256, entry.sha256)"),
  m(HASH, "file: one byte over the limit passes", "artifact.length > limits.maxArtifactBytes", "artifact.length > limits.maxArtifactBytes + 1"),
  m(HASH, "file: at the limit it is refused", "artifact.length > limits.maxArtifactBytes", "artifact.length >= limits.maxArtifactBytes"),
  m(HASH, "file: what is refused is merely unavailable", 'if (artifact === "refused") return { reason: "evidence.ref_refused"', 'if (artifact === "refused") return { reason: "evidence.artifact_unavailable"'),
  m(HASH, "file: what is not there passes", 'if (!(artifact instanceof Uint8Array)) return { reason: "evidence.artifact_unavailable", member: "ref" };', "if (!(artifact instanceof Uint8Array)) return null;"),
  m(ART, "ref: any scheme", "if (!ref.startsWith(SCHEME)) return null;", ""),
  m(ART, "ref: control characters pass", "unit < 0x20 ||", ""),
  m(ART, "ref: a space is a control character", "unit < 0x20 ||", "unit <= 0x20 ||"),
  m(ART, "ref: DEL passes", "unit >= 0x7f &&", "unit > 0x7f &&"),
  m(ART, "ref: the last control character passes", "unit <= 0x9f", "unit < 0x9f"),
  m(ART, "ref: a hash sign passes", "[0x23, ", "["),
  m(ART, "ref: a percent sign passes", "0x25, ", ""),
  m(ART, "ref: a colon passes", "0x3a, ", ""),
  m(ART, "ref: a question mark passes", "0x3f, ", ""),
  m(ART, "ref: a backslash passes", ", 0x5c]", "]"),
  m(ART, "ref: an empty segment passes", 'segment === "" ||', ""),
  m(ART, "ref: a segment . passes", 'segment === "." ||', ""),
  m(ART, "ref: a segment .. passes", '|| segment === ".."', ""),
];

const TIME = "trust/timestamp.ts";
const times: readonly Mutant[] = [
  m(TIME, "time: 31 days in every month", "day > daysInMonth(year, month)", "day > 31"),
  m(TIME, "time: every century is a leap year", "(year % 100 !== 0 || year % 400 === 0)", "true"),
  m(TIME, "time: no century is a leap year", "(year % 100 !== 0 || year % 400 === 0)", "year % 100 !== 0"),
  m(TIME, "time: hour 24 passes", "if (hour > 23 ||", "if (hour > 24 ||"),
  m(TIME, "time: second 60 passes", "second > 59", "second > 60"),
  m(TIME, "time: minute 60 passes", "minute > 59 || second", "minute > 60 || second"),
  m(TIME, "time: an offset of 24 hours passes", "offsetHour > 23", "offsetHour > 24"),
  m(TIME, "time: an offset of 60 minutes passes", "offsetMinute > 59", "offsetMinute > 60"),
  m(TIME, "time: offsets go the other way", '(match[8] === "-" ? -60 : 60)', '(match[8] === "-" ? 60 : -60)'),
  m(TIME, "time: fractions are cut to milliseconds", '.padEnd(9, "0"))', '.slice(0, 3).padEnd(9, "0"))'),
  m(TIME, "time: a space may stand for the T", "T(\\d{2}):(\\d{2})", "[T ](\\d{2}):(\\d{2})"),
  m(TIME, "time: ten fraction digits pass", "(\\d{1,9})", "(\\d{1,10})"),
  m(TIME, "time: a text may go on", "(\\d{2}):(\\d{2}))$/;", "(\\d{2}):(\\d{2}))/;"),
];

const REQ = "policy/requirements.ts";
const BUILD = "policy/build-policy.ts";
const policies: readonly Mutant[] = [
  m(REQ, "policy: a chain goes by the stated impact alone", "isHighImpact(declaredImpact) || (profile.operatorImpact && isHighImpact(impact))", "isHighImpact(declaredImpact)"),
  m(REQ, "policy: a chain goes by the operator's impact alone", "isHighImpact(declaredImpact) || (profile.operatorImpact && isHighImpact(impact))", "isHighImpact(impact)"),
  m(REQ, "policy: a chain is needed only where both are high", "isHighImpact(declaredImpact) || (profile.operatorImpact && isHighImpact(impact))", "isHighImpact(declaredImpact) && (!profile.operatorImpact || isHighImpact(impact))"),
  m(REQ, "policy: evidence goes by the stated impact alone", "policy.evidenceImpacts.has(impact) || policy.evidenceImpacts.has(declaredImpact)", "policy.evidenceImpacts.has(declaredImpact)"),
  m(REQ, "policy: evidence goes by the operator's impact alone", "policy.evidenceImpacts.has(impact) || policy.evidenceImpacts.has(declaredImpact)", "policy.evidenceImpacts.has(impact)"),
  m(REQ, "policy: evidence goes by the operator's impact alone in interop", "|| policy.evidenceImpacts.has(declaredImpact)", "|| (profile.operatorImpact && policy.evidenceImpacts.has(declaredImpact))"),
  m(REQ, "policy: a tool cannot ask for evidence", "|| rule?.evidenceRequired === true", ""),
  m(REQ, "policy: the tool's lifetime is not read", "rule?.maxAttestationLifetime ?? policy.maxAttestationLifetime", "policy.maxAttestationLifetime"),
  m(REQ, "policy: unscoped keys are always allowed", "!(rule?.allowUnscopedKeys ?? policy.allowUnscopedKeys)", "false"),
  m(REQ, "policy: unscoped keys are never allowed", "!(rule?.allowUnscopedKeys ?? policy.allowUnscopedKeys)", "true"),
  m(BUILD, "policy: a life of two days by default", "const DEFAULT_LIFETIME = 86_400;", "const DEFAULT_LIFETIME = 172_800;"),
  m(BUILD, "policy: the file's lifetime is not read", "file.max_attestation_lifetime ?? DEFAULT_LIFETIME", "DEFAULT_LIFETIME"),
  m(BUILD, "policy: a proposal is optional by default", 'entry.pic ?? "required"', 'entry.pic ?? "optional"'),
  m(BUILD, "policy: deny is not read", "deny: entry.deny ?? null,", "deny: null,"),
  m(BUILD, "policy: args are not read", "entry.args === undefined ? null", "true ? null"),
  m(BUILD, "policy: a tool's allow_unscoped_keys is not read", "entry.allow_unscoped_keys ?? defaults.allowUnscopedKeys", "defaults.allowUnscopedKeys"),
  m(BUILD, "policy: the reference's form needs no proposals", "impactsOf(file.require_pic_for_impacts, named.length)", "[]"),
  m(BUILD, "policy: the reference's form needs no evidence", "impactsOf(file.require_evidence_for_impacts, named.length)", "[]"),
  m(BUILD, "policy: the reference's evidence rule is fixed", "impactsOf(file.require_evidence_for_impacts, named.length)", "HIGH_IMPACTS"),
  m(BUILD, "policy: an empty list of the reference's form asks for nothing", "(list.length === 0 && toolsNamed > 0)", "false"),
  m(BUILD, "policy: an empty list is never empty", "list.length === 0 && toolsNamed > 0", "list.length === 0"),
  m("policy/pic-need.ts", "policy: no tool needs a proposal", 'if (rule?.pic !== "optional") return true;', ""),
  m("policy/pic-need.ts", "policy: in strict a high impact may go without a proposal", "isHighImpact(rule.impact) || ", ""),
  m("policy/judge-policy.ts", "policy: unknown tools pass", "judgeToolUnknown(question, issues);", ""),
  m("policy/judge-policy.ts", "policy: impacts may differ", "judgeImpactMismatch(question, issues);", ""),
  m("policy/judge-policy.ts", "policy: deny passes", "judgeDenied(rule, issues);", ""),
  m("policy/judge-policy.ts", "policy: arguments are not judged", "judgeArgs(rule, args, issues);", ""),
  m("policy/rules/impact-mismatch.ts", "policy: overstating passes", "impact !== declaredImpact", "impact > declaredImpact"),
  m("policy/rules/args.ts", "policy: a place in the arguments is told as one in the action", "/action/args$", "/action$"),
  m("compile/compile-args-schema.ts", "args: the root is left open", "const closing = open ? { unevaluatedProperties: false } : {};", "const closing = {};"),
  m("compile/compile-args-schema.ts", "args: inherited members count as there", "ownProperties: true,", "ownProperties: false,"),
  m("policy/is-multiple-of.ts", "args: multipleOf takes everything", "export function isMultipleOf", "export const isMultipleOf = (_value: number, _step: number): boolean => true;\nfunction unused"),
];

/** Each option of a profile flipped on its own: some vector sees it. */
const OPTIONS = Object.keys(STRICT).filter((name) => name !== "name") as readonly Exclude<keyof Profile, "name">[];
const profiles: readonly Mutant[] = OPTIONS.flatMap((option) => [
  m("decision/profile.ts", `profile: ${option} of strict`, "resolveEveryReference: true,", `resolveEveryReference: true, ${option}: ${!STRICT[option]},`),
  m("decision/profile.ts", `profile: ${option} of interop`, "resolveEveryReference: false,", `resolveEveryReference: false, ${option}: ${!INTEROP[option]},`),
]);

export const MUTANTS: readonly Mutant[] = [...json, ...modes, ...keys, ...signatures, ...attestation, ...derived, ...files, ...times, ...policies, ...profiles];
