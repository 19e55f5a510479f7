import 'fake-indexeddb/auto';

import { act, fireEvent, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { matchRoutes } from 'react-router-dom';
import { expect, it, vi } from 'vitest';

import { readCoverageAhead } from '@/app/navigation/coverage-ahead';
import { createRoutes } from '@/app/routes';
import { Link } from '@/ui/link';

import { aUser } from '../../support/builders';
import { deferred } from '../../support/deferred';
import { prepareScreen } from '../../support/screen';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

const prepare = vi.hoisted(() => vi.fn<() => Promise<void>>());
vi.mock('@/data/coverage/coverage', () => ({ prepareCoverage: prepare }));
vi.mock('@/features/coverage/coverage-page', () => ({
  CoveragePage: () => <h1>Acoperire</h1>,
}));

function Start() {
  useEffect(readCoverageAhead, []);
  return (
    <>
      <h1>Acasă</h1>
      <Link href="/coverage?by=observer">Observatori</Link>
      <Link href="/forms">Formulare</Link>
    </>
  );
}

const coverage = matchRoutes(createRoutes(aUser()), '/coverage')?.at(-1)?.route;

const { open } = prepareScreen([
  { path: '/', element: <Start /> },
  { path: '/forms', element: <h1>Formulare</h1> },
  ...(coverage ? [coverage] : []),
]);

const heading = () => screen.getByRole('heading').textContent;
const coverageIsDrawn = () =>
  screen.findByRole('heading', { name: 'Acoperire' });

/** A step to coverage, whose reading is in the hands of the test. */
async function begin() {
  const reading = deferred<void>();
  prepare.mockReset().mockReturnValue(reading.promise);
  const stage = open('/');
  await screen.findByRole('heading', { name: 'Acasă' });
  await act(() => stage.go('/coverage'));
  await vi.waitFor(() => expect(prepare).toHaveBeenCalled());
  return { ...stage, reading };
}

it('the screen before stays until coverage is read', async () => {
  const { reading } = await begin();
  expect(heading()).toBe('Acasă');
  reading.resolve();
  await coverageIsDrawn();
});

it('coverage that cannot be read is drawn all the same', async () => {
  const { reading } = await begin();
  reading.reject(new Error('No rows'));
  await coverageIsDrawn();
});

it('and so is what takes too long', async () => {
  await begin();
  await coverageIsDrawn();
});

it('another step does not wait, and is not undone when coverage is read', async () => {
  const { go, reading, address } = await begin();
  await act(() => go('/forms'));
  expect(heading()).toBe('Formulare');
  await act(() => reading.resolve());
  expect(heading()).toBe('Formulare');
  expect(address()).toBe('/forms');
});

it('another order of coverage waits for nothing', async () => {
  const { go, reading, address } = await begin();
  reading.resolve();
  await coverageIsDrawn();
  await act(() => go('/coverage?by=observer'));
  expect(address()).toBe('/coverage?by=observer');
  expect(prepare).toHaveBeenCalledTimes(1);
});

it.each(['pointerOver', 'focus'] as const)(
  'coverage is read when a link to it gets %s, and nothing is said when that fails',
  async (event) => {
    prepare.mockReset().mockRejectedValue(new Error('No rows'));
    open('/');
    for (const name of ['Formulare', 'Observatori']) {
      fireEvent[event](screen.getByRole('link', { name }));
    }
    await vi.waitFor(() => expect(prepare).toHaveBeenCalled());
    await act(async () => {});
    expect(prepare).toHaveBeenCalledTimes(1);
    expect(heading()).toBe('Acasă');
  },
);
