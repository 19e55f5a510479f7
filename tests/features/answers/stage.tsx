import { configure, render } from '@testing-library/react';
import { createInstance } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { createMemoryRouter, Link, RouterProvider } from 'react-router-dom';

import type { DetailRow, ThreadRow } from '@/db/cache';
import { databases } from '@/db/open';
import type { ChosenOption } from '@/domain/answers/answer';
import type { ThreadList } from '@/domain/answers/thread';
import { AnswersPage } from '@/features/answers/answers-page';
import type { LinkProps } from '@/ui/link';
import { LinkRenderer } from '@/ui/link';
import { Toaster } from '@/ui/overlay/toaster';

import en from '../../../public/assets/i18n/en.json';
import ro from '../../../public/assets/i18n/ro.json';
import {
  aCounty,
  aForm,
  anObserver,
  aSection,
  aThread,
} from '../../support/builders';

// The databases answer in their own time, and the machine may be busy.
configure({ asyncUtilTimeout: 5000 });

/** A thread as the cache keeps it. */
export function aRow(changes: Partial<ThreadRow> = {}): ThreadRow {
  const thread = aThread(changes);
  return {
    list: 'urgent',
    order: thread.lastModified ?? 0,
    county: 'AB',
    stationNumber: 12,
    missing: 0,
    ...thread,
    ...changes,
  };
}

export function aDetail(changes: Partial<DetailRow> = {}): DetailRow {
  return {
    key: '41:7',
    observerId: 41,
    pollingStationId: 7,
    answers: [],
    extra: null,
    notes: [],
    hash: 'h1',
    changedAt: 1,
    writtenAt: 1,
    ...changes,
  };
}

export function aChoice(changes: Partial<ChosenOption> = {}): ChosenOption {
  return {
    optionId: 901,
    text: 'Da',
    isFreeText: false,
    flagged: false,
    ...changes,
  };
}

/** What the server said of a list: its rows, how many there are, and when. */
export async function keepList(
  list: ThreadList,
  rows: readonly ThreadRow[],
  freshness: { asOf?: number; total?: number; sweptAt?: number } = {},
): Promise<void> {
  const { cache } = databases();
  await cache.threads.bulkPut(rows.map((row) => ({ ...row, list })));
  const now = Date.now();
  await cache.cursors.put({
    resource: `threads:${list}`,
    triedAt: now,
    asOf: now,
    total: rows.length,
    sweptAt: now,
    ...freshness,
  });
}

/** One record with the stamp of its fetch. */
export async function keepDetail(row: DetailRow, asOf = Date.now()) {
  const { cache } = databases();
  await cache.details.put(row);
  await cache.cursors.put({
    resource: `detail:${row.key}`,
    triedAt: asOf,
    asOf,
  });
}

/** Form A with one question, form B with none kept; a county; an observer. */
export async function keepBasics(): Promise<void> {
  const { cache } = databases();
  await cache.forms.bulkPut([
    aForm({ id: 12, code: 'A', description: 'Deschidere' }),
    aForm({ id: 13, code: 'B', description: 'Votare', order: 2 }),
  ]);
  await cache.formBodies.put({ id: 12, version: 1, sections: [aSection()] });
  await cache.cursors.put({
    resource: 'forms:public',
    triedAt: 1,
    asOf: 1,
  });
  await cache.counties.put(aCounty());
  await cache.observers.put({
    ...anObserver(),
    nameFold: 'maria ionel',
    missing: 0,
  });
}

/** Opens the answers screen at an address. */
export async function open(href: string, language = 'ro') {
  const i18n = createInstance();
  await i18n.use(initReactI18next).init({
    lng: language,
    resources: { ro: { translation: ro }, en: { translation: en } },
    fallbackLng: false,
    parseMissingKeyHandler: (key) => `⟦${key}⟧`,
    interpolation: { escapeValue: false },
  });
  const page = <AnswersPage />;
  const router = createMemoryRouter(
    [
      { path: '/answers', element: page },
      {
        path: '/answers/details/:observerId/:pollingStationId',
        element: page,
      },
      {
        path: '/urgents/details/:observerId/:pollingStationId',
        element: page,
      },
    ],
    { initialEntries: [href] },
  );
  render(
    <LinkRenderer value={RouterLink}>
      <RouterProvider router={router} />
      <Toaster closeLabel="x" />
    </LinkRenderer>,
  );
  return {
    address: () =>
      router.state.location.pathname + router.state.location.search,
  };
}

function RouterLink({ href, children, ...rest }: LinkProps) {
  return (
    <Link {...rest} to={href}>
      {children}
    </Link>
  );
}
