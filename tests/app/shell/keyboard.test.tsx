import 'fake-indexeddb/auto';

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import { Layout } from '@/app/shell/layout';
import { preferences } from '@/state/preferences';
import { useShortcuts } from '@/ui/keyboard/use-shortcuts';

import { aUser } from '../../support/builders';
import { prepareScreen } from '../../support/screen';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

const act = vi.fn();

function Lists() {
  useShortcuts({
    j: { words: 'Rândul următor', act },
    ArrowDown: { words: 'Rândul următor', act },
  });
  return (
    <>
      <h1>Liste</h1>
      <input aria-label="Caută" />
    </>
  );
}

const routes = [
  {
    element: <Layout user={aUser()} />,
    children: [
      { path: '/lists', element: <Lists /> },
      { path: '/empty', element: <h1>Nimic</h1> },
    ],
  },
];
const { open } = prepareScreen(routes);

beforeEach(() => {
  act.mockClear();
  preferences.singleKeys = true;
});

const press = (key: string, target: Element = document.body) =>
  fireEvent.keyDown(target, { key });

async function openSheet(): Promise<HTMLElement> {
  await screen.findByRole('heading', { level: 1 });
  press('?');
  return screen.findByRole('dialog', { name: 'Scurtături de tastatură' });
}

it('lists the shortcuts of the open screen, then those of every screen', async () => {
  open('/lists');
  const sheet = await openSheet();
  const [here, everywhere] = sheet.querySelectorAll('dl');
  expect(here?.textContent).toBe('j sau ↓ Rândul următor');
  expect(everywhere?.textContent).toContain('? Arată scurtăturile');
  expect(everywhere?.textContent).not.toContain('Rândul următor');
});

it('says that a screen has none, and gives the focus back', async () => {
  open('/empty');
  const sheet = await openSheet();
  within(sheet).getByText('Acest ecran nu are scurtături proprii.');
  fireEvent.keyDown(sheet, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('does not open while somebody types', async () => {
  open('/lists');
  press('?', await screen.findByLabelText('Caută'));
  press('?', screen.getByLabelText('Caută'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('is in the account menu too, where single keys are turned off', async () => {
  open('/lists');
  fireEvent.click(await screen.findByRole('button', { name: /^Cont/ }));
  fireEvent.click(
    await screen.findByRole('menuitem', { name: 'Scurtături de tastatură' }),
  );
  const sheet = await screen.findByRole('dialog');
  fireEvent.click(
    within(sheet).getByLabelText('Scurtături cu o singură tastă'),
  );
  await waitFor(() =>
    expect(sheet.textContent).not.toContain('Arată scurtăturile'),
  );
  expect(preferences.singleKeys).toBe(false);
  fireEvent.keyDown(sheet, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  press('j');
  expect(act).not.toHaveBeenCalled();
  press('ArrowDown');
  expect(act).toHaveBeenCalledOnce();
});
