// @vitest-environment happy-dom
import 'fake-indexeddb/auto';

import {
  act,
  cleanup,
  fireEvent,
  screen,
  waitFor,
  within,
} from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { beforeEach, expect, it, vi } from 'vitest';

import { databases, deleteDatabases, openFor } from '@/db/open';
import { NotificationsPage } from '@/features/notifications/compose/notifications-page';

import { aCounty, anActor, anObserver } from '../../support/builders';
import { speak } from '../../support/texts';
import {
  keepCounties,
  cacheObservers,
  cachedMessages,
  open,
  resetWorker,
  signInAs,
  write,
} from './stage';

vi.mock('@/workers/client', async () => ({
  sync: (await import('./stage')).worker,
  isSyncBroken: () => false,
  onSyncBroken: () => () => {},
}));

const ana = anObserver({ id: 41, name: 'Ana Pop' });
const ion = anObserver({ id: 42, name: 'Ion Rus', phone: '0700000042' });

beforeEach(async () => {
  await speak('ro');
  await deleteDatabases(anActor);
  openFor(anActor);
  resetWorker();
  signInAs(true);
  await cacheObservers([ana, ion]);
  await keepCounties([aCounty()]);
  return () => {
    cleanup();
    toast.remove();
    openFor({ ...anActor, sub: 'nobody' });
  };
});

function compose(query = '') {
  return open(
    `/notifications${query}`,
    '/notifications',
    <NotificationsPage />,
  );
}

async function writeTitle(title: string) {
  await screen.findByLabelText(/^Titlul notificării/);
  write(/^Titlul notificării/, title);
}

/** The page is torn down, as a 401, a reload or a crash after the pause does. */
async function end() {
  cleanup();
  await waitFor(async () => expect(await drafts()).toHaveLength(1));
}

function drafts() {
  return databases().intent.drafts.toArray();
}

async function press(name: string) {
  fireEvent.click(await screen.findByRole('button', { name }));
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
  await press('Continuă cu acest text');
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
  await press('Începe din nou');
  await screen.findByText('un observator ales');
  expect(screen.queryByDisplayValue('Către toți')).toBeNull();
  expect(await drafts()).toEqual([]);
});

it('is forgotten with the sending itself, and is not asked about again', async () => {
  compose();
  await writeTitle('Către toți');
  await end();
  compose();
  await press('Continuă cu acest text');
  await screen.findByDisplayValue('Către toți');
  write(/^Mesaj \*$/, 'Text');
  await screen.findByText('2 observatori în total');
  fireEvent.click(screen.getByRole('button', { name: /^Trimite/ }));
  const dialog = within(await screen.findByRole('alertdialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Trimite' }));
  await waitFor(async () => expect(await cachedMessages()).toHaveLength(1));
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
