// biome-ignore-all format: a table
import { SPEC } from "../anchors.js";
import { hash, NOTE, payment, sha256 } from "../proposal.js";
import { NOTE_CALL, SETTING } from "../setting.js";
import { type DecisionCase, FAILED, type Members, table, type VectorFile } from "../vector-file.js";

const { allow, block } = table(SPEC.hashEvidence);
const path = table(SPEC.hashEvidence);
const TEXT = "delivered\n";
const FILE = "file://po/8812.txt";
const REF = { path: "/evidence/0/ref" };
const noteWith = (...evidence: ReturnType<typeof hash>[]) => payment({ members: NOTE, evidence });
const referring = (ref: string) => noteWith(hash("po-8812", ref, sha256(TEXT)));
const at = (ref: string, artifact: Members | string) => ({ with: { artifacts: { [ref]: artifact } } });
const found = at(FILE, { utf8: TEXT });
/** Bytes are there under the reference as written, so only the reference is at fault. */
const refused = (number: string, title: string, ref: string): DecisionCase =>
  path.block(`hash-evidence-${number}`, title, "hash-evidence-020", referring(ref), FAILED, "evidence.ref_refused", { ...REF, ...at(ref, { utf8: TEXT }) });
const taken = (number: string, title: string, ref: string): DecisionCase =>
  path.allow(`hash-evidence-${number}`, title, referring(ref), at(ref, { utf8: TEXT }));
const files = (...sizes: number[]) => noteWith(...sizes.map((size, at) => hash(`scan-${at}`, `file://scan-${at}`, sha256("x".repeat(size)))));
const holding = (limits: Members, ...sizes: number[]) => ({ with: { limits, artifacts: Object.fromEntries(sizes.map((size, at) => [`file://scan-${at}`, { utf8: "x".repeat(size) }])) } });
const single = { max_artifact_bytes: 10 };
const together = { max_artifacts_bytes: 20 };

export const hashEvidence: VectorFile = {
  path: "trust/hash-evidence.json",
  rule: "hash evidence",
  spec: "trust.md",
  header: { ...SETTING, call: NOTE_CALL },
  cases: [
    allow("hash-evidence-001", "the bytes are the ones stated, and raise nothing", referring(FILE), { effective: { "po-8812": "untrusted" }, ...found }),
    block("hash-evidence-002", "one byte differs", "hash-evidence-001", referring(FILE), FAILED, "evidence.hash_mismatch", { path: "/evidence/0/sha256", ...at(FILE, { utf8: "Delivered\n" }) }),
    block("hash-evidence-003", "the last line end is gone", "hash-evidence-001", referring(FILE), FAILED, "evidence.hash_mismatch", { path: "/evidence/0/sha256", ...at(FILE, { utf8: "delivered" }) }),
    block("hash-evidence-004", "line ends were changed", "hash-evidence-001", referring(FILE), FAILED, "evidence.hash_mismatch", { path: "/evidence/0/sha256", ...at(FILE, { utf8: "delivered\r\n" }) }),
    allow("hash-evidence-005", "byte order mark and CR LF are hashed as they lie", noteWith(hash("po-8812", FILE, sha256("\ufeffdelivered\r\n"))), at(FILE, { hex: "efbbbf64656c6976657265640d0a" })),
    block("hash-evidence-006", "a byte order mark is not dropped", "hash-evidence-001", referring(FILE), FAILED, "evidence.hash_mismatch", { path: "/evidence/0/sha256", ...at(FILE, { hex: "efbbbf64656c6976657265640a" }) }),
    allow("hash-evidence-007", "bytes that are no text", noteWith(hash("po-8812", FILE, "a8100ae6aa1940d0b663bb31cd466142ebbdbd5187131b92d93818987832eb89")), at(FILE, { hex: "ff" })),
    allow("hash-evidence-008", "an empty file", noteWith(hash("po-8812", FILE, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")), at(FILE, { hex: "" })),
    block("hash-evidence-009", "no file of that name", "hash-evidence-001", referring(FILE), FAILED, "evidence.artifact_unavailable", REF),
    block("hash-evidence-010", "the edge could not read it", "hash-evidence-001", referring(FILE), FAILED, "evidence.artifact_unavailable", { ...REF, ...at(FILE, "unavailable") }),
    block("hash-evidence-011", "the edge refused it: its real location lies outside", "hash-evidence-001", referring(FILE), FAILED, "evidence.ref_refused", { ...REF, ...at(FILE, "refused") }),
    block("hash-evidence-012", "the edge found it too large", "hash-evidence-001", referring(FILE), FAILED, "evidence.artifact_too_large", { ...REF, ...at(FILE, "too_large") }),
    block("hash-evidence-013", "the reference differs from the file by case", "hash-evidence-001", referring("file://po/8812.TXT"), FAILED, "evidence.artifact_unavailable", { ...REF, ...found }),
    block("hash-evidence-014", "the second of two entries fails", "hash-evidence-001", noteWith(hash("a", FILE, sha256(TEXT)), hash("b", FILE, sha256("another"))), FAILED, "evidence.hash_mismatch", { path: "/evidence/1/sha256", ...found }),

    taken("020", "segments below the root", "file://a/b-c/d.e.txt"),
    taken("021", "spaces, and letters outside ASCII", "file://Bestellung 8812/gepr\u00fcft.txt"),
    taken("022", "a name that starts with dots", "file://..a/...b"),
    taken("024", "every other sign of ASCII is part of a name", "file://a!\"$&'()*+,-.;<=>@[]^_`{|}~b"),
    refused("030", "an absolute path", "file:///etc/hostname"),
    refused("031", "no path", "file://"),
    refused("032", "a folder", "file://po/"),
    refused("033", "an empty segment", "file://po//8812.txt"),
    refused("034", "a segment .", "file://./8812.txt"),
    refused("035", "a segment . in the middle", "file://po/./8812.txt"),
    refused("036", "a segment .. at the start", "file://../8812.txt"),
    refused("037", "a segment .. that stays inside the root", "file://po/../8812.txt"),
    refused("038", "a segment .. at the end", "file://po/.."),
    refused("039", "a percent sign, which is never decoded", "file://%2e%2e/8812.txt"),
    refused("040", "a percent sign that encodes nothing", "file://100%.txt"),
    refused("041", "a backslash", "file://po\\8812.txt"),
    refused("042", "a drive letter", "file://C:/8812.txt"),
    refused("043", "a colon: a stream of the file", "file://8812.txt:hidden"),
    refused("044", "NUL", "file://8812.txt\u0000.pdf"),
    refused("045", "a line feed", "file://8812\n.txt"),
    refused("046", "the last of the lower control characters", "file://8812\u001f.txt"),
    taken("047", "a space is no control character", "file://8812 .txt"),
    taken("048", "~ is no control character", "file://8812~.txt"),
    refused("049", "DEL", "file://8812\u007f.txt"),
    refused("050", "the last of the upper control characters", "file://8812\u009f.txt"),
    taken("051", "what comes after the upper control characters", "file://8812\u00a0.txt"),
    refused("052", "another scheme", "https://example.com/8812.txt"),
    refused("053", "no scheme", "po/8812.txt"),
    refused("054", "the scheme in upper case", "FILE://po/8812.txt"),
    refused("055", "one slash", "file:/8812.txt"),
    refused("056", "a space before the scheme", " file://8812.txt"),
    refused("057", "a hash sign: what follows is no path to a reader of URLs", "file://8812.txt#page=2"),
    refused("058", "a question mark: what follows is no path to a reader of URLs", "file://8812.txt?draft"),
    refused("059", "a hash sign in a folder's name", "file://po#2/8812.txt"),

    allow("hash-evidence-060", "a file one byte under the limit", files(9), holding(single, 9)),
    allow("hash-evidence-061", "a file at the limit", files(10), holding(single, 10)),
    block("hash-evidence-062", "a file one byte over the limit", "hash-evidence-061", files(11), FAILED, "evidence.artifact_too_large", { ...REF, ...holding(single, 11) }),
    allow("hash-evidence-063", "S13: files together one byte under the limit", files(10, 9), holding(together, 10, 9)),
    allow("hash-evidence-064", "S13: files together at the limit", files(10, 10), holding(together, 10, 10)),
    block("hash-evidence-065", "S13: files together one byte over the limit", "hash-evidence-064", files(10, 11), "PIC_LIMIT_EXCEEDED", "limit.work", { path: "/evidence", ...holding(together, 10, 11) }),
    allow("hash-evidence-066", "S13: one file under two entries counts once", noteWith(hash("a", "file://scan-0", sha256("x".repeat(20))), hash("b", "file://scan-0", sha256("x".repeat(20)))), holding(together, 20)),
    allow("hash-evidence-067", "S13: a file that no entry names does not count", files(10), holding(together, 10, 30)),
  ],
};
