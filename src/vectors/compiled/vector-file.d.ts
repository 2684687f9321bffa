import type { SchemaMismatch } from "../../wire/compiled/proposal.js";

/** Every mismatch is left in `errors`. */
export declare const matchesVectorFile: {
  (data: unknown, root: { readonly instancePath: "" }): boolean;
  errors?: readonly SchemaMismatch[] | null;
};
