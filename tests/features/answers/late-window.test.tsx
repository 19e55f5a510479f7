import 'fake-indexeddb/auto';

import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import { textsAddress } from '@/state/language';

import { aThreadRow } from '../../support/builders';
import { prepareScreen } from '../../support/screen';
import { speak } from '../../support/texts';
import { cacheBasics, cacheThreads } from './cached-threads';
import { answersRoutes } from './routes';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

const { open } = prepareScreen(answersRoutes);

beforeEach(async () => {
  await cacheBasics();
  await cacheThreads('all', [aThreadRow()]);
});

async function openTables() {
  const menu = { name: 'Fișiere din listă' };
  fireEvent.click(await screen.findByRole('button', menu));
  const item = { name: 'Tabel pentru analiză' };
  fireEvent.click(await screen.findByRole('menuitem', item));
}

it.each([
  ['a page of a portal', '<html>Bun venit</html>'],
  ['no text at all', 'null'],
  ['a file that is not there', undefined],
])('a window whose texts come as %s is not opened', async (_, body) => {
  globalThis.earlyAnswers?.set(
    textsAddress('ro', 'screens'),
    Promise.resolve(
      body === undefined
        ? Response.json({ title: 'Not found' }, { status: 404 })
        : new Response(body),
    ),
  );
  open('/answers');
  await openTables();
  await screen.findByText(
    /nu poate fi deschis|nu a putut fi încărcat|Reîncarcă/i,
  );
  expect(screen.queryByRole('dialog')).toBe(null);
});

it('a window opens once its texts are here', async () => {
  speak('ro');
  open('/answers');
  await openTables();
  await screen.findByRole('dialog', { name: 'Tabel pentru analiză' });
});
