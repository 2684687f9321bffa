export interface Paint {
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly strong: (text: string) => string;
  readonly faint: (text: string) => string;
}

const sgr = (code: number) => (text: string) => `\u001b[${code}m${text}\u001b[0m`;
const plain = (text: string) => text;

export function paintFor(colour: boolean): Paint {
  return colour ? { good: sgr(32), bad: sgr(31), strong: sgr(1), faint: sgr(2) } : { good: plain, bad: plain, strong: plain, faint: plain };
}
