import { paths } from '@/paths';
import type { IconName } from '@/ui/icon';

interface Place {
  href: string;
  /** Translation key under `shell.places`. */
  key: string;
  /** Also covers these paths. */
  also?: string | undefined;
  icon: IconName;
  /** Has its place in the bottom bar of a narrow screen. */
  isFrequent?: boolean | undefined;
}

/** The places of the top navigation, in the specification's order; the guide stands after `observers`. */
export const places: readonly Place[] = [
  { href: paths.counties, key: 'stations', icon: 'grid' },
  {
    href: paths.answers(),
    key: 'answers',
    also: paths.urgents,
    icon: 'flag',
    isFrequent: true,
  },
  {
    href: paths.statistics,
    key: 'statistics',
    also: paths.agreement(),
    icon: 'chart',
    isFrequent: true,
  },
  { href: paths.coverage(), key: 'coverage', icon: 'map' },
  { href: paths.observers, key: 'observers', icon: 'user', isFrequent: true },
  { href: paths.forms, key: 'forms', icon: 'list' },
  {
    href: paths.notifications,
    key: 'notifications',
    icon: 'send',
    isFrequent: true,
  },
];

/** Whether the path lies in this place: `/observatori/import` is among the observers. */
export function isCurrent({ href, also }: Place, path: string): boolean {
  return [href, also].some(
    (start) =>
      start !== undefined && (path === start || path.startsWith(`${start}/`)),
  );
}
