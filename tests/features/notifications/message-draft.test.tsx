import 'fake-indexeddb/auto';

import {
  act,
  cleanup,
  fireEvent,
  screen,
  waitFor,
  within,
} from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import { databases, openFor } from '@/db/open';
import { NotificationsPage } from '@/features/notifications/compose/notifications-page';

import { aCounty, anActor, anObserver } from '../../support/builders';
import { cacheCounties, cacheObservers } from '../../support/cached';
import { pressLater, typeInto } from '../../support/controls';
import { storedOpsOf } from '../../support/ops';
import { elsewhere, prepareScreen, signInAs } from '../../support/screen';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

const { open } = prepareScreen([
  { path: '/notifications', element: <NotificationsPage /> },
  elsewhere,
]);

const ana = anObserver({ id: 41, name: 'Ana Pop' });
const ion = anObserver({ id: 42, name: 'Ion Rus', phone: '0700000042' });

beforeEach(async () => {
  await cacheObservers([ana, ion]);
  await cacheCounties([aCounty()]);
});

function compose(query = '') {
  return open(`/notifications${query}`);
}

async function writeTitle(title: string) {
  await screen.findByLabelText(/^Titlul notificării/);
  typeInto(/^Titlul notificării/, title);
}

/** The page is torn down, as a 401, a reload or a crash after the pause does. */
async function end() {
  cleanup();
  await waitFor(async () => expect(await drafts()).toHaveLength(1));
}

function drafts() {
  return databases().intent.drafts.toArray();
}

it('a message that was cut short is offered again, for those it was for', async () => {
  compose('?toObserverIds=[42]');
  await screen.findByText('un observator ales');
  await writeTitle('Trimiteți formularul C');
  await end();

  compose();
  await screen.findByText(/^Textul scris la \d\d:\d\d a fost salvat/);
  await screen.findByText(/Trimiteți formularul C/);
  screen.getByText(/Mesaj pentru un observator/);
  await pressLater('Continuă cu acest text');
  await screen.findByText('Continui un mesaj scris mai devreme.');
  await screen.findByText('un observator ales');
  expect(
    await screen.findByDisplayValue('Trimiteți formularul C'),
  ).toBeTruthy();
});

it('is forgotten when its user starts over, and the recipients of the address stay', async () => {
  compose();
  await writeTitle('Către toți');
  await end();
  compose('?toObserverIds=[42]');
  await pressLater('Începe din nou');
  await screen.findByText('un observator ales');
  expect(screen.queryByDisplayValue('Către toți')).toBeNull();
  expect(await drafts()).toEqual([]);
});

it('is forgotten with the sending itself, and is not asked about again', async () => {
  compose();
  await writeTitle('Către toți');
  await end();
  compose();
  await pressLater('Continuă cu acest text');
  await screen.findByDisplayValue('Către toți');
  typeInto(/^Mesaj \*$/, 'Text');
  await screen.findByText('2 observatori în total');
  fireEvent.click(screen.getByRole('button', { name: /^Trimite/ }));
  const dialog = within(await screen.findByRole('alertdialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Trimite' }));
  await waitFor(async () =>
    expect(await storedOpsOf('notification.send')).toHaveLength(1),
  );
  await waitFor(async () => expect(await drafts()).toEqual([]));
  expect(screen.queryByText('Continui un mesaj scris mai devreme.')).toBeNull();
});

it('is never offered to somebody who may not send', async () => {
  compose();
  await writeTitle('Către toți');
  await end();
  await act(async () => signInAs(false));
  compose();
  await screen.findByLabelText(/^Titlul notificării/);
  expect(screen.queryByText(/^Textul scris la/)).toBeNull();
});

it('is not offered to another user of this device', async () => {
  compose();
  await writeTitle('Către toți');
  await end();
  openFor({ ...anActor, sub: 'other@demo.org' });
  compose();
  await screen.findByLabelText(/^Titlul notificării/);
  expect(screen.queryByText(/^Textul scris la/)).toBeNull();
});
