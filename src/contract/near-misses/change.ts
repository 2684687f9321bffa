import type { JsonValue } from "../../json/value.js";
import type { ContractFile } from "../contract-file.js";
import { type Declared, isForeign } from "./declared-at.js";
import type { ChangedData } from "./near-miss.js";
import type { Place } from "./places.js";

/** One place of the data, and what the schema says of it. */
export interface DeclaredPlace extends Place {
  readonly declared: Declared;
  readonly file: ContractFile;
}

/** Another value for a place; undefined takes it away. */
export interface Change {
  readonly kind: string;
  readonly value: JsonValue | undefined;
  readonly expect?: ChangedData["expect"];
  /** Where it differs from the place that is changed. */
  readonly place?: string;
}

/** A value of a type that the schema names nowhere for the place. */
export function* foreign({ declared }: DeclaredPlace, type: string, kind: string, value: JsonValue): Generator<Change> {
  if (isForeign(declared, type)) yield { kind, value };
}
