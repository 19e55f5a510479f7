import 'fake-indexeddb/auto';

import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { matchRoutes, Navigate, useNavigate } from 'react-router-dom';
import { expect, it, vi } from 'vitest';

import { Layout } from '@/app/shell/layout';
import type { RouteHandle } from '@/app/navigation/route-handle';
import { createRoutes } from '@/app/routes';
import { Link } from '@/ui/link';

import { aUser } from '../../support/builders';
import { prepareScreen } from '../../support/screen';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

function Lists() {
  const navigate = useNavigate();
  return (
    <>
      <h1>Liste</h1>
      <button type="button" onClick={() => void navigate('?page=2')}>
        A doua
      </button>
      <Link href="/details/7">Deschide</Link>
      <Link href="/late">Mai târziu</Link>
      <Link href="/form">Formular</Link>
    </>
  );
}

function Late() {
  const [isHere, setHere] = useState(false);
  return isHere ? (
    <h1>Târziu</h1>
  ) : (
    <button type="button" onClick={() => setHere(true)}>
      Acum
    </button>
  );
}

function Form() {
  return (
    <>
      <h1>Formular</h1>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
      <input aria-label="Nume" autoFocus />
    </>
  );
}

const handle = (title: string, screen?: string): RouteHandle => ({
  title,
  ...(screen ? { screen } : {}),
});
const routes = [
  {
    element: <Layout user={aUser()} />,
    children: [
      { path: '/', element: <Navigate to="/statistics" replace /> },
      {
        path: '/lists',
        element: <Lists />,
        handle: handle('outbox.title', 'lists'),
      },
      {
        path: '/details/:id',
        element: <Lists />,
        handle: handle('outbox.title', 'lists'),
      },
      { path: '/late', element: <Late />, handle: handle('forms.list') },
      { path: '/form', element: <Form />, handle: handle('forms.list') },
      {
        path: '/statistics',
        element: <h1>Statistici</h1>,
        handle: handle('statistics.title'),
      },
    ],
  },
];
const { open } = prepareScreen(routes);

async function follow(name: RegExp | string) {
  const [link] = await screen.findAllByRole('link', { name });
  link?.focus();
  if (link) fireEvent.click(link);
}

/** The heading that has the focus. */
const focused = () =>
  document.activeElement?.tagName === 'H1' &&
  document.activeElement.textContent;

it('a link of the navigation leads to the heading, and the title follows', async () => {
  open('/lists');
  await follow('Statistici');
  await waitFor(() => expect(focused()).toBe('Statistici'));
  expect(document.title).toBe('Statistici · Monitorizare Vot');
});

it('the first screen takes no focus: the way into it is the skip link', async () => {
  open('/');
  await screen.findByRole('heading', { name: 'Statistici' });
  expect(document.activeElement).toBe(document.body);
});

it('a redirect leads to the heading of where it ends', async () => {
  open('/lists');
  await follow(/acasă/);
  await waitFor(() => expect(focused()).toBe('Statistici'));
});

it('a change of the query, or of the thread beside the list, moves no focus', async () => {
  open('/lists');
  const button = await screen.findByRole('button', { name: 'A doua' });
  button.focus();
  fireEvent.click(button);
  await waitFor(() => expect(location.search).toBe('?page=2'));
  expect(document.activeElement).toBe(button);
  const routes = createRoutes(aUser());
  const screens = ['/answers', '/answers/details/1/2', '/urgents/details/1/2']
    .map((path) => matchRoutes(routes, path)?.at(-1)?.route.handle)
    .map((handle: RouteHandle) => handle.screen);
  expect(screens).toEqual(['answers', 'answers', 'answers']);
});

it('waits in the main part for a heading that comes late', async () => {
  open('/lists');
  await follow('Mai târziu');
  const later = await screen.findByRole('button', { name: 'Acum' });
  const main = screen.getByRole('main');
  await waitFor(() => expect(document.activeElement).toBe(main));
  fireEvent.click(later);
  await waitFor(() => expect(focused()).toBe('Târziu'));
});

it('leaves a late heading alone when the reader went on meanwhile', async () => {
  open('/lists');
  await follow('Mai târziu');
  const later = await screen.findByRole('button', { name: 'Acum' });
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('main')),
  );
  const away = screen.getByRole('link', { name: /Sincronizare/ });
  away.focus();
  fireEvent.click(later);
  await screen.findByRole('heading', { name: 'Târziu' });
  expect(document.activeElement).toBe(away);
});

it('a field that asks for the focus itself gets it', async () => {
  open('/lists');
  await follow('Formular');
  const field = await screen.findByLabelText('Nume');
  await act(async () => {});
  expect(document.activeElement).toBe(field);
});

it('back goes back, to the heading when the focus went with the screen', async () => {
  const { back, forward } = open('/lists');
  await follow('Formular');
  await screen.findByLabelText('Nume');
  await act(() => back());
  expect(location.pathname).toBe('/lists');
  await waitFor(() => expect(focused()).toBe('Liste'));
  const link = screen.getByRole('link', { name: /Sincronizare/ });
  link.focus();
  await act(() => forward());
  await screen.findByRole('heading', { name: 'Formular' });
});
