import { expect, it } from 'vitest';

import type { Address } from '@/features/answers/address';
import { hrefOf, readAddress } from '@/features/answers/address';
import { noFilter } from '@/features/answers/list/filter-fields';

function read(href: string): Address {
  const { pathname, searchParams } = new URL(href, 'http://server.test');
  const [, , , observerId, pollingStationId] = pathname.split('/');
  return readAddress(pathname, searchParams, { observerId, pollingStationId });
}

const everything = {
  ...noFilter,
  flagged: 'true',
  stationFrom: '3',
  text: 'coadă & cozi',
  county: 'CJ',
  pollingStationNumber: '142',
  phoneObserver: '+40 7',
  from: '2026-11-22 06:00',
  to: '2026-11-22 14:32',
  triage: 'resolved',
};
const pair = { observerId: 41, pollingStationId: 7312 };

it.each([
  ['/answers', { list: 'all', page: 1 }],
  ['/answers?urgente=true', { list: 'urgent', page: 1 }],
  ['/answers?page=3', { list: 'all', page: 3 }],
  ['/answers/details/41/7312', { list: 'all', page: 1, pair }],
  ['/urgents/details/41/7312?page=2', { list: 'urgent', page: 2, pair }],
] as const)('%s is read and written back', (href, expected) => {
  const address = read(href);
  expect(address).toEqual({ fields: noFilter, isBroken: false, ...expected });
  expect(hrefOf(address)).toBe(href);
});

it('keeps every filter, whatever characters it has', () => {
  for (const list of ['urgent', 'all'] as const) {
    const href = hrefOf({ list, fields: everything, page: 2, pair });
    expect(read(href)).toEqual({
      list,
      fields: everything,
      page: 2,
      pair,
      isBroken: false,
    });
  }
});

it('a details address with the flag is the urgent list too', () => {
  expect(read('/answers/details/41/7312?urgente=true').list).toBe('urgent');
});

it.each([
  '/answers/details/abc/7312',
  '/answers/details/41/0',
  '/urgents/details/41/-1',
  '/answers/details/41/1e3',
  '/answers/details/9999999999999999999/1',
])('%s names no thread, and says so', (href) => {
  expect(read(href).isBroken).toBe(true);
  expect(read(href).pair).toBeUndefined();
});

it.each(['0', '-2', 'x', '1.5', ''])('page "%s" is the first', (page) => {
  expect(read(`/answers?page=${page}`).page).toBe(1);
});
