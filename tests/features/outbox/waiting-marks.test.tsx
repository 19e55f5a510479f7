import 'fake-indexeddb/auto';

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { endTokenAtServer } from '@/data/offers';
import { markThreads } from '@/data/triage/triage-marks';
import { databases } from '@/db/open';
import { OutboxPage } from '@/features/outbox/outbox-page';

import { aThreadRow } from '../../support/builders';
import { isDisabled } from '../../support/controls';
import { answerWith, failWith, sync } from '../../support/fake-sync';
import { refuseNewest } from '../../support/refused-mark';
import { prepareScreen } from '../../support/screen';
import { markAsShared, shareMarks } from '../../support/shared-marks';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

const { open } = prepareScreen([{ path: '*', element: <OutboxPage /> }]);

// What a server offers is known for a whole session.
afterEach(() => endTokenAtServer('', ''));

const panel = () =>
  screen.findByRole('region', {
    name: 'Decizii care așteaptă să fie trimise',
  });
const sendNow = () => screen.findByRole('button', { name: /^Trimite acum/ });

async function rows() {
  const items = within(await panel()).getAllByRole('listitem');
  return items.map(({ textContent }) => textContent);
}

describe('decisions about reports, where the server shares them', () => {
  beforeEach(async () => {
    await shareMarks();
    await databases().cache.threads.put(
      aThreadRow({
        key: '41:7',
        list: 'urgent',
        pollingStationName: 'Alba Sebeș 7',
        observerName: 'Ana Pop',
      }),
    );
    await markThreads(['41:7'], { state: 'resolved', note: 'Sunat' });
  });

  it('wait in the outbox until the server has them, and are sent now on request', async () => {
    await markThreads(['9:9'], { state: 'falseAlarm', note: '' });
    open();
    expect(await rows()).toEqual([
      expect.stringMatching(
        /^în așteptareDecizie: Rezolvată Alba Sebeș 7, Ana PopSunat/,
      ),
      expect.stringMatching(/^în așteptareDecizie: Alarmă falsă .*9/),
    ]);
    expect(screen.queryByText('Totul este trimis')).toBeNull();
    expect(screen.queryByText(/numai pe acest dispozitiv/)).toBeNull();
    const button = await sendNow();
    expect(isDisabled(button)).toBe(false);
    fireEvent.click(button);
    await waitFor(() => expect(sync.freshen).toHaveBeenCalled());
    await markAsShared('41:7');
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    await markAsShared('9:9');
    await screen.findByText('Totul este trimis');
    expect(isDisabled(await sendNow())).toBe(true);
  });

  it('are told from those that it refused, and from those of a file', async () => {
    await markThreads(['9:9'], { state: 'inProgress', note: '' });
    await refuseNewest('9:9');
    const setBy = 'din.fisier@example.org';
    const mark = { state: 'new', note: '', setBy, setAt: 1 } as const;
    await databases().intent.triage.put({ key: '8:8', history: [mark] });
    open();
    expect(await rows()).toEqual([expect.stringContaining('Rezolvată')]);
    const refused = await screen.findByRole('region', {
      name: 'Decizii refuzate',
    });
    expect(within(refused).getAllByRole('listitem')).toHaveLength(1);
    await screen.findByText(
      '2 decizii despre raportări, numai pe acest dispozitiv.',
    );
  });

  it('say why: the server could not say whether it takes any, or an earlier one goes first', async () => {
    sync.readExtensions.mockImplementation(
      failWith({ kind: 'server', status: 500 }),
    );
    await markThreads(['41:7'], { state: 'inProgress', note: '' });
    open();
    const list = within(await panel());
    await list.findByText(
      'Serverul nu a putut spune dacă primește decizii. Serverul a avut o eroare. Este întrebat din nou automat.',
    );
    list.getByText(
      'Se trimite după decizia mai veche despre aceeași raportare.',
    );
    await databases().cache.meta.put({
      k: 'connection',
      v: { state: 'offline', since: 1, failure: { kind: 'offline' } },
    });
    await list.findByText('Fără conexiune: se trimite când revine.');
  });

  it('say that they are tried again once the server has said that it takes them', async () => {
    sync.readExtensions.mockImplementation(answerWith(['triage']));
    open();
    await within(await panel()).findByText(
      'Serverul nu o are încă; se încearcă automat.',
    );
  });

  it('of hundreds the first are listed, and the others counted', async () => {
    const keys = Array.from({ length: 120 }, (_, at) => `50:${at + 1}`);
    await markThreads(keys, { state: 'resolved', note: '' });
    open();
    const list = await rows();
    expect(list).toHaveLength(21);
    expect(list.at(-1)).toBe('și încă 101');
    within(await panel()).getByText('121');
  });
});

it('decisions for which there is no server wait for nothing', async () => {
  await markThreads(['41:7'], { state: 'resolved', note: '' });
  open();
  await screen.findByText(
    'O decizie despre o raportare, numai pe acest dispozitiv.',
  );
  await screen.findByText('Totul este trimis');
  expect(isDisabled(await sendNow())).toBe(true);
  expect(
    screen.queryByRole('region', { name: /^Decizii care așteaptă/ }),
  ).toBeNull();
});
