import { configure, render, screen } from '@testing-library/react';
import { createMemoryRouter, Link, RouterProvider } from 'react-router-dom';

import type { ObserverRow } from '@/db/cache';
import { databases } from '@/db/open';
import type { Observer } from '@/domain/observers/observer';
import { fold } from '@/domain/observers/observer';
import { ImportPage } from '@/features/observers/import/import-page';
import { ObserversPage } from '@/features/observers/list/observers-page';
import { session } from '@/state/session';
import type { LinkProps } from '@/ui/link';
import { LinkRenderer } from '@/ui/link';
import { Toaster } from '@/ui/overlay/toaster';

import { anActor, anObserver } from '../../support/builders';

// The databases answer in their own time, and the machine may be busy.
configure({ asyncUtilTimeout: 12_000 });

/** An observer as the cache keeps it. */
export function aRow(changes: Partial<Observer> = {}): ObserverRow {
  const observer = anObserver(changes);
  return { ...observer, nameFold: fold(observer.name), missing: 0 };
}

/** Keeps observers as the server's whole list. */
export async function keepAll(rows: readonly ObserverRow[]): Promise<void> {
  const { cache } = databases();
  await cache.observers.bulkPut([...rows]);
  const now = Date.now();
  await cache.cursors.put({
    resource: 'observers',
    asOf: now,
    triedAt: now,
    sweptAt: now,
    total: rows.length,
  });
}

export function signInAs(organizer: boolean): void {
  const user = { sub: anActor.sub, idNgo: 2, userType: 'NgoAdmin', organizer };
  Object.assign(session, { token: 'a.b.c', user });
}

/** Opens the list or the import; other addresses say which they are. */
export function open(href: string) {
  const elsewhere = <p>elsewhere</p>;
  const router = createMemoryRouter(
    [
      { path: '/observatori', element: <ObserversPage /> },
      { path: '/observatori/import', element: <ImportPage /> },
      { path: '*', element: elsewhere },
    ],
    { initialEntries: [href] },
  );
  render(
    <LinkRenderer value={RouterLink}>
      <RouterProvider router={router} />
      <Toaster closeLabel="Închide" />
    </LinkRenderer>,
  );
  return {
    address: () =>
      router.state.location.pathname +
      decodeURIComponent(router.state.location.search),
    /** As the back button of the browser does. */
    back: () => router.navigate(-1),
  };
}

function RouterLink({ href, children, ...rest }: LinkProps) {
  return (
    <Link {...rest} to={href}>
      {children}
    </Link>
  );
}

/** A field by the beginning of its label. */
export async function field(label: string): Promise<HTMLInputElement> {
  const found = await screen.findByLabelText(new RegExp(`^${label}`));
  if (found instanceof HTMLInputElement) return found;
  throw new Error(`${label} is no input`);
}

export function isDisabled(control: HTMLElement): boolean {
  return (
    control.getAttribute('aria-disabled') === 'true' ||
    control.hasAttribute('disabled')
  );
}
