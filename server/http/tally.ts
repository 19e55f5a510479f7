/** How much is held now, by name; a name that holds nothing is forgotten. */
export interface Tally {
  count(name: string): number;
  /** @param amount below zero: it is given back. */
  add(name: string, amount: number): void;
}

export function createTally(): Tally {
  const counts = new Map<string, number>();
  const count = (name: string) => counts.get(name) ?? 0;
  return {
    count,
    add(name, amount) {
      const next = count(name) + amount;
      if (next > 0) counts.set(name, next);
      else counts.delete(name);
    },
  };
}
