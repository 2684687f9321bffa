export type JsonValue = null | boolean | number | string | JsonArray | JsonObject;
export type JsonArray = readonly JsonValue[];
export interface JsonObject {
  readonly [name: string]: JsonValue;
}

/**
 * An object that a host hands over to be read as plain data. No promise: one that was not awaited is a mistake that the compiler
 * can tell. The second form takes what is typed `Record<string, unknown>`.
 */
export type HostData = (object & { readonly then?: never }) | { readonly [name: string]: unknown };
