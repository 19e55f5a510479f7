import 'fake-indexeddb/auto';

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import { markThreads } from '@/data/triage/triage-marks';
import { databases } from '@/db/open';
import { OutboxPage } from '@/features/outbox/outbox-page';

import { aThreadRow } from '../../support/builders';
import { sync } from '../../support/fake-sync';
import { refuseNewest } from '../../support/refused-mark';
import { prepareScreen } from '../../support/screen';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

const { open } = prepareScreen([{ path: '*', element: <OutboxPage /> }]);

beforeEach(async () => {
  const pollingStationName = 'Alba Sebeș 7';
  const observerName = 'Ana Pop';
  await databases().cache.threads.put(
    aThreadRow({
      key: '41:7',
      list: 'urgent',
      pollingStationName,
      observerName,
    }),
  );
  await markThreads(['41:7'], { state: 'resolved', note: 'Sunat' });
  await markThreads(['9:9'], { state: 'falseAlarm', note: '' });
});

const panel = () => screen.findByRole('region', { name: 'Decizii refuzate' });

async function rows() {
  const items = within(await panel()).getAllByRole('listitem');
  return items.map(({ textContent }) => textContent);
}

it('says which decisions the server refused, and why', async () => {
  await refuseNewest('41:7');
  await refuseNewest('9:9');
  open();
  expect(await rows()).toEqual([
    expect.stringMatching(/refuzatDecizie: Alarmă falsă .*9.*There is no such/),
    expect.stringMatching(
      /refuzatDecizie: Rezolvată Alba Sebeș 7, Ana Pop.*Sunat.*There is no such/,
    ),
  ]);
  const links = within(await panel()).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/answers/details/9/9',
    '/urgents/details/41/7',
  ]);
  expect(screen.queryByText('Totul este trimis')).toBeNull();
});

it('has none while decisions only wait', async () => {
  open();
  await screen.findByText(/^2 decizii despre raportări/);
  expect(screen.queryByRole('region', { name: 'Decizii refuzate' })).toBeNull();
});

it('one is tried again, another let go after a question', async () => {
  await refuseNewest('41:7');
  await refuseNewest('9:9');
  open();
  const inPanel = within(await panel());
  fireEvent.click(
    await inPanel.findByRole('button', {
      name: /^Încearcă din nou.*: .*Ana Pop/,
    }),
  );
  await waitFor(async () => expect(await rows()).toHaveLength(1));
  expect(sync.push).toHaveBeenCalled();
  fireEvent.click(inPanel.getByRole('button', { name: /^Renunță.*: / }));
  const question = await screen.findByRole('alertdialog');
  within(question).getByRole('heading', {
    name: /^Renunți la decizia „Alarmă falsă” despre .*9/,
  });
  fireEvent.click(
    within(question).getByRole('button', { name: 'Renunță la decizie' }),
  );
  await screen.findByText('Totul este trimis');
  expect(await databases().intent.triage.toArray()).toMatchObject([
    { key: '41:7' },
  ]);
});

it('says so when the device cannot store that it is tried again', async () => {
  await refuseNewest('41:7');
  open();
  const { refusedMarks } = databases().intent;
  vi.spyOn(refusedMarks, 'delete').mockRejectedValue(new Error('closed'));
  fireEvent.click(
    await screen.findByRole('button', { name: /^Încearcă din nou.*: / }),
  );
  await screen.findByText(/^NU s-a salvat/);
  expect(await rows()).toHaveLength(1);
});
