/** How much demo data: the sizes of docs/architecture.md 6. XS is for tests, XXL for measuring how the server grows. */
export const sizes = {
  XS: { observers: 110, threads: 110 },
  S: { observers: 850, threads: 1_500 },
  M: { observers: 1_700, threads: 5_000 },
  L: { observers: 5_000, threads: 20_000 },
  XL: { observers: 10_000, threads: 31_500 },
  XXL: { observers: 40_000, threads: 126_000 },
} as const;

export type Size = keyof typeof sizes;

/** A size by its name, in capitals or not; undefined where there is none of that name. */
export function sizeNamed(name: string): Size | undefined {
  const names = Object.keys(sizes).map((each) => each as Size);
  return names.find((each) => each === name.toUpperCase());
}
