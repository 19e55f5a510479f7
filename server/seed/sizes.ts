/** How much demo data: the sizes of docs/architecture.md 6. XS is for tests. */
export const sizes = {
  XS: { observers: 110, threads: 110 },
  S: { observers: 850, threads: 1_500 },
  M: { observers: 1_700, threads: 5_000 },
  L: { observers: 5_000, threads: 20_000 },
  XL: { observers: 10_000, threads: 31_500 },
} as const;

export type Size = keyof typeof sizes;
