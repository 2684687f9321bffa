/** What a command leaves: written by main in one piece, so that standard output holds one object or nothing. */
export interface Reply {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr?: string;
}

export const FORMATS = ["text", "json", "github", "sarif", "junit"] as const;
export type Format = (typeof FORMATS)[number];
