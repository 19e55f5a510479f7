import type { Extension } from '@/domain/extensions';
import { useSnapshot } from 'valtio';

import { useOffersOfMenu } from '@/data/offers';
import type { Screen } from '@/features/search/use-search-groups';
import { paths } from '@/paths';
import { session } from '@/state/session';
import type { IconName } from '@/ui/icon';
import { useTranslation } from '@/ui/texts';

import { places } from './places';

interface FurtherScreen {
  href: string;
  /** Translation key. */
  title: string;
  icon: IconName;
  forOrganizers?: boolean | undefined;
  /** Extension of the server that it needs. */
  needs?: Extension | undefined;
}

const further: readonly FurtherScreen[] = [
  {
    href: paths.urgentAnswers,
    title: 'shell.titles.urgent',
    icon: 'flag',
  },
  { href: paths.queue(), title: 'answers.queue.title', icon: 'done' },
  { href: paths.questions(), title: 'shell.titles.questions', icon: 'chart' },
  { href: paths.agreement(), title: 'shell.titles.agreement', icon: 'merge' },
  { href: paths.wall, title: 'coverage.wall.title', icon: 'map' },
  { href: paths.outbox, title: 'outbox.title', icon: 'sync' },
  {
    href: paths.notificationHistory,
    title: 'shell.titles.history',
    icon: 'clock',
  },
  { href: paths.newForm(), title: 'forms.newTitle', icon: 'plus' },
  {
    href: paths.newObserver,
    title: 'profile.new',
    icon: 'plus',
    forOrganizers: true,
  },
  {
    href: paths.importObservers,
    title: 'shell.titles.import',
    icon: 'upload',
    forOrganizers: true,
  },
  {
    href: paths.newCounty,
    title: 'stations.new',
    icon: 'plus',
    forOrganizers: true,
  },
  {
    href: paths.importPlaces,
    title: 'places.title',
    icon: 'upload',
    forOrganizers: true,
    needs: 'places',
  },
  {
    href: paths.accounts(),
    title: 'accounts.title',
    icon: 'key',
    forOrganizers: true,
    needs: 'accounts',
  },
  {
    href: paths.audit,
    title: 'audit.title',
    icon: 'clock',
    forOrganizers: true,
    needs: 'audit',
  },
  {
    href: paths.myAccount,
    title: 'account.title',
    icon: 'user',
    needs: 'sessions',
  },
];

/** Places of the app that the signed-in role may go to (docs/api-contract.md 2.4). */
export function useScreens(): Screen[] {
  const { t } = useTranslation();
  const { user } = useSnapshot(session);
  const offers = useOffersOfMenu();
  const isOrganizer = user?.organizer === true;
  return [
    ...places.map(({ href, key, icon }) => ({
      href,
      label: t(`shell.places.${key}`),
      icon,
    })),
    ...further
      .filter(({ forOrganizers }) => isOrganizer || !forOrganizers)
      .filter(({ needs }) => needs === undefined || offers.has(needs))
      .map(({ href, title, icon }) => ({ href, label: t(title), icon })),
  ];
}
