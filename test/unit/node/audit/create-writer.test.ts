import { describe, expect, it } from "vitest";
import { createWriter, type WriterParts } from "../../../../src/node/audit/create-writer.js";
import type { LogFile } from "../../../../src/node/audit/log-file.js";
import { LOG } from "../../../support/audit-lines.js";
import { ManualClock } from "../../../support/manual-clock.js";
import { verifyText } from "../../../support/verify-text.js";

/** A file in memory whose writes and syncs a test fails or holds back. */
class MemoryFile implements LogFile {
  text = "";
  writes = 0;
  syncs = 0;
  closed = false;
  /** Bytes that still fit. */
  room = Number.POSITIVE_INFINITY;
  /** Given to the next sync. */
  onSync: (() => Promise<void>) | null = null;
  truncates = true;

  write(bytes: Uint8Array): void {
    this.writes += 1;
    const text = Buffer.from(bytes).toString("latin1");
    this.text += text.slice(0, this.room);
    if (text.length > this.room) throw Object.assign(new Error("no space"), { code: "ENOSPC" });
    this.room -= text.length;
  }

  sync(): void | Promise<void> {
    this.syncs += 1;
    return this.onSync?.();
  }

  size(): number {
    return this.text.length;
  }

  truncate(size: number): void {
    if (!this.truncates) throw Object.assign(new Error("not permitted"), { code: "EPERM" });
    this.text = this.text.slice(0, size);
  }

  close(): void {
    this.closed = true;
  }
}

function start(parts: Partial<WriterParts> = {}) {
  const file = new MemoryFile();
  const kept: string[] = [];
  const writer = createWriter(
    { name: "audit log a.jsonl", file, clock: new ManualClock(), watchful: true, onKept: (kinds) => kept.push(kinds.join(" ")), ...parts },
    { log: LOG, last: null, size: 0 },
  );
  const header = writer.append("log", '{"format":"countersign-audit/1","version":"0.1.0"}');
  return { file, writer, kept, header };
}

const settled = (promise: Promise<void>) =>
  promise.then(
    () => "kept",
    (error: Error) => error.message,
  );
/** A promise and its handles. */
function held(): { readonly promise: Promise<void>; readonly resolve: () => void; readonly reject: (error: Error) => void } {
  let resolve = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<void>((done, fail) => {
    resolve = done;
    reject = fail;
  });
  return { promise, resolve, reject };
}

describe("a writer", () => {
  it("writes what is appended in one turn at once, in order, and syncs once", async () => {
    const { file, writer, kept } = start();
    await Promise.all([writer.append("opened", "{}"), writer.append("closed", "{}")]);
    expect([file.writes, file.syncs, kept]).toEqual([1, 1, ["log opened closed"]]);
    expect(verifyText(file.text)).toMatchObject({ findings: [], records: 3, head: writer.head() });
  });

  it("gathers what arrives while a batch is on its way, and settles nothing before its own batch is kept", async () => {
    const { file, writer, header } = start();
    await header;
    const disk = held();
    file.onSync = () => disk.promise;
    const first = writer.append("opened", "{}");
    const order: string[] = [];
    void first.then(() => order.push("first"));
    await Promise.resolve().then(() => undefined);
    const later = [writer.append("closed", "{}"), writer.append("opened", "{}")];
    for (const one of later) void one.then(() => order.push("later"));
    await new Promise(setImmediate);
    expect([order, writer.head()?.seq, file.writes]).toEqual([[], 0, 2]);
    file.onSync = null;
    disk.resolve();
    await Promise.all([first, ...later]);
    expect([order, writer.head()?.seq, file.writes]).toEqual([["first", "later", "later"], 3, 3]);
    expect(verifyText(file.text).findings).toEqual([]);
  });

  it.each([0, 1, 100, 250, 300])("cuts back what a full disk took %i bytes of, and goes on when there is room", async (room) => {
    const { file, writer, header } = start();
    await header;
    const whole = file.text;
    file.room = room;
    const answers = await Promise.all([settled(writer.append("opened", "{}")), settled(writer.append("closed", "{}"))]);
    expect(answers).toEqual(Array(2).fill("audit log a.jsonl: cannot be written (ENOSPC)"));
    expect([file.text, writer.head()?.seq, writer.broken(), writer.failedWrites()]).toEqual([whole, 0, null, 1]);
    file.room = Number.POSITIVE_INFINITY;
    await writer.append("closed", "{}");
    expect(verifyText(file.text)).toMatchObject({ findings: [], records: 2 });
  });

  it("appends nothing more where it cannot cut back", async () => {
    const { file, writer, header } = start();
    await header;
    file.room = 250;
    file.truncates = false;
    const message = "audit log a.jsonl: a record was written in part (ENOSPC); the log must be opened again";
    expect(await settled(writer.append("opened", "{}"))).toBe(message);
    file.room = Number.POSITIVE_INFINITY;
    file.truncates = true;
    const { writes } = file;
    expect(await settled(writer.append("closed", "{}"))).toBe(message);
    expect([file.writes, writer.broken()?.message]).toEqual([writes, message]);
  });

  it("appends nothing more after a sync that failed, not even what waited", async () => {
    const { file, writer, header } = start();
    await header;
    const disk = held();
    file.onSync = () => disk.promise;
    const first = settled(writer.append("opened", "{}"));
    await new Promise(setImmediate);
    const waited = settled(writer.append("closed", "{}"));
    disk.reject(Object.assign(new Error("broken"), { code: "EIO" }));
    const message = "audit log a.jsonl: could not be synced (EIO); it must be opened again";
    expect(await Promise.all([first, waited, settled(writer.append("closed", "{}"))])).toEqual([message, message, message]);
    expect([writer.head()?.seq, file.writes]).toEqual([0, 2]);
  });

  it.each([
    ["longer", (text: string) => `${text}{"someone":"else"}\n`],
    ["shorter", (text: string) => text.slice(0, -10)],
  ])("appends nothing to a file that is %s than it left it, and leaves it so", async (_, change) => {
    const { file, writer, header } = start();
    await header;
    file.text = change(file.text);
    const left = file.text;
    expect(await settled(writer.append("opened", "{}"))).toContain("somebody else changes it");
    expect([file.text, await settled(writer.append("closed", "{}"))]).toEqual([left, writer.broken()?.message]);
  });

  it("looks for others now and then where a look would cost as much as the write", async () => {
    const { file, writer, header } = start({ watchful: false });
    await header;
    file.text += "x";
    const answers: string[] = [];
    for (let at = 0; at < 70; at += 1) answers.push(await settled(writer.append("opened", "{}")));
    expect(answers.indexOf(writer.broken()?.message ?? "")).toBe(63);
  });

  it("refuses at once what no memory should hold, and takes it again later", async () => {
    const { file, writer, header } = start();
    await header;
    const disk = held();
    file.onSync = () => disk.promise;
    const body = JSON.stringify({ x: "y".repeat(60_000) });
    const waiting = Array.from({ length: 300 }, () => settled(writer.append("decision", body)));
    const late = await settled(writer.append("decision", body));
    expect(late).toBe("audit log a.jsonl: too many records wait to be written");
    file.onSync = null;
    disk.resolve();
    const answers = await Promise.all(waiting);
    expect(new Set(answers)).toEqual(new Set(["kept", late]));
    expect(await settled(writer.append("closed", "{}"))).toBe("kept");
    expect(verifyText(file.text).findings).toEqual([]);
    // 279 bodies of 60 KB are 16 MiB; a write takes 1 MiB of them.
    expect(answers.filter((answer) => answer === "kept").length).toBe(279);
    expect(file.writes).toBe(1 + Math.ceil(279 / 18) + 1);
  });

  it("refuses a record where the clock says no time, and writes the next", async () => {
    const clock = { now: () => Number.NaN };
    const { writer, header, file } = start({ clock });
    expect(await settled(header)).toContain("cannot be written");
    clock.now = () => 0;
    await writer.append("log", '{"format":"countersign-audit/1","version":"0.1.0"}');
    expect(file.text).toContain('"at":"1970-01-01T00:00:00Z"');
  });

  it("is idle when nothing waits", async () => {
    const { writer, file } = start();
    void writer.append("closed", "{}");
    await writer.idle();
    expect(verifyText(file.text).records).toBe(2);
  });
});
