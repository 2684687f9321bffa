/** The impact classes of PIC/1.0, low ones first. */
export const IMPACTS = Object.freeze(["read", "write", "external", "compute", "money", "privacy", "irreversible"] as const);
export type Impact = (typeof IMPACTS)[number];

const HIGH: ReadonlySet<string> = new Set<Impact>(["money", "privacy", "irreversible"]);
export const HIGH_IMPACTS: readonly Impact[] = Object.freeze(IMPACTS.filter((impact) => HIGH.has(impact)));

export function isHighImpact(impact: Impact): boolean {
  return HIGH.has(impact);
}

export function isImpact(value: unknown): value is Impact {
  return (IMPACTS as readonly unknown[]).includes(value);
}
