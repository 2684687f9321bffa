/** A media type, its names in lower case (RFC 9110, 8.3.1). */
export interface MediaType {
  readonly essence: string;
  readonly parameters: readonly { readonly name: string; readonly value: string }[];
}

const MAX_LENGTH = 256;
const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const ESSENCE = new RegExp(`^${TOKEN}/${TOKEN}`);
/** One `;` with the parameter behind it, which may be missing. What a quoted value may hold is ASCII. */
const PARAMETER = new RegExp(`[ \\t]*;[ \\t]*(?:(${TOKEN})=(?:(${TOKEN})|"((?:[\\t !#-[\\]-~]|\\\\[\\t -~])*)"))?`, "y");

/** Null for what is no media type, is longer than 256 characters, or has a parameter twice. */
export function parseMediaType(text: string): MediaType | null {
  if (text.length > MAX_LENGTH) return null;
  const essence = ESSENCE.exec(text)?.[0];
  if (essence === undefined) return null;
  const parameters: { readonly name: string; readonly value: string }[] = [];
  let at = essence.length;
  while (at < text.length) {
    PARAMETER.lastIndex = at;
    const match = PARAMETER.exec(text);
    if (match === null) return null;
    at = PARAMETER.lastIndex;
    if (match[1] === undefined) continue;
    const name = match[1].toLowerCase();
    if (parameterOf(parameters, name) !== null) return null;
    parameters[parameters.length] = { name, value: match[2] ?? (match[3] as string).replace(/\\(.)/g, "$1") };
  }
  return { essence: essence.toLowerCase(), parameters };
}

/**
 * Whether what came is the media type that is expected: the same name, the same parameters. A charset may be said where none is
 * expected, if it is the one of JSON (spec/results.md#http).
 */
export function isMediaType(given: string | null, expected: MediaType): boolean {
  const parsed = given === null ? null : parseMediaType(given);
  if (parsed === null || parsed.essence !== expected.essence) return false;
  let found = 0;
  for (let at = 0; at < parsed.parameters.length; at += 1) {
    const { name, value } = parsed.parameters[at] as MediaType["parameters"][number];
    const wanted = parameterOf(expected.parameters, name);
    const charset = name === "charset";
    if (wanted === null ? !charset || value.toLowerCase() !== "utf-8" : !same(value, wanted, charset)) return false;
    if (wanted !== null) found += 1;
  }
  return found === expected.parameters.length;
}

function same(value: string, wanted: string, anyCase: boolean): boolean {
  return anyCase ? value.toLowerCase() === wanted.toLowerCase() : value === wanted;
}

function parameterOf(parameters: MediaType["parameters"], wanted: string): string | null {
  for (let at = 0; at < parameters.length; at += 1) {
    const { name, value } = parameters[at] as MediaType["parameters"][number];
    if (name === wanted) return value;
  }
  return null;
}
