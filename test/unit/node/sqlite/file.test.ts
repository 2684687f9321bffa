import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ConfigurationError } from "../../../../src/decision/configuration-error.js";
import { openSqliteLedger, openSqliteLedgerAt, type SqliteLedgerOptions } from "../../../../src/node/sqlite/ledger.js";
import { budget, request, T0 } from "../../gate/ledger-contract.js";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "countersign-ledger-"));
  file = join(folder, "ledger.sqlite");
});
afterEach(() => rmSync(folder, { recursive: true }));

const openAt = (options: Partial<SqliteLedgerOptions> = {}) => openSqliteLedgerAt({ file, durability: "os", ...options }, () => T0);

async function refusal(open: () => Promise<unknown>): Promise<ConfigurationError> {
  const error = await open().then(
    () => null,
    (cause: unknown) => cause,
  );
  expect(error).toBeInstanceOf(ConfigurationError);
  return error as ConfigurationError;
}

/** A ledger that has consumed `count` attestations and is closed. */
async function filled(count: number): Promise<void> {
  const ledger = await openAt();
  await Promise.all(Array.from({ length: count }, (_, at) => ledger.consume(request({ ids: [`a${at}`] }))));
  await ledger.close();
}

describe("the ledger's file", () => {
  test("is made for its owner alone, the log beside it too", async () => {
    const ledger = await openAt();
    await ledger.consume(request({ ids: ["a"] }));
    for (const path of [file, `${file}-wal`, `${file}-shm`]) expect(statSync(path).mode & 0o777, path).toBe(0o600);
    await ledger.close();
    expect(existsSync(`${file}-wal`)).toBe(false);
  });

  test.each([":memory:", "file:x?mode=memory"])("named %s is a file of that name", async (name) => {
    const cwd = process.cwd();
    process.chdir(folder);
    try {
      await (await openAt({ file: name })).close();
      expect(statSync(join(folder, name)).size).toBeGreaterThan(0);
    } finally {
      process.chdir(cwd);
    }
  });

  test.each<[string, () => void, string]>([
    ["a symbolic link", () => symlinkSync(join(folder, "other.sqlite"), file), "no regular file"],
    ["a folder", () => mkdirSync(file), "no regular file"],
    ["text", () => writeFileSync(file, "not a database, and longer than its header would be"), "not a SQLite file"],
    ["half a header", () => writeFileSync(file, "SQLite fo"), "not a SQLite file"],
    ["another program's", () => new Sqlite(file).exec("CREATE TABLE t (x)").close(), "another program's"],
    ["another program's by its mark", () => new Sqlite(file).exec("PRAGMA application_id = 7").close(), "another program's"],
  ])("that is %s is refused and left as it is", async (_, lay, what) => {
    lay();
    const before = statSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file) : null;
    const error = await refusal(openAt);
    expect(error.file).toBe(file);
    expect(error.what).toContain(what);
    if (before !== null) expect(readFileSync(file).equals(before)).toBe(true);
    expect(existsSync(`${file}-wal`)).toBe(false);
  });

  test("with two names is refused: each name would have a log of its own", async () => {
    await filled(1);
    linkSync(file, join(folder, "second.sqlite"));
    expect((await refusal(openAt)).what).toContain("second name");
  });

  test("in a folder that is not there is refused", async () => {
    const error = await refusal(() => openAt({ file: join(folder, "no", "ledger.sqlite") }));
    expect(error.what).toContain("ENOENT");
  });

  test("of a newer version is refused and left as it is", async () => {
    await filled(1);
    const database = new Sqlite(file);
    database.pragma("user_version = 99");
    database.close();
    const before = readFileSync(file);
    expect((await refusal(openAt)).what).toContain("newer version (schema 99");
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  test("that is empty is a new one", async () => {
    writeFileSync(file, "");
    const ledger = await openAt();
    expect((await ledger.consume(request({ ids: ["a"] }))).outcome).toBe("consumed");
    await ledger.close();
  });

  test("opened by ten at once when it is not there yet: all start, and see each other's uses", async () => {
    const ledgers = await Promise.all(Array.from({ length: 10 }, () => openAt()));
    const answers = await Promise.all(ledgers.map((ledger) => ledger.consume(request({ ids: ["a"] }))));
    expect(answers.filter(({ outcome }) => outcome === "consumed")).toHaveLength(1);
    await Promise.all(ledgers.map((ledger) => ledger.close()));
  });
});

describe("a damaged file", () => {
  test("cut short is told when it is opened, and keeps what is left", async () => {
    await filled(2000);
    truncateSync(file, statSync(file).size - 8192);
    const before = readFileSync(file);
    const error = await refusal(openAt);
    expect(error.what).toContain("damaged");
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  test("overwritten after its first page is told when it is opened", async () => {
    await filled(2000);
    const bytes = readFileSync(file);
    bytes.fill(0x5a, 4096);
    writeFileSync(file, bytes);
    expect((await refusal(openAt)).what).toContain("damaged");
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });

  test("with pages lost never lets a use be made again", async () => {
    await filled(3000);
    const bytes = readFileSync(file);
    const pages = bytes.length / 4096;
    expect(pages).toBeGreaterThan(40);
    const ledger = await openAt();
    for (let page = 13; page < pages; page += 3) bytes.fill(0, page * 4096, (page + 1) * 4096);
    writeFileSync(file, bytes);
    const answers = new Map<string, number>();
    for (let at = 0; at < 3000; at += 1) {
      const answer = await ledger.consume(request({ ids: [`a${at}`] })).then(
        ({ outcome }) => outcome,
        (error: Error) => error.name,
      );
      answers.set(answer, (answers.get(answer) ?? 0) + 1);
    }
    await ledger.close();
    expect([...answers.keys()].sort()).toEqual(["ConfigurationError", "already_used"]);
  });
});

describe("a damaged schema", () => {
  test.each([
    ["a table is gone", "DROP TABLE spent", "is damaged; it was left"],
    ["a column is gone", "ALTER TABLE heads RENAME COLUMN hash TO hush", "is damaged; it was left"],
    ["a table is a view", "ALTER TABLE used RENAME TO u; CREATE VIEW used AS SELECT * FROM u", "is damaged; it was left"],
    ["the version is none", "PRAGMA user_version = 0", "damaged (its version is 0)"],
    ["the version is negative", "PRAGMA user_version = -5", "damaged (its version is -5)"],
    ["nothing says what was dropped", "DELETE FROM state", "damaged (its horizon is gone)"],
  ])("is told when it is opened, and left: %s", async (_, damage, what) => {
    await filled(1);
    new Sqlite(file).exec(damage).close();
    const before = readFileSync(file);
    const error = await refusal(openAt);
    expect([error.file, error.what]).toEqual([file, expect.stringContaining(what)]);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  test("lets nothing be used where it is not known any more what was dropped", async () => {
    const ledger = await openAt();
    new Sqlite(file).exec("DELETE FROM state").close();
    await expect(ledger.consume(request({ ids: ["a"] }))).rejects.toThrow("does not say what it dropped");
    await ledger.close();
  });

  test("is of one moment: a migration by another gate between two looks makes no foreign file of it", async () => {
    const { isNewLedger, migrate } = await import("../../../../src/node/sqlite/migrations.js");
    writeFileSync(file, "");
    const [mine, other] = [new Sqlite(file, { timeout: 0 }), new Sqlite(file, { timeout: 0 })];
    const pragma = mine.pragma.bind(mine);
    mine.pragma = (source, options) => {
      const value = pragma(source, options);
      try {
        if (source === "application_id") migrate(other, file);
      } catch (error) {
        expect(error).toMatchObject({ code: "SQLITE_BUSY" });
      }
      return value;
    };
    expect(isNewLedger(mine, file)).toBe(true);
    other.close();
    mine.close();
  });
});

describe("a file that is no longer there while it is open", () => {
  const pause = () => new Promise((resolve) => setTimeout(resolve, 15));

  test.each([
    ["moved", "", () => renameSync(file, `${file}.old`)],
    [
      "replaced",
      "",
      () => {
        writeFileSync(`${file}.copy`, readFileSync(file));
        renameSync(`${file}.copy`, file);
      },
    ],
    ["without its log", "-wal", () => rmSync(`${file}-wal`)],
    ["without its index", "-shm", () => rmSync(`${file}-shm`)],
    ["in another folder of the name", "", () => [renameSync(folder, `${folder}.old`), mkdirSync(folder)]],
  ])("%s: nothing more is used, for what is told would be forgotten", async (_, part, lose) => {
    const ledger = await openAt();
    expect((await ledger.consume(request({ ids: ["a"] }))).outcome).toBe("consumed");
    lose();
    await pause();
    await expect(ledger.consume(request({ ids: ["b"] }))).rejects.toMatchObject({ name: "ConfigurationError", file: `${file}${part}` });
    await ledger.close();
    rmSync(`${folder}.old`, { recursive: true, force: true });
  });

  test("goes on once it was put back, without the use that was refused", async () => {
    const ledger = await openAt();
    renameSync(file, `${file}.old`);
    await expect(ledger.consume(request({ ids: ["a"] }))).rejects.toThrow("was moved, removed or replaced");
    renameSync(`${file}.old`, file);
    expect((await ledger.consume(request({ ids: ["a"] }))).outcome).toBe("consumed");
    await ledger.close();
  });
});

describe("a file that another process holds", () => {
  test("is no answer after the time that was given, and uses nothing", async () => {
    const ledger = await openAt({ busyMs: 30 });
    const holder = new Sqlite(file);
    holder.exec("BEGIN IMMEDIATE");
    await expect(ledger.consume(request({ ids: ["a"] }))).rejects.toMatchObject({ code: "SQLITE_BUSY" });
    holder.exec("COMMIT");
    holder.close();
    expect((await ledger.consume(request({ ids: ["a"] }))).outcome).toBe("consumed");
    await ledger.close();
  });

  test("is waited for", async () => {
    const ledger = await openAt({ busyMs: 10_000 });
    const holder = new Sqlite(file);
    holder.exec("BEGIN IMMEDIATE");
    const answer = ledger.consume(request({ ids: ["a"] }));
    setTimeout(() => holder.exec("COMMIT").close(), 20);
    expect((await answer).outcome).toBe("consumed");
    await ledger.close();
  });

  test("a closing ledger ends what still waits", async () => {
    const ledger = await openAt({ busyMs: 10_000 });
    const holder = new Sqlite(file);
    holder.exec("BEGIN IMMEDIATE");
    const answer = ledger.consume(request({ ids: ["a"] }));
    const closed = expect(answer).rejects.toThrow("closed");
    await Promise.resolve();
    await ledger.close();
    await closed;
    holder.close();
  });
});

test("a write that fails in the middle of a use is no answer, and takes the whole use back", async () => {
  const ledger = await openAt();
  const database = new Sqlite(file);
  // What a full disk does to a write, without filling one.
  database.exec("CREATE TRIGGER full BEFORE INSERT ON heads BEGIN SELECT raise(ABORT, 'disk full'); END");
  const head = { log: "0".repeat(32), seq: 1, hash: "0".repeat(64) };
  const use = request({ ids: ["b"], nonce: "n", budgets: [budget("r", 100)], head });
  await expect(ledger.consume(use)).rejects.toThrow("disk full");
  database.exec("DROP TRIGGER full");
  database.close();
  expect((await ledger.consume(use)).outcome).toBe("consumed");
  await ledger.close();
});

test("the time is the connection's own where none is given", async () => {
  const ledger = await openSqliteLedger({ file, durability: "os" });
  const at = (now: number) => ledger.consume(request({ now }));
  const now = Date.now();
  expect([(await at(now)).outcome, (await at(now - 61_000)).outcome, (await at(now + 61_000)).outcome]).toEqual([
    "consumed",
    "clock_skew",
    "clock_skew",
  ]);
  await ledger.close();
});

describe("durability", () => {
  test.each<["fsync" | "os" | undefined, number]>([
    [undefined, 2],
    ["fsync", 2],
    ["os", 1],
  ])("%s", async (durability, synchronous) => {
    const { openDatabase } = await import("../../../../src/node/sqlite/open-database.js");
    const database = await openDatabase(file, durability ?? "fsync", "make");
    expect(database.pragma("synchronous", { simple: true })).toBe(synchronous);
    expect(database.pragma("journal_mode", { simple: true })).toBe("wal");
    database.close();
  });
});

describe("options", () => {
  test.each([[{}], [{ file: 7 }], [{ file: "x", durability: "no" }], [{ file: "x", busyMs: 0 }], [{ file: "x", fil: "y" }], [null], ["x"]])(
    "%j is misuse",
    async (options) => {
      await expect(openSqliteLedger(options as never)).rejects.toThrow(TypeError);
    },
  );

  test("an empty path is a fault of the configuration", async () => {
    expect((await refusal(() => openAt({ file: "" }))).what).toContain("path");
  });
});

// The superuser may read everything, so the mode says nothing to it.
test.skipIf(process.getuid?.() === 0)("a file that may not be read is refused", async () => {
  await filled(1);
  chmodSync(file, 0o000);
  expect((await refusal(openAt)).what).toContain("EACCES");
});
