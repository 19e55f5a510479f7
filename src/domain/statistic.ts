/** The seven lists of docs/specification.md 3, in the order of their cards. */
export const STATISTIC_KEYS = [
  'numar-observatori',
  'sesizari-judete',
  'sesizari-sectii',
  'sesizari-deschidere-judete',
  'sesizari-deschidere-sectii',
  'sesizari-numarare-judete',
  'sesizari-numarare-sectii',
] as const;
export type StatisticKey = (typeof STATISTIC_KEYS)[number];

export interface StatisticValue {
  label: string;
  value: number;
}

/** How often each label occurs, most often first, then by label. */
export function tally(labels: readonly string[]): StatisticValue[] {
  const counts = new Map<string, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts]
    .map(([label, value]) => ({ label, value }))
    .sort((a, b) => b.value - a.value || a.label.localeCompare(b.label));
}
