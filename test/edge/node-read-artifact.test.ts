import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  closeSync,
  ftruncateSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ConfigurationError } from "../../src/decision/configuration-error.js";
import { DEFAULT_LIMITS } from "../../src/decision/limits.js";
import { type ArtifactReaderOptions, createArtifactReader, liesAtByWalk } from "../../src/node/read-artifact.js";

let base: string;
let root: string;

beforeEach(() => {
  base = realpathSync(mkdtempSync(path.join(tmpdir(), "countersign-artifacts-")));
  root = path.join(base, "root");
  mkdirSync(root);
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const text = (artifact: unknown) => (artifact instanceof Uint8Array ? Buffer.from(artifact).toString("latin1") : artifact);

async function readOne(ref: string, options: Partial<ArtifactReaderOptions> = {}): Promise<unknown> {
  const reader = await createArtifactReader({ root, limits: DEFAULT_LIMITS, ...options });
  return text((await reader.read([ref])).get(ref));
}

describe("bytes of a file in the root", () => {
  test("come as they lie: byte order mark, CR LF and high bytes", async () => {
    writeFileSync(path.join(root, "inv.txt"), Buffer.from("efbbbf746f74616c203438322e30300d0aff00", "hex"));
    const reader = await createArtifactReader({ root, limits: DEFAULT_LIMITS });
    const bytes = (await reader.read(["file://inv.txt"])).get("file://inv.txt") as Uint8Array;
    expect(Buffer.from(bytes).toString("hex")).toBe("efbbbf746f74616c203438322e30300d0aff00");
  });

  test("are found in folders below it, under any plain name", async () => {
    mkdirSync(path.join(root, "2026", "Rechnungen für Köln"), { recursive: true });
    writeFileSync(path.join(root, "2026", "Rechnungen für Köln", "..eins"), "x");
    expect(await readOne("file://2026/Rechnungen für Köln/..eins")).toBe("x");
  });

  test("may be none", async () => {
    writeFileSync(path.join(root, "empty"), "");
    expect(await readOne("file://empty")).toBe("");
  });

  test("are read through a root that is itself a link, resolved once", async () => {
    writeFileSync(path.join(root, "a"), "inside");
    const alias = path.join(base, "alias");
    symlinkSync(root, alias);
    const reader = await createArtifactReader({ root: alias, limits: DEFAULT_LIMITS });
    mkdirSync(path.join(base, "other"));
    writeFileSync(path.join(base, "other", "a"), "outside");
    unlinkSync(alias);
    symlinkSync(path.join(base, "other"), alias);
    expect(text((await reader.read(["file://a"])).get("file://a"))).toBe("inside");
  });
});

describe("a reference that is not a plain relative path is refused before the disk is touched", () => {
  test.each([
    "file://../root-old/secret.txt",
    "file://%2e%2e/secret.txt",
    "file:///etc/hostname",
    "file://a/../a",
    "file://./a",
    "file://a//b",
    "file://",
    "file://a/",
    "file://C:/a",
    "file://\\\\host\\share",
    "file://a\\b",
    "file://a\0.txt",
    "file://a\nb",
    "file://a#b",
    "file://a?b",
    "http://a",
    "FILE://a",
    "a",
  ])("%j", async (ref) => {
    mkdirSync(path.join(base, "root-old"));
    writeFileSync(path.join(base, "root-old", "secret.txt"), "outside\n");
    writeFileSync(path.join(base, "secret.txt"), "outside\n");
    writeFileSync(path.join(root, "a"), "x");
    let opened = false;
    const hooks = {
      beforeOpen: () => {
        opened = true;
      },
    };
    expect(await readOne(ref, { hooks })).toBe("refused");
    expect(opened).toBe(false);
  });
});

describe("what is not one plain file is refused", () => {
  test("a link to a file outside, though its digest would match", async () => {
    writeFileSync(path.join(base, "secret.txt"), "outside\n");
    symlinkSync("../secret.txt", path.join(root, "link.txt"));
    expect(await readOne("file://link.txt")).toBe("refused");
  });

  test("a link to a file inside", async () => {
    writeFileSync(path.join(root, "real.txt"), "x");
    symlinkSync("real.txt", path.join(root, "link.txt"));
    expect(await readOne("file://link.txt")).toBe("refused");
  });

  test("a file behind a folder that is a link, outside and inside", async () => {
    mkdirSync(path.join(base, "outside"));
    mkdirSync(path.join(root, "inside"));
    writeFileSync(path.join(base, "outside", "a"), "x");
    writeFileSync(path.join(root, "inside", "a"), "x");
    symlinkSync("../outside", path.join(root, "out"));
    symlinkSync("inside", path.join(root, "in"));
    expect(await readOne("file://out/a")).toBe("refused");
    expect(await readOne("file://in/a")).toBe("refused");
    expect(await readOne("file://inside/a")).toBe("x");
  });

  test("a hard link, whichever of its names is asked for", async () => {
    writeFileSync(path.join(base, "secret"), "outside");
    linkSync(path.join(base, "secret"), path.join(root, "hard"));
    expect(await readOne("file://hard")).toBe("refused");
  });

  test("a folder", async () => {
    mkdirSync(path.join(root, "folder"));
    expect(await readOne("file://folder")).toBe("refused");
  });

  test("a FIFO, without waiting for a writer", async () => {
    execFileSync("mkfifo", [path.join(root, "pipe")]);
    expect(await readOne("file://pipe")).toBe("refused");
  });

  test("a socket", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(path.join(root, "socket"), resolve));
    expect(await readOne("file://socket")).toBe("refused");
    await new Promise((resolve) => server.close(resolve));
  });

  test("and is not so much as opened, for opening a device or a FIFO acts on the world", async () => {
    execFileSync("mkfifo", [path.join(root, "pipe")]);
    mkdirSync(path.join(root, "folder"));
    symlinkSync("folder", path.join(root, "link"));
    let opened = 0;
    const hooks = {
      beforeOpen: () => {
        opened += 1;
      },
    };
    for (const ref of ["file://pipe", "file://folder", "file://link"]) expect(await readOne(ref, { hooks })).toBe("refused");
    expect(opened).toBe(0);
  });

  test("a device", async () => {
    const reader = await createArtifactReader({ root: "/dev", limits: DEFAULT_LIMITS });
    expect((await reader.read(["file://zero"])).get("file://zero")).toBe("refused");
  });
});

describe("a file that is not there or may not be read is unavailable", () => {
  test("no such file, no such folder, a file used as a folder, a name too long", async () => {
    writeFileSync(path.join(root, "a"), "x");
    expect(await readOne("file://nope")).toBe("unavailable");
    expect(await readOne("file://nope/a")).toBe("unavailable");
    expect(await readOne("file://a/b")).toBe("unavailable");
    expect(await readOne(`file://${"n".repeat(5000)}`)).toBe("unavailable");
  });

  test.skipIf(process.getuid?.() === 0)("no permission", async () => {
    writeFileSync(path.join(root, "a"), "x");
    chmodSync(path.join(root, "a"), 0);
    expect(await readOne("file://a")).toBe("unavailable");
  });

  test("the root went away", async () => {
    writeFileSync(path.join(root, "a"), "x");
    const reader = await createArtifactReader({ root, limits: DEFAULT_LIMITS });
    rmSync(root, { recursive: true });
    expect((await reader.read(["file://a"])).get("file://a")).toBe("unavailable");
  });
});

describe("sizes", () => {
  test("under, at and over the limit of one file", async () => {
    const limits = { maxArtifactBytes: 4, maxArtifactsBytes: 100 };
    for (const size of [3, 4, 5]) writeFileSync(path.join(root, `${size}`), "x".repeat(size));
    expect(await readOne("file://3", { limits })).toBe("xxx");
    expect(await readOne("file://4", { limits })).toBe("xxxx");
    expect(await readOne("file://5", { limits })).toBe("too_large");
  });

  test("eight sparse gibibytes are measured, not read", async () => {
    const fd = openSync(path.join(root, "big.bin"), "w");
    ftruncateSync(fd, 8 * 1024 ** 3);
    closeSync(fd);
    expect(await readOne("file://big.bin")).toBe("too_large");
  });

  test("reading stops after the file that takes the sum past the limit", async () => {
    for (const name of ["a", "b", "c"]) writeFileSync(path.join(root, name), "xxxx");
    const reader = await createArtifactReader({ root, limits: { maxArtifactBytes: 4, maxArtifactsBytes: 7 } });
    const artifacts = await reader.read(["file://a", "file://b", "file://c"]);
    expect([...artifacts].map(([ref, artifact]) => [ref, text(artifact)])).toEqual([
      ["file://a", "xxxx"],
      ["file://b", "xxxx"],
    ]);
    const whole = await createArtifactReader({ root, limits: { maxArtifactBytes: 4, maxArtifactsBytes: 8 } });
    expect((await whole.read(["file://a", "file://b", "file://c"])).size).toBe(3);
  });

  test("reading stops when the answer is no longer wanted", async () => {
    for (const name of ["a", "b"]) writeFileSync(path.join(root, name), "x");
    const reader = await createArtifactReader({ root, limits: DEFAULT_LIMITS });
    let asked = 0;
    const artifacts = await reader.read(["file://a", "file://b"], () => asked++ === 0);
    expect([...artifacts.keys()]).toEqual(["file://a"]);
  });

  test("a file that grows while it is read is not the file that was measured", async () => {
    writeFileSync(path.join(root, "log"), "one\n");
    const hooks = { beforeRead: (file: string) => appendFileSync(file, "two\n") };
    expect(await readOne("file://log", { hooks })).toBe("unavailable");
  });
});

describe("a swap between the check of the name and the open", () => {
  const swapped = (swap: (file: string) => void) => readOne("file://dir/inv.txt", { hooks: { beforeOpen: swap } });

  beforeEach(() => {
    mkdirSync(path.join(root, "dir"));
    writeFileSync(path.join(root, "dir", "inv.txt"), "inside\n");
    mkdirSync(path.join(base, "outside"));
    writeFileSync(path.join(base, "outside", "inv.txt"), "outside\n");
  });

  test("without a swap the bytes come", async () => {
    expect(await swapped(() => {})).toBe("inside\n");
  });

  test("the file becomes a link to the outside", async () => {
    const result = await swapped((file) => {
      unlinkSync(file);
      symlinkSync("../../outside/inv.txt", file);
    });
    expect(result).toBe("refused");
  });

  test("its folder becomes a link to the outside", async () => {
    const result = await swapped(() => {
      renameSync(path.join(root, "dir"), path.join(root, "old"));
      symlinkSync("../outside", path.join(root, "dir"));
    });
    expect(result).toBe("refused");
  });

  test("the file becomes a hard link to the outside", async () => {
    const result = await swapped((file) => {
      unlinkSync(file);
      linkSync(path.join(base, "outside", "inv.txt"), file);
    });
    expect(result).toBe("refused");
  });

  test("the file becomes a FIFO", async () => {
    const result = await swapped((file) => {
      unlinkSync(file);
      execFileSync("mkfifo", [file]);
    });
    expect(result).toBe("refused");
  });

  test("the file is moved out of the root once it is open: the handle's bytes are those that were checked", async () => {
    const hooks = { beforeRead: (file: string) => renameSync(file, path.join(base, "moved")) };
    expect(await readOne("file://dir/inv.txt", { hooks })).toBe("inside\n");
  });
});

describe("where the handle cannot tell its own path, each segment is looked at", () => {
  beforeEach(() => {
    mkdirSync(path.join(root, "dir"));
    writeFileSync(path.join(root, "dir", "a"), "x");
    writeFileSync(path.join(root, "dir", "b"), "x");
  });

  test("the file that is open lies there", async () => {
    expect(await liesAtByWalk(root, ["dir", "a"], statSync(path.join(root, "dir", "a")))).toBe(true);
  });

  test("another file lies there", async () => {
    expect(await liesAtByWalk(root, ["dir", "a"], statSync(path.join(root, "dir", "b")))).toBe(false);
  });

  test("a folder on the way is a link", async () => {
    symlinkSync("dir", path.join(root, "alias"));
    expect(await liesAtByWalk(root, ["alias", "a"], statSync(path.join(root, "dir", "a")))).toBe(false);
  });

  test("the root's own name leads elsewhere by now", async () => {
    const stats = statSync(path.join(root, "dir", "a"));
    renameSync(root, path.join(base, "moved"));
    symlinkSync("moved", root);
    expect(await liesAtByWalk(root, ["dir", "a"], stats)).toBe(false);
  });
});

describe("an evidence root that is no folder stops the gate from starting", () => {
  test.each(["nope", "file"])("%s", async (name) => {
    writeFileSync(path.join(base, "file"), "x");
    const made = createArtifactReader({ root: path.join(base, name), limits: DEFAULT_LIMITS });
    await expect(made).rejects.toBeInstanceOf(ConfigurationError);
    await expect(made).rejects.toMatchObject({ file: path.join(base, name), place: "evidenceRoot" });
  });
});
