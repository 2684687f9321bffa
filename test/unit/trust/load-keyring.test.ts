import * as crypto from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ConfigurationError } from "../../../src/decision/configuration-error.js";
import { INTEROP, STRICT } from "../../../src/decision/profile.js";
import { encodeBase64 } from "../../../src/trust/base64.js";
import { keyState } from "../../../src/trust/key-state.js";
import { checkKeyringForProfile, isKeyring, loadKeyring } from "../../../src/trust/load-keyring.js";
import { TEST_KEY_LABELS, testKey } from "../../keys/test-only-keys.js";

const A = testKey("test-approver").publicKey;
const B = testKey("test-second-approver").publicKey;
const b64 = encodeBase64(A);
const hex = Buffer.from(A).toString("hex");
const pem = spkiPem(A);

function spkiPem(raw: Uint8Array, eol = "\n"): string {
  const der = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), raw]);
  return `-----BEGIN PUBLIC KEY-----${eol}${der.toString("base64")}${eol}-----END PUBLIC KEY-----${eol}`;
}

function refusal(input: unknown): ConfigurationError {
  try {
    loadKeyring(input as object);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigurationError);
    return error as ConfigurationError;
  }
  throw new Error("the keyring loaded");
}

/** The refusal of one entry, at a place relative to it. */
function refusedEntry(entry: unknown): { place: string | undefined; message: string } {
  const { place, message } = refusal({ trusted_keys: { "fin-ops": entry } });
  expect(place?.startsWith("/trusted_keys/fin-ops")).toBe(true);
  return { place: place?.slice("/trusted_keys/fin-ops".length), message };
}

describe("forms of the file", () => {
  it("reads the reference's form and the flat map, from bytes, text and objects, to equal keys", () => {
    const full = { trusted_keys: { "fin-ops": b64 }, revoked_keys: [] };
    const flat = { "fin-ops": b64 };
    for (const file of [full, flat]) {
      const text = JSON.stringify(file, null, 1);
      const rings = [file, text, new TextEncoder().encode(text), Buffer.from(text)].map((input) => loadKeyring(input));
      for (const ring of rings) {
        expect([...ring.keys.keys()]).toEqual(["fin-ops"]);
        expect(ring.keys.get("fin-ops")?.key.raw).toEqual(A);
        expect(ring.digest).toBe(rings[0]?.digest);
        expect(isKeyring(ring)).toBe(true);
      }
    }
  });

  it("names a generation by SHA-256 of the canonical form", () => {
    const canonical = `{"revoked_keys":[],"trusted_keys":{"fin-ops":"${b64}"}}`;
    const digest = crypto.createHash("sha256").update(canonical).digest("hex");
    expect(loadKeyring({ trusted_keys: { "fin-ops": b64 }, revoked_keys: [] }).digest).toBe(digest);
  });

  it("reads every member of an entry", () => {
    const ring = loadKeyring({
      trusted_keys: {
        "fin-ops": {
          public_key: b64,
          purpose: ["approve", "break_glass"],
          tools: ["payments.transfer", "payments.refund"],
          impacts: ["money", "read"],
          audiences: ["payments-prod"],
          roles: ["finance", "controller"],
          owner: "Finance",
          not_before: "2026-01-01T00:00:00Z",
          expires_at: "2027-01-01T00:00:00+01:00",
        },
      },
    });
    const { key, ...entry } = ring.keys.get("fin-ops") ?? expect.fail();
    expect(key.hex).toBe(hex);
    expect(entry).toEqual({
      id: "fin-ops",
      purpose: ["approve", "break_glass"],
      purposeWritten: true,
      tools: ["payments.transfer", "payments.refund"],
      impacts: ["money", "read"],
      audiences: ["payments-prod"],
      roles: ["finance", "controller"],
      owner: "Finance",
      notBefore: 1767225600_000_000_000n,
      expiresAt: 1798758000_000_000_000n,
      revoked: false,
    });
  });

  it("fills in what an entry leaves out", () => {
    const { key, ...entry } = loadKeyring({ "fin-ops": b64 }).keys.get("fin-ops") ?? expect.fail();
    expect(key.hex).toBe(hex);
    expect(entry).toEqual({
      id: "fin-ops",
      purpose: ["approve", "attest"],
      purposeWritten: false,
      tools: null,
      impacts: null,
      audiences: null,
      roles: [],
      owner: null,
      notBefore: null,
      expiresAt: null,
      revoked: false,
    });
  });

  it("takes an empty keyring, which verifies nothing", () => {
    expect(loadKeyring({}).keys.size).toBe(0);
    expect(loadKeyring({ trusted_keys: {}, revoked_keys: ["gone"] }).revokedIds.has("gone")).toBe(true);
  });

  it.each([
    ["an array", [], ""],
    ["a list of keys", { trusted_keys: [b64] }, "/trusted_keys"],
    ["null for keys", { trusted_keys: null }, "/trusted_keys"],
    ["revocations alone", { revoked_keys: ["a"] }, ""],
    ["a misspelt member", { trusted_keys: {}, revoked: [] }, ""],
    ["a flat map beside trusted_keys", { trusted_keys: {}, "fin-ops": b64 }, ""],
    ["a map of revocations", { trusted_keys: {}, revoked_keys: { a: true } }, "/revoked_keys"],
    ["null revocations", { trusted_keys: {}, revoked_keys: null }, "/revoked_keys"],
    ["a number among revocations", { trusted_keys: {}, revoked_keys: ["a", 1] }, "/revoked_keys/1"],
    ["a revoked id with white space", { trusted_keys: {}, revoked_keys: ["fin-ops "] }, "/revoked_keys/0"],
    ["a revoked id with a zero-width space", { trusted_keys: {}, revoked_keys: ["fin-ops\u200b"] }, "/revoked_keys/0"],
    ["an empty revoked id", { trusted_keys: {}, revoked_keys: [""] }, "/revoked_keys/0"],
    ["an id with white space", { trusted_keys: { "fin-ops ": b64 } }, "/trusted_keys"],
    ["an empty id", { "": b64 }, ""],
    ["an id that begins with a dot", { ".hidden": b64 }, ""],
    ["an id of 129 characters", { ["a".repeat(129)]: b64 }, ""],
    ["a Cyrillic id", { "fin-\u043eps": b64 }, ""],
    ["an id with a newline at its end", { "fin-ops\n": b64 }, ""],
  ])("refuses %s", (_, file, place) => {
    expect(refusal(file).place).toBe(place);
  });

  it("takes an id of 128 characters, and every character that ids may have", () => {
    const ids = ["a".repeat(128), "A9._:@/-z"];
    expect([...loadKeyring({ [ids[0] as string]: b64, [ids[1] as string]: encodeBase64(B) }).keys.keys()].sort()).toEqual(ids.sort());
    expect(refusal({ trusted_keys: { "ops/a": 1 } }).place).toBe("/trusted_keys/ops~1a");
  });

  it.each([
    ["a duplicate id", `{"a":"${b64}","a":"${b64}"}`, "json.duplicate_name"],
    ["a duplicate member of an entry", `{"a":{"public_key":"${b64}","tools":["x"],"tools":["*"]}}`, "json.duplicate_name"],
    ["a byte order mark", "\ufeff{}", "json.bom"],
    ["bytes after the value", "{} {}", "json.trailing_data"],
    ["nothing", "", "json.empty"],
    ["__proto__", `{"__proto__":"${b64}"}`, "json.proto_name"],
    ["no JSON", "pic_keys.json", "json.syntax"],
    ["depth", `{"a":${"[".repeat(9)}${"]".repeat(9)}}`, "limit.depth"],
    ["more than 1 MiB", `{"a":"${" ".repeat(1024 * 1024)}"}`, "limit.bytes"],
  ])("refuses %s, by the strict JSON rules", (_, text, reason) => {
    for (const input of [text, new TextEncoder().encode(text)]) expect(refusal(input).message).toContain(reason);
  });

  it("takes 1024 keys and not 1025", { timeout: 60_000 }, () => {
    const file = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, b64]));
    expect(loadKeyring(file(1024)).keys.size).toBe(1024);
    expect(refusal(file(1025)).message).toContain("1024");
  });

  it("says what to do with a file name and with a promise", () => {
    expect(() => loadKeyring("pic_keys.json")).toThrow(/not as a file name: loadKeyringFile of countersign\/node reads a file/);
    expect(() => loadKeyring(Promise.resolve({}) as never)).toThrow(/promise: await it/);
  });

  it("throws TypeError for a value that is no file at all", () => {
    for (const bad of [undefined, null, 1, true, 1n, Symbol("x")]) expect(() => loadKeyring(bad as never)).toThrow(TypeError);
  });

  it("only takes what loadKeyring made for a keyring", () => {
    const ring = loadKeyring({});
    expect(isKeyring({ ...ring })).toBe(false);
    for (const value of [null, undefined, 1, "x", {}]) expect(isKeyring(value)).toBe(false);
  });

  it("cannot be changed once it is loaded", () => {
    const { keys, revokedIds } = loadKeyring({ trusted_keys: { a: b64 }, revoked_keys: ["old"] });
    const open = [keys, revokedIds] as unknown as Record<string, unknown>[];
    for (const one of open) {
      expect(Object.isFrozen(one)).toBe(true);
      for (const change of ["set", "add", "delete", "clear"]) expect(one[change]).toBeUndefined();
    }
    expect(() => Map.prototype.set.call(keys, "b", keys.get("a"))).toThrow(TypeError);
    expect(() => Map.prototype.delete.call(keys, "a")).toThrow(TypeError);
    expect(() => Set.prototype.clear.call(revokedIds)).toThrow(TypeError);
    keys.forEach((_, __, map) => {
      expect(map).toBe(keys);
    });
    revokedIds.forEach((_, __, set) => {
      expect(set).toBe(revokedIds);
    });
    expect([keys.size, keys.has("a"), keys.has("b"), [...keys.keys()], [...keys.values()].length]).toEqual([1, true, false, ["a"], 1]);
    expect([...keys][0]?.[1]).toBe(keys.get("a"));
    expect([...keys.entries()]).toEqual([...keys]);
    expect([revokedIds.size, revokedIds.has("old"), [...revokedIds], [...revokedIds.values()], [...revokedIds.keys()]]).toEqual([
      1,
      true,
      ["old"],
      ["old"],
      ["old"],
    ]);
    expect([...revokedIds.entries()]).toEqual([["old", "old"]]);
  });
});

describe("forms of a key", () => {
  it.each([
    ["base64", b64],
    ["hex", hex],
    ["upper-case hex", hex.toUpperCase()],
    ["hex after 0x", `0x${hex}`],
    ["PEM", pem],
    ["PEM with CRLF", spkiPem(A, "\r\n")],
    ["PEM without a newline at its end", pem.trimEnd()],
    ["PEM with several line ends of both kinds at its end", `${pem}\r\n\n\r\n`],
    ["PEM as OpenSSL writes it", crypto.createPublicKey(pem).export({ format: "pem", type: "spki" }) as string],
  ])("reads %s", (_, text) => {
    expect(loadKeyring({ a: text }).keys.get("a")?.key.raw).toEqual(A);
    expect(loadKeyring({ a: { public_key: text } }).keys.get("a")?.key.hex).toBe(hex);
  });

  it("looks into no text that is longer than any key", () => {
    for (const text of [`-----BEGIN ${"\n".repeat(8181)}x`, pem + "\n".repeat(8193 - pem.length), "A".repeat(40_000)]) {
      expect(text.length).toBeGreaterThan(8192);
      expect(refusedEntry(text).message).toContain("longer than 8192 characters");
    }
    expect(loadKeyring({ a: pem + "\n".repeat(8192 - pem.length) }).keys.get("a")?.key.raw).toEqual(A);
  });

  const pemOf = (type: "rsa" | "ec" | "ed448" | "x25519" | "x448" | "rsa-pss") => {
    const generate = crypto.generateKeyPairSync as (type: string, options?: object) => { publicKey: crypto.KeyObject };
    return generate(type, { modulusLength: 2048, namedCurve: "P-256" }).publicKey.export({ format: "pem", type: "spki" }) as string;
  };
  it.each([
    ["rsa", "RSA key"],
    ["rsa-pss", "RSA-PSS key"],
    ["ec", "EC key"],
    ["ed448", "Ed448 key"],
    ["x25519", "X25519 key"],
    ["x448", "X448 key"],
  ] as const)("refuses a PEM key of type %s and says so", (type, words) => {
    const { place, message } = refusedEntry({ public_key: pemOf(type) });
    expect(place).toBe("/public_key");
    expect(message).toContain(words);
    expect(message).toContain('"fin-ops"');
  });

  const der = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), A]);
  const block = (label: string, body: Uint8Array) =>
    `-----BEGIN ${label}-----\n${Buffer.from(body).toString("base64")}\n-----END ${label}-----\n`;
  it.each([
    ["unpadded base64", b64.slice(0, 43)],
    ["URL base64", encodeBase64(Uint8Array.from(B)).replaceAll("+", "-").replaceAll("/", "_").replace("=", "")],
    ["base64 with unused bits", `${"A".repeat(42)}B=`],
    ["base64 with a newline", `${b64}\n`],
    ["base64 with a leading space", ` ${b64}`],
    ["31 bytes", encodeBase64(A.slice(1))],
    ["33 bytes", encodeBase64(Uint8Array.of(...A, 0))],
    ["63 hex digits", hex.slice(1)],
    ["0X", `0X${hex}`],
    ["hex with colons", hex.match(/../g)?.join(":") as string],
    ["an empty text", ""],
    ["a PEM block with text before it", `key:\n${pem}`],
    ["a PEM block with a lone carriage return behind it", `${pem}\r`],
    ["two PEM blocks", pem + pem],
    ["a PEM block without an end", pem.split("\n").slice(0, 2).join("\n")],
    ["a PEM block with other labels", pem.replace("END PUBLIC", "END RSA PUBLIC")],
    ["a PEM block with nothing in it", "-----BEGIN PUBLIC KEY-----\n-----END PUBLIC KEY-----\n"],
    ["a PEM block on one line", pem.replaceAll("\n", "")],
    ["a certificate", block("CERTIFICATE", der)],
    ["bare DER in base64", der.toString("base64")],
    ["DER with a byte more", block("PUBLIC KEY", Buffer.concat([der, Buffer.of(0)]))],
    ["DER with a byte less", block("PUBLIC KEY", der.subarray(0, 43))],
    ["DER with NULL parameters", block("PUBLIC KEY", Buffer.concat([Buffer.from("302c300706032b65700500032100", "hex"), A]))],
    ["DER with a long length", block("PUBLIC KEY", Buffer.concat([Buffer.from("30812a300506032b6570032100", "hex"), A]))],
    ["an OpenSSH key", `ssh-ed25519 ${Buffer.from(A).toString("base64")} someone`],
  ])("refuses %s", (_, text) => {
    expect(refusedEntry(text).place).toBe("");
    expect(refusedEntry({ public_key: text }).place).toBe("/public_key");
  });

  it.each([
    ["identity", "0100000000000000000000000000000000000000000000000000000000000000", "weak key"],
    ["all zero", "0000000000000000000000000000000000000000000000000000000000000000", "weak key"],
    ["order 2", "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f", "weak key"],
    ["order 8", "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05", "weak key"],
    ["order 8", "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a", "weak key"],
    ["identity with a sign", "0100000000000000000000000000000000000000000000000000000000000080", "canonical"],
    ["y = p", "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f", "canonical"],
    ["off the curve", "0200000000000000000000000000000000000000000000000000000000000000", "curve"],
  ])("refuses a key that is %s, in every form, with its id and the reason", (_, weak, words) => {
    const raw = Uint8Array.from(Buffer.from(weak, "hex"));
    for (const text of [weak, `0x${weak}`, encodeBase64(raw), spkiPem(raw)]) {
      const { message } = refusedEntry(text);
      expect(message).toContain('key "fin-ops" is refused');
      expect(message).toContain(words);
    }
  });

  describe("weak and revoked (KEYRING-8)", () => {
    const ZERO = "0".repeat(64);
    const files: [string, object][] = [
      ["by the list", { trusted_keys: { a: b64, old: ZERO }, revoked_keys: ["old"] }],
      ["by its entry", { trusted_keys: { a: b64, old: { public_key: encodeBase64(new Uint8Array(32)), revoked: {} } } }],
      ["by its entry, in the flat form", { a: b64, old: { public_key: spkiPem(new Uint8Array(32)), revoked: { note: "example" } } }],
      ["though no point at all", { trusted_keys: { a: b64, old: `02${"0".repeat(62)}` }, revoked_keys: ["old"] }],
    ];
    it.each(files)("is a revoked id without a key: %s", (_, file) => {
      const ring = loadKeyring(file);
      expect([...ring.keys.keys()]).toEqual(["a"]);
      expect(ring.weakIds).toEqual(["old"]);
      expect([...ring.revokedIds]).toEqual(["old"]);
      expect(keyState(ring.keys.get("old"), ring, "old", 0n)).toBe("revoked");
      expect(keyState(ring.keys.get("a"), ring, "a", 0n)).toBe("ok");
      checkKeyringForProfile(ring, STRICT);
    });

    it.each([
      ["revoked under another id only", { trusted_keys: { old: ZERO, new: ZERO }, revoked_keys: ["old"] }, "/trusted_keys/new"],
      ["beside a fault of its scope", { trusted_keys: { old: { public_key: ZERO, revoked: {}, tools: [] } } }, "/trusted_keys/old/tools"],
      ["no key in form", { trusted_keys: { old: ZERO.slice(1) }, revoked_keys: ["old"] }, "/trusted_keys/old"],
      ["of 64 bytes", { trusted_keys: { old: ZERO + ZERO }, revoked_keys: ["old"] }, "/trusted_keys/old"],
      ["no text", { trusted_keys: { old: { public_key: null, revoked: {} } } }, "/trusted_keys/old/public_key"],
      ["private", { trusted_keys: { old: "-----BEGIN PRIVATE KEY-----" }, revoked_keys: ["old"] }, "/trusted_keys/old"],
    ])("is refused where it is %s", (_, file, place) => {
      expect(refusal(file).place).toBe(place);
    });

    it("strikes no key by a material that was not taken in", () => {
      expect(loadKeyring({ trusted_keys: { a: b64, b: hex, old: ZERO }, revoked_keys: ["old"] }).keys.get("b")?.revoked).toBe(false);
    });
  });

  it.each([[undefined], [null], [1], [[b64]], [{ kty: "OKP", crv: "Ed25519", x: "AA" }]])("refuses %j for a public key", (value) => {
    const entry = value === undefined ? { tools: ["a"] } : { public_key: value };
    expect(refusedEntry(entry).place).toBe("/public_key");
  });
});

describe("private material", () => {
  const { privateKeyPem } = testKey("test-approver");
  const secret = privateKeyPem.split("\n")[1] as string;
  const sealed = crypto
    .generateKeyPairSync("ed25519")
    .privateKey.export({ format: "pem", type: "pkcs8", cipher: "aes-256-cbc", passphrase: "test" }) as string;
  const relabelled = privateKeyPem.replaceAll("PRIVATE", "PUBLIC");
  const rsa = crypto.generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ format: "pem", type: "pkcs1" }) as string;

  it.each([
    ["PKCS#8", privateKeyPem],
    ["sealed PKCS#8", sealed],
    ["PKCS#1", rsa],
    ["PKCS#8 under a public label", relabelled],
    ["PKCS#1 under a public label", rsa.replaceAll("RSA PRIVATE", "PUBLIC")],
    ["PKCS#8 without a frame", secret],
    ["seed and public key in base64", encodeBase64(Uint8Array.of(...new Uint8Array(32).fill(9), ...A))],
    ["seed and public key in hex", "09".repeat(32) + hex],
  ])("%s is refused as such and never quoted", (_, text) => {
    for (const { message } of [refusedEntry(text), refusedEntry({ public_key: text })]) {
      expect(message).toMatch(/private/);
      const body = text
        .split("\n")
        .filter((line) => !line.startsWith("-----"))
        .join("");
      for (let at = 0; at + 12 <= body.length; at += 6) expect(message).not.toContain(body.slice(at, at + 12));
    }
  });

  it("is found in any member, name or note", () => {
    expect(refusal({ trusted_keys: { a: { public_key: b64, revoked: { note: privateKeyPem } } } }).place).toBe(
      "/trusted_keys/a/revoked/note",
    );
    expect(refusal({ trusted_keys: {}, comment: privateKeyPem }).message).not.toContain(secret);
    expect(refusal({ [privateKeyPem]: b64 }).message).not.toContain(secret);
    expect(refusal({ trusted_keys: {}, revoked_keys: [privateKeyPem] }).message).toMatch(/private/);
  });
});

describe("members of an entry", () => {
  const entry = (members: object) => ({ public_key: b64, ...members });

  it.each([
    ["unknown member", entry({ purposes: ["approve"] }), ""],
    ["unknown purpose", entry({ purpose: "telemetry" }), "/purpose/0"],
    ["unknown purpose in a list", entry({ purpose: ["approve", "sign"] }), "/purpose/1"],
    ["purpose in other case", entry({ purpose: "Approve" }), "/purpose/0"],
    ["no purpose in a list", entry({ purpose: [] }), "/purpose"],
    ["null purpose", entry({ purpose: null }), "/purpose"],
    ["a purpose twice", entry({ purpose: ["approve", "approve"] }), "/purpose"],
    ["no tool in a list", entry({ tools: [] }), "/tools"],
    ["tools as a text", entry({ tools: "payments.transfer" }), "/tools"],
    ["null tools", entry({ tools: null }), "/tools"],
    ["a pattern for a tool", entry({ tools: ["payments.*"] }), "/tools/0"],
    ["a tool with white space", entry({ tools: [" payments.transfer"] }), "/tools/0"],
    ["a tool twice", entry({ tools: ["a", "a"] }), "/tools"],
    ["* beside a tool", entry({ tools: ["*", "payments.transfer"] }), "/tools"],
    ["no impact in a list", entry({ impacts: [] }), "/impacts"],
    ["unknown impact", entry({ impacts: ["money", "Money"] }), "/impacts/1"],
    ["* beside an impact", entry({ impacts: ["money", "*"] }), "/impacts"],
    ["no audience in a list", entry({ audiences: [] }), "/audiences"],
    ["an empty audience", entry({ audiences: [""] }), "/audiences/0"],
    ["an audience with a space at its end", entry({ audiences: ["prod "] }), "/audiences/0"],
    ["an audience with a bidi mark", entry({ audiences: ["prod\u202e"] }), "/audiences/0"],
    ["no role in a list", entry({ roles: [] }), "/roles"],
    ["* for a role", entry({ roles: ["*"] }), "/roles/0"],
    ["an empty owner", entry({ owner: "" }), "/owner"],
    ["an owner of two lines", entry({ owner: "a\nb" }), "/owner"],
    ["a number for an owner", entry({ owner: 1 }), "/owner"],
    ["revoked: true", entry({ revoked: true }), "/revoked"],
    ["revoked: false", entry({ revoked: false }), "/revoked"],
    ["revoked: null", entry({ revoked: null }), "/revoked"],
    ["an unknown member of revoked", entry({ revoked: { when: "2026-01-01T00:00:00Z" } }), "/revoked"],
    ["a bad time of revocation", entry({ revoked: { at: "yesterday" } }), "/revoked/at"],
    ["a number for a note", entry({ revoked: { note: 1 } }), "/revoked/note"],
    ["expiry before validity", entry({ not_before: "2026-01-02T00:00:00Z", expires_at: "2026-01-01T00:00:00Z" }), "/expires_at"],
    ["expiry at the first instant", entry({ not_before: "2026-01-01T00:00:00Z", expires_at: "2026-01-01T01:00:00+01:00" }), "/expires_at"],
  ])("refuses %s", (_, value, place) => {
    expect(refusedEntry(value).place).toBe(place);
  });

  it.each(["expires_at", "not_before"])("refuses a %s that does not parse: presence decides", (name) => {
    for (const bad of [
      "",
      " ",
      null,
      0,
      false,
      "never",
      "2026-09-30",
      "2026-13-45",
      "2027-02-30T00:00:00Z",
      1790856000000,
      ["2099-01-01T00:00:00Z"],
    ]) {
      expect(refusedEntry(entry({ [name]: bad })).place).toBe(`/${name}`);
    }
  });

  it("refuses an entry that is neither a text nor an object", () => {
    for (const bad of [null, 1, true, [b64]]) expect(refusedEntry(bad).place).toBe("");
  });

  it("takes * alone", () => {
    const { tools, impacts, audiences } =
      loadKeyring({ a: entry({ tools: ["*"], impacts: ["*"], audiences: ["*"] }) }).keys.get("a") ?? expect.fail();
    expect([tools, impacts, audiences]).toEqual([["*"], ["*"], ["*"]]);
  });

  it("does not quote more than 64 escaped characters of an unknown name", () => {
    const name = `\u202e${"x".repeat(200)}`;
    const { message } = refusedEntry(entry({ [name]: 1 }));
    expect(message).toMatch(/^[\x20-\x7e]*$/);
    expect(message).not.toContain("x".repeat(65));
  });
});

describe("revocation and shared material", () => {
  it("strikes the same key material under every id, whichever way it was revoked", () => {
    const files = [
      { trusted_keys: { a: b64, b: hex, c: encodeBase64(B) }, revoked_keys: ["a"] },
      { trusted_keys: { a: b64, b: { public_key: pem, revoked: {} }, c: encodeBase64(B) } },
    ];
    for (const file of files) {
      const ring = loadKeyring(file);
      expect(["a", "b", "c"].map((id) => ring.keys.get(id)?.revoked)).toEqual([true, true, false]);
    }
  });

  it("lists ids that share material; strict refuses them and interop does not", () => {
    const ring = loadKeyring({ trusted_keys: { a: b64, b: encodeBase64(B), c: `0x${hex}` } });
    expect(ring.sharedMaterial).toEqual([["a", "c"]]);
    expect(() => checkKeyringForProfile(ring, INTEROP)).not.toThrow();
    expect(() => checkKeyringForProfile(ring, STRICT)).toThrow(ConfigurationError);
    expect(() => checkKeyringForProfile(ring, STRICT)).toThrow(
      expect.objectContaining({ place: "/trusted_keys/c", message: expect.stringContaining('"a", "c"') }),
    );
    expect(() => checkKeyringForProfile(loadKeyring({ a: b64, c: hex }), STRICT)).toThrow(expect.objectContaining({ place: "/c" }));
    expect(() => checkKeyringForProfile(loadKeyring({ a: b64, b: encodeBase64(B) }), STRICT)).not.toThrow();
  });
});

describe("keyState", () => {
  const at = (text: string) => BigInt(Date.parse(text)) * 1_000_000n;
  const dated = { public_key: b64, not_before: "2026-01-01T00:00:00Z", expires_at: "2026-02-01T00:00:00Z" };
  const state = (file: object, id: string, now: bigint) => {
    const ring = loadKeyring(file);
    return keyState(ring.keys.get(id), ring, id, now);
  };

  it.each([
    ["a nanosecond early", at("2026-01-01T00:00:00Z") - 1n, "not_yet_valid"],
    ["at not_before", at("2026-01-01T00:00:00Z"), "ok"],
    ["a nanosecond before the end", at("2026-02-01T00:00:00Z") - 1n, "ok"],
    ["at expires_at", at("2026-02-01T00:00:00Z"), "expired"],
  ])("%s", (_, now, expected) => {
    expect(state({ a: dated }, "a", now)).toBe(expected);
    expect(state({ trusted_keys: { a: dated }, revoked_keys: ["a"] }, "a", now)).toBe("revoked");
    expect(state({ a: { ...dated, revoked: { at: "2027-01-01T00:00:00Z" } } }, "a", now)).toBe("revoked");
  });

  it("is ok at any time without dates", () => {
    for (const now of [-(10n ** 20n), 0n, 10n ** 20n]) expect(state({ a: b64 }, "a", now)).toBe("ok");
  });

  it("of an id without a key is missing, or revoked where the file says so", () => {
    const file = { trusted_keys: { a: b64 }, revoked_keys: ["gone"] };
    for (const id of ["b", "A", "a ", "__proto__", "constructor", "toString", ""]) expect(state(file, id, 0n)).toBe("missing");
    expect(state(file, "gone", 0n)).toBe("revoked");
  });
});

describe("keyrings/", () => {
  const read = (name: string) => readFileSync(new URL(`../../../keyrings/${name}`, import.meta.url));

  it("example-pic_keys.json loads in strict", () => {
    checkKeyringForProfile(loadKeyring(read("example-pic_keys.json")), STRICT);
  });

  it("test-pic_keys.json holds the public halves of the throw-away keys", () => {
    const ring = loadKeyring(read("test-pic_keys.json"));
    checkKeyringForProfile(ring, STRICT);
    expect([...ring.keys.keys()].sort()).toEqual([...TEST_KEY_LABELS].sort());
    for (const [id, entry] of ring.keys) expect(entry.key.raw).toEqual(testKey(id).publicKey);
  });
});
