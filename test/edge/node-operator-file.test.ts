import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ConfigurationError } from "../../src/decision/configuration-error.js";
import { MAX_OPERATOR_FILE_BYTES, readOperatorFile } from "../../src/node/read-operator-file.js";

let folder: string;
const at = (name: string) => path.join(folder, name);

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "countersign-operator-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function refusal(file: string): Promise<ConfigurationError> {
  const error = await readOperatorFile(file, "policy").catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ConfigurationError);
  return error as ConfigurationError;
}

describe("reads", () => {
  test("the bytes as they lie", async () => {
    writeFileSync(at("a"), Buffer.from("efbbbf7b7d0d0a", "hex"));
    expect(Buffer.from(await readOperatorFile(at("a"), "policy")).toString("hex")).toBe("efbbbf7b7d0d0a");
  });

  test("through a link, which the operator laid", async () => {
    mkdirSync(at("..data"));
    writeFileSync(at("..data/policy.json"), "{}");
    symlinkSync("..data/policy.json", at("policy.json"));
    expect(Buffer.from(await readOperatorFile(at("policy.json"), "policy")).toString()).toBe("{}");
  });

  test("up to the limit and not past it", async () => {
    writeFileSync(at("full"), Buffer.alloc(MAX_OPERATOR_FILE_BYTES, 0x20));
    writeFileSync(at("over"), Buffer.alloc(MAX_OPERATOR_FILE_BYTES + 1, 0x20));
    expect((await readOperatorFile(at("full"), "policy")).length).toBe(MAX_OPERATOR_FILE_BYTES);
    expect((await refusal(at("over"))).what).toBe("the policy file has more than 1048576 bytes");
  });
});

describe("refuses, naming the file", () => {
  test("one that does not exist, or has no name", async () => {
    expect(await refusal(at("nope"))).toMatchObject({ what: "the policy file does not exist; check the path", file: at("nope") });
    expect((await refusal(at("nope"))).message).toBe(`${at("nope")}: the policy file does not exist; check the path`);
    expect(await refusal("")).toMatchObject({ what: "the policy file has no name; give its path" });
  });

  test("a directory", async () => {
    expect(await refusal(folder)).toMatchObject({ what: "the policy file is a directory; name a file in it", file: folder });
  });

  test("a FIFO, at once", async () => {
    execFileSync("mkfifo", [at("pipe")]);
    expect(await refusal(at("pipe"))).toMatchObject({ what: "the policy file is not a regular file; name one" });
  });

  test("a device without an end", async () => {
    expect(await refusal("/dev/zero")).toMatchObject({ what: "the policy file is not a regular file; name one" });
  });

  test("a link that leads nowhere, and one that leads to itself", async () => {
    symlinkSync("nope", at("dead"));
    symlinkSync("self", at("self"));
    expect((await refusal(at("dead"))).what).toBe("the policy file does not exist; check the path");
    expect((await refusal(at("self"))).what).toBe("the policy file cannot be read (ELOOP)");
  });

  test.skipIf(process.getuid?.() === 0)("one without permission", async () => {
    writeFileSync(at("secret"), "{}");
    chmodSync(at("secret"), 0);
    expect((await refusal(at("secret"))).what).toBe("the policy file may not be read; check its permissions");
  });

  test("a name with a NUL", async () => {
    expect((await refusal("a\0b")).what).toBe("the policy file cannot be read (ERR_INVALID_ARG_VALUE)");
  });
});
