import type { Terminal } from "./terminal.js";

/** What a command may see of the process it runs in. */
export interface Shell {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The working directory. */
  readonly cwd: string;
  /** Epoch milliseconds, read once per run. */
  readonly now: number;
  /** Standard output takes colours. Asked only where text is written. */
  readonly colour: () => Promise<boolean>;
  /** The person at the terminal; null where there is none. */
  readonly terminal: () => Promise<Terminal | null>;
}
