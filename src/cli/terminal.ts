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
    ask: (prompt) => readLine(prompt, false),
    askSecret: (prompt) => readLine(prompt, true),
  };
}

async function readLine(prompt: string, secret: boolean): Promise<string | null> {
  const { stdin, stdout } = process;
  if (secret) stdin.setRawMode(true);
  try {
    await drain();
    stdout.write(prompt);
    const line = await nextLine();
    if (secret) stdout.write("\n");
    return line;
  } finally {
    if (secret) stdin.setRawMode(false);
    stdin.pause();
  }
}

/** A confirmation that was pasted ahead of its question is none. */
async function drain(): Promise<void> {
  const drop = () => {};
  process.stdin.on("data", drop).resume();
  await new Promise((resolve) => setTimeout(resolve, DRAIN_MS));
  process.stdin.off("data", drop);
}

function nextLine(): Promise<string | null> {
  const { stdin } = process;
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
        // These come through only where the terminal hands over every key.
        if (byte === INTERRUPT || byte === END || bytes.length === MAX_LINE_BYTES) return finish(null);
        if (ERASE.has(byte)) bytes.pop();
        else bytes.push(byte);
      }
    };
    stdin.on("data", take).on("end", ended).on("error", ended).resume();
  });
}
