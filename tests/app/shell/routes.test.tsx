import { matchRoutes } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';

import { isCurrent, places } from '@/app/shell/places';
import { createRoutes } from '@/app/routes';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

const routes = createRoutes({
  sub: 'coordonare',
  idNgo: 1,
  userType: 'NgoAdmin',
  organizer: true,
});

/**
 * The route table of docs/specification.md 2, and the details paths of its list
 * cards.
 */
const addresses = [
  ['/', '/'],
  ['/answers', '/answers'],
  ['/answers/details/7/142', '/answers/details/:observerId/:pollingStationId'],
  ['/urgents/details/7/142', '/urgents/details/:observerId/:pollingStationId'],
  ['/statistics', '/statistics'],
  ['/statistics/numar-observatori', '/statistics/:key'],
  ['/observatori', '/observatori'],
  ['/observatori/profil/new', '/observatori/profil/:state/:id?'],
  ['/observatori/profil/view/0700000041', '/observatori/profil/:state/:id?'],
  ['/observatori/profil/edit/0700000041', '/observatori/profil/:state/:id?'],
  ['/observatori/import', '/observatori/import'],
  ['/formulare', '/formulare'],
  ['/formulare/nou', '/formulare/nou'],
  ['/formulare/12', '/formulare/:formId'],
  ['/notifications', '/notifications'],
  ['/notifications/history', '/notifications/history'],
  ['/polling-stations', '/polling-stations'],
  ['/polling-stations/nou', '/polling-stations/nou'],
  ['/outbox', '/outbox'],
  ['/login', '/login'],
  ['/nowhere', '*'],
  ['/answers/details/7', '*'],
  ['/Answers/', '/answers'],
  ['/POLLING-STATIONS/3/edit', '/polling-stations/:countyId/edit'],
  ['/urgents/queue', '/urgents/queue'],
  ['/wall', '/wall'],
];

describe('the routes', () => {
  it.each(addresses)('%s is served by %s', (address, path) => {
    expect(matchRoutes(routes, address)?.at(-1)?.route.path).toBe(path);
  });

  it('are where every place of the navigation leads', () => {
    for (const { href } of places) {
      expect(matchRoutes(routes, href)?.at(-1)?.route.path).toBe(href);
    }
  });
});

describe('the current place', () => {
  it.each([
    ['/answers', 'answers'],
    ['/urgents/details/1/2', 'answers'],
    ['/observatori/profil/edit/0700', 'observers'],
    ['/polling-stations/nou', 'stations'],
    ['/answersx', undefined],
    ['/outbox', undefined],
  ])('of %s is %s', (path, key) => {
    expect(places.find((place) => isCurrent(place, path))?.key).toBe(key);
  });
});
