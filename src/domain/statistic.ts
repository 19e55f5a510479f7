/** The seven lists of specification section 3, in the order of their cards. */
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

/** Name of one kept page of a list. */
export function statisticPage(
  key: StatisticKey,
  page: number,
  pageSize: number,
): string {
  return `${key}:${page}:${pageSize}`;
}
