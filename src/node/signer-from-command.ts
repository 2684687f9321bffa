import { spawn } from "node:child_process";
import { readOptions, requireList, requireText } from "../sign/options.js";
import type { Signer } from "../sign/sign-attestation.js";
import { decodeSignature } from "../trust/base64.js";
import { isKeyId } from "../trust/names.js";
import { readTimeout, SignerError } from "./bound-signer.js";

export interface CommandSignerOptions {
  readonly keyId: string;
  /** 32 bytes; every signature is verified before it is used. */
  readonly publicKey: Uint8Array;
  /** For one signature, from start to exit (60 000). */
  readonly timeoutMs?: number;
}

/** A signature is 88 characters and a newline; a program that says more is not what we asked. */
const MAX_OUTPUT_BYTES = 256;

/**
 * A signer whose key another program holds: a KMS client, a token's tool. The program is started once a signature, without a shell. It
 * reads the bytes to be signed as one line of base64 from standard input, and writes the Ed25519 signature as one line of strict base64
 * to standard output. Its standard error is the caller's, so that it can ask for a touch.
 *
 * `sign` rejects with SignerError where the program cannot be started, fails, says anything else, or is not done in time: then it is
 * killed.
 * @throws TypeError for options that are wrong.
 * @example const signer = signerFromCommand(["kms-sign", "--key", "finance"], { keyId: "finance-2026", publicKey });
 */
export function signerFromCommand(command: readonly string[], options: CommandSignerOptions): Required<Signer> {
  const [program, ...args] = requireList("command", command).map((word, at) =>
    at === 0 ? requireText("the command's program", word) : readWord(word),
  );
  if (program === undefined) throw new TypeError("command must name a program");
  const { keyId, publicKey, timeoutMs } = readOptions("signerFromCommand", options, ["keyId", "publicKey", "timeoutMs"]);
  if (!isKeyId(keyId)) throw new TypeError("keyId must be a key id: letters, digits and ._:@/-, at most 128");
  if (!(publicKey instanceof Uint8Array) || publicKey.length !== 32) throw new TypeError("publicKey must be 32 bytes");
  const timeout = readTimeout("timeoutMs", timeoutMs);
  return Object.freeze({
    keyId,
    publicKey: new Uint8Array(publicKey),
    sign: async (bytes: Uint8Array) => readSignature(await run(program, args, `${Buffer.from(bytes).toString("base64")}\n`, timeout)),
  });
}

function readWord(word: unknown): string {
  if (typeof word !== "string") throw new TypeError("the command's words must be text");
  return word;
}

function readSignature(output: string): Uint8Array {
  const signature = decodeSignature(output.replace(/\r?\n$/, ""));
  if (signature === null) throw new SignerError("the signer's program did not write one line with a signature in base64");
  return signature;
}

function run(program: string, args: readonly string[], input: string, timeoutMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"], windowsHide: true });
    const chunks: Buffer[] = [];
    let total = 0;
    const end = (error: SignerError | null) => {
      clearTimeout(timer);
      // Whatever it does from here on is not waited for; its pipes must not hold this process.
      child.kill("SIGKILL");
      child.stdin.destroy();
      child.stdout.destroy();
      if (error === null) resolve(Buffer.concat(chunks).toString("latin1"));
      else reject(error);
    };
    const timer = setTimeout(() => end(new SignerError(`the signer's program was not done within ${timeoutMs} ms`)), timeoutMs);
    child.on("error", (error: NodeJS.ErrnoException) =>
      end(new SignerError(`the signer's program cannot be started (${error.code ?? "unknown"})`)),
    );
    child.stdout.on("data", (chunk: Buffer) => {
      total += chunk.length;
      if (total > MAX_OUTPUT_BYTES) end(new SignerError("the signer's program wrote more than a signature"));
      else chunks.push(chunk);
    });
    child.on("close", (code, signal) =>
      end(code === 0 ? null : new SignerError(`the signer's program failed (${signal ?? `exit ${code}`})`)),
    );
    // A program that ends without reading is told by its exit.
    child.stdin.on("error", () => {});
    child.stdin.end(input);
  });
}
