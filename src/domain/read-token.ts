/**
 * A read-only token of an analyst or a dashboard (docs/api-contract.md 10.11). What
 * is secret of it is told once, when it is made.
 */
export interface ReadToken {
  id: number;
  name: string;
  /** Name of the organisation that it reads; undefined: all of them. */
  ngo?: string | undefined;
  /** Name of the account that made it. */
  madeBy: string;
  /** Epoch ms. */
  madeAt: number;
  /** Epoch ms. */
  endsAt: number;
  /** Epoch ms, to the hour; undefined before the first use. */
  lastUsedAt?: number | undefined;
}

export interface AddedReadToken {
  name: string;
  /** Undefined: it reads all organisations. */
  ngoId: number | undefined;
  /** Epoch ms. */
  endsAt: number;
}

/** What the server takes (docs/api-contract.md 10.11). */
export const TOKEN_NAME_MAX = 50;
export const TOKEN_DAYS = 30;
export const TOKEN_MAX_DAYS = 400;
