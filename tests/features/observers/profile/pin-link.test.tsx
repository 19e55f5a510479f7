import 'fake-indexeddb/auto';

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import { endTokenAtServer } from '@/data/offers';
import { databases } from '@/db/open';
import type { EnrolmentCode } from '@/domain/enrolment';
import type { Reply } from '@/domain/outbox/outcome';

import { anObserverRow } from '../../../support/builders';
import { isDisabled, pressLater, reasonOf } from '../../../support/controls';
import { deferred } from '../../../support/deferred';
import { answerWith, failWith, sync } from '../../../support/fake-sync';
import { prepareScreen, signInAs } from '../../../support/screen';
import { profileRoutes } from '../routes';

vi.mock('@/workers/client', () => import('../../../support/fake-sync'));

const { open } = prepareScreen(profileRoutes);

const phone = '0700000041';
const viewed = `/observatori/profil/view/${phone}`;
const edited = `/observatori/profil/edit/${phone}`;
const CODE = 'AAAAAAAAAAAAAAAAAAAAAA';
const ACTION = 'Link pentru PIN';
const LINK = `${location.origin}/pin#${CODE}`;

beforeEach(async () => {
  // A logout forgets what the server of another test offered.
  await endTokenAtServer('', '');
  await databases().cache.observers.put(anObserverRow());
  sync.readExtensions.mockImplementation(answerWith(['enrolment']));
  sync.makeEnrolmentCode.mockImplementation(
    answerWith({ code: CODE, endsAt: Date.parse('2026-11-23T09:00:00Z') }),
  );
});

const action = () => screen.findByRole('button', { name: ACTION });

async function make() {
  const button = await action();
  await waitFor(() => expect(isDisabled(button)).toBe(false));
  fireEvent.click(button);
  await pressLater('Creează linkul');
}

it.each([viewed, edited])('is offered at %s', async (at) => {
  open(at);
  expect(reasonOf(await action())).toBeUndefined();
});

it('is not there where the server does not offer it', async () => {
  sync.readExtensions.mockImplementation(answerWith(['accounts']));
  open(viewed);
  await screen.findByRole('link', { name: 'Modifică' });
  await waitFor(() => expect(sync.readExtensions).toHaveBeenCalled());
  expect(screen.queryByRole('button', { name: ACTION })).toBeNull();
});

it('is remembered without a connection, and says that it needs one', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await databases().cache.meta.put({ k: 'offers', v: ['enrolment'] });
  sync.readExtensions.mockImplementation(failWith({ kind: 'offline' }));
  open(viewed);
  expect(reasonOf(await action())).toBe('Ai nevoie de conexiune cu serverul.');
});

it('is for organizers alone', async () => {
  signInAs(false);
  open(viewed);
  expect(reasonOf(await action())).toMatch(/organizator/i);
});

it('makes nothing before it is confirmed', async () => {
  open(viewed);
  fireEvent.click(await action());
  const dialog = await screen.findByRole('dialog');
  within(dialog).getByText(/rămâne bun PIN-ul actual/);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Renunță' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sync.makeEnrolmentCode).not.toHaveBeenCalled();
});

it('makes a link, and shows it once: as a QR code, to be copied, and how long it holds', async () => {
  const writeText = vi
    .spyOn(navigator.clipboard, 'writeText')
    .mockResolvedValue();
  const print = vi.fn();
  vi.stubGlobal('print', print);
  open(viewed);
  await make();
  const dialog = await screen.findByRole('alertdialog');
  expect(sync.makeEnrolmentCode).toHaveBeenCalledWith(41);
  await within(dialog).findByRole('img', { name: 'Codul QR al linkului' });
  within(dialog).getByText(/^Este bun o singură dată, până la .*23 noiembrie/);
  const shown = within(dialog).getByLabelText<HTMLInputElement>('Link');
  expect(shown.value).toBe(LINK);
  fireEvent.click(
    within(dialog).getByRole('button', { name: 'Copiază linkul' }),
  );
  await screen.findByText('Linkul a fost copiat.');
  expect(writeText).toHaveBeenCalledWith(LINK);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Tipărește' }));
  expect(print).toHaveBeenCalledTimes(1);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Închide' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(document.body.innerHTML).not.toContain(CODE);
  expect(JSON.stringify({ ...localStorage })).not.toContain(CODE);
  expect(await databases().intent.outbox.count()).toBe(0);
});

it('stays open until the server has answered, and says why it made none', async () => {
  const reply = deferred<Reply<EnrolmentCode | undefined>>();
  sync.makeEnrolmentCode.mockReturnValue(reply.promise);
  open(viewed);
  await make();
  const dialog = screen.getByRole('dialog');
  await waitFor(() => expect(dialog.getAttribute('aria-busy')).toBe('true'));
  fireEvent.keyDown(dialog, { key: 'Escape' });
  const detail = 'The organisation of this observer is closed.';
  reply.resolve({
    ok: false,
    failure: { kind: 'refused', status: 422, detail },
  });
  await within(dialog).findByText(/organisation of this observer is closed/);
  sync.makeEnrolmentCode.mockImplementation(
    answerWith({ code: CODE, endsAt: Date.now() }),
  );
  await pressLater('Creează linkul');
  await screen.findByRole('alertdialog');
});
