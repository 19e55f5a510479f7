import 'fake-indexeddb/auto';

import { matchRoutes } from 'react-router-dom';
import { expect, it, vi } from 'vitest';

import { handleAt } from '@/app/navigation/app-router';
import { createRoutes } from '@/app/routes';

import { aUser } from '../../support/builders';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

it.each([
  '/',
  '/answers',
  '/Answers/',
  '/answers/details/1/2',
  '/urgents/details/1/2',
  '/urgents/queue',
  '/observatori/import',
  '/observatori/profil/edit/0722',
  '/observatori/profil/add',
  '/formulare/nou',
  '/formulare/12',
  '/statistics/observers',
  '/coverage/plan',
  '/polling-stations/nou',
  '/polling-stations/3',
  '/POLLING-STATIONS/3/edit',
  '/wall',
  '/nowhere',
  '/answers/nowhere',
])('%s leads where the library alone would lead', (path) => {
  const routes = createRoutes(aUser());
  const whole = matchRoutes(routes, path)?.at(-1)?.route.handle;
  // The empty route tells nothing.
  expect(whole === undefined).toBe(path === '/');
  expect(handleAt(routes, path)).toBe(whole);
  // Asked for again, after others of its kind.
  expect(handleAt(routes, path)).toBe(whole);
});
