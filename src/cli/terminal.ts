/** A person at a terminal. */
export interface Terminal {
  readonly columns: number;
  readonly rows: number;
  write(text: string): void;
  /** The line that is typed once the prompt stands, without its end; null where the input ended. What was typed before is dropped. */
  ask(prompt: string): Promise<string | null>;
  /** The same without showing what is typed. */
  askSecret(prompt: string): Promise<string | null>;
}

/** What a pseudo-terminal without a size is taken for. */
const COLUMNS = 80;
const ROWS = 24;
/** Nobody types more. */
const MAX_LINE_BYTES = 4096;
/** Input that waits already is there within this time. */
const DRAIN_MS = 30;

const INTERRUPT = 0x03;
const END = 0x04;
const ERASE: ReadonlySet<number> = new Set([0x08, 0x7f]);
const NEWLINE: ReadonlySet<number> = new Set([0x0a, 0x0d]);

/** The process's own terminal; null unless standard input and standard output both are one. */
export function openTerminal(): Terminal | null {
  const { stdin, stdout } = process;
  if (!stdin.isTTY || !stdout.isTTY) return null;
  return {
    columns: stdout.columns || COLUMNS,
    rows: stdout.rows || ROWS,
    write: (text) => void stdout.write(text),
    ask: (prompt) => readLine(prompt, true),
    askSecret: (prompt) => readLine(prompt, false),
  };
}

/**
 * Key by key, and shown by us: a line that the terminal itself collects could have been begun before the question, and Enter alone
 * would then send it.
 */
async function readLine(prompt: string, shown: boolean): Promise<string | null> {
  const { stdin, stdout } = process;
  stdin.setRawMode(true);
  try {
    await drain();
    stdout.write(prompt);
    const line = await nextLine(shown);
    stdout.write("\n");
    return line;
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
  }
}

/** spec approvals#terminal: what was typed ahead of its question answers nothing. */
async function drain(): Promise<void> {
  const drop = () => {};
  process.stdin.on("data", drop).resume();
  await new Promise((resolve) => setTimeout(resolve, DRAIN_MS));
  process.stdin.off("data", drop);
}

function nextLine(shown: boolean): Promise<string | null> {
  const { stdin, stdout } = process;
  return new Promise((resolve) => {
    const bytes: number[] = [];
    const finish = (line: string | null) => {
      stdin.off("data", take).off("end", ended).off("error", ended);
      resolve(line);
    };
    const ended = () => finish(null);
    const take = (chunk: Buffer) => {
      for (const byte of chunk) {
        if (NEWLINE.has(byte)) return finish(Buffer.from(bytes).toString("utf8"));
        if (byte === INTERRUPT || byte === END || bytes.length === MAX_LINE_BYTES) return finish(null);
        if (ERASE.has(byte)) {
          if (bytes.pop() !== undefined && shown) stdout.write("\b \b");
        } else if (!shown || (byte >= 0x20 && byte < 0x7f)) {
          bytes.push(byte);
          if (shown) stdout.write(String.fromCharCode(byte));
        } else {
          // No answer holds such a key, and one that is left out in silence could make one.
          return finish(null);
        }
      }
    };
    stdin.on("data", take).on("end", ended).on("error", ended).resume();
  });
}
