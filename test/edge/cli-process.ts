import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";
import { afterAll, beforeAll } from "vitest";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

interface Run {
  readonly exit: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string | Uint8Array;
}

export interface Cli {
  /** The script that is run. */
  readonly script: () => string;
  /** A folder of its own for each test file. */
  readonly folder: () => string;
  /** Writes a file into the folder (JSON unless text or bytes) and returns its path. */
  readonly file: (name: string, content: unknown) => string;
  readonly run: (args: readonly string[], options?: RunOptions) => Run;
  /** Runs beside other processes, with nothing on standard input. */
  readonly start: (args: readonly string[]) => Promise<Run>;
  /** Runs a shell line with `$NODE` and `$CLI` set. */
  readonly shell: (line: string, env?: Readonly<Record<string, string>>) => Run;
}

/** The sources bundled as a process, once for a test file; COUNTERSIGN_CLI names a built one to test instead. */
export function useCli(): Cli {
  let bundle = "";
  let folder = "";
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "countersign-cli-"));
    if (process.env.COUNTERSIGN_CLI !== undefined) return;
    bundle = mkdtempSync(join(tmpdir(), "countersign-built-"));
    await build({
      input: { cli: join(ROOT, "src/cli/main.ts") },
      platform: "node",
      external: [/^node:/, "better-sqlite3", "pg"],
      resolve: { conditionNames: ["countersign-source", "node", "import"] },
      // One file for what a run needs: the tests start many processes.
      output: {
        dir: bundle,
        format: "cjs",
        entryFileNames: "[name].cjs",
        chunkFileNames: "[name].cjs",
        codeSplitting: { groups: [{ name: "main", tags: ["$initial"] }] },
      },
      logLevel: "silent",
    });
    // The ledgers' drivers are not bundled.
    symlinkSync(join(ROOT, "node_modules"), join(bundle, "node_modules"));
  });
  afterAll(() => {
    for (const path of [bundle, folder]) if (path !== "") rmSync(path, { recursive: true, force: true });
  });
  const script = () => process.env.COUNTERSIGN_CLI ?? join(bundle, "cli.cjs");
  // Nothing of the tester's own configuration reaches the process.
  const clean = (env: Readonly<Record<string, string>> = {}) => ({ PATH: process.env.PATH ?? "", TERM: "dumb", ...env });
  return {
    script,
    folder: () => folder,
    file(name, content) {
      const path = join(folder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, typeof content === "string" || content instanceof Uint8Array ? content : JSON.stringify(content));
      return path;
    },
    run(args, { cwd, env, stdin } = {}) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [script(), ...args], {
        cwd: cwd ?? folder,
        env: clean(env),
        input: stdin ?? "",
        encoding: "utf8",
        timeout: 20_000,
      });
      return { exit: status, stdout, stderr };
    },
    start(args) {
      return new Promise((resolve) => {
        const options = { cwd: folder, env: clean(), encoding: "utf8", timeout: 60_000 } as const;
        const child = execFile(process.execPath, [script(), ...args], options, (_, stdout, stderr) => {
          resolve({ exit: child.exitCode, stdout, stderr });
        });
        child.stdin?.end();
      });
    },
    shell(line, env) {
      const { status, stdout, stderr } = spawnSync("bash", ["--norc", "-c", line], {
        cwd: folder,
        env: { ...clean(env), NODE: process.execPath, CLI: script() },
        encoding: "utf8",
        timeout: 20_000,
      });
      return { exit: status, stdout, stderr };
    },
  };
}
