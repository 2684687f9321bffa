/** One mismatch, as Ajv reports it. `instancePath` holds only names from the schema and indexes. */
export interface SchemaMismatch {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params?: { readonly missingProperty?: string; readonly additionalProperty?: string };
}

/** Every mismatch is left in `errors`. Pass `root` with an own `instancePath`, so that no inherited one is read. */
export declare const matchesProposal: {
  (data: unknown, root: { readonly instancePath: "" }): boolean;
  errors?: readonly SchemaMismatch[] | null;
};
