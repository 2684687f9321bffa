import type { Terminal } from "../../src/cli/terminal.js";

/** A terminal at which a test types: answers in order, then the input ends. */
export interface TypingTerminal extends Terminal {
  /** Everything written, prompts and what was answered to them. */
  readonly screen: () => string;
  readonly left: () => number;
}

export function typingTerminal(answers: readonly string[], size: { columns?: number; rows?: number } = {}): TypingTerminal {
  const { columns = 100, rows = 1000 } = size;
  const pending = [...answers];
  let screen = "";
  const ask = (secret: boolean) => async (prompt: string) => {
    const typed = pending.shift() ?? null;
    screen += `${prompt}${secret || typed === null ? "" : typed}\n`;
    return typed;
  };
  return {
    columns,
    rows,
    write: (text) => {
      screen += text;
    },
    ask: ask(false),
    askSecret: ask(true),
    screen: () => screen,
    left: () => pending.length,
  };
}
