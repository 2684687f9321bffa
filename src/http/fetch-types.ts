/**
 * The platform's own `Request` and `Response`, where the types of the runtime have them; what a bridge uses of them where they
 * have not.
 */
export type FetchRequest = typeof globalThis extends { Request: { prototype: infer Known } }
  ? Known
  : { readonly method: string; readonly url: string; readonly headers: FetchHeaders; readonly body: unknown };

export type FetchResponse = typeof globalThis extends { Response: { prototype: infer Known } }
  ? Known
  : { readonly status: number; readonly headers: FetchHeaders; text(): Promise<string> };

interface FetchHeaders {
  get(name: string): string | null;
}
