import { configure, fireEvent, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { createMemoryRouter, Link, RouterProvider } from 'react-router-dom';
import { vi } from 'vitest';

import { databases } from '@/db/open';
import type { County } from '@/domain/county';
import type { Observer } from '@/domain/observers/observer';
import { fold } from '@/domain/observers/observer';
import type { Failure, Reply } from '@/domain/outbox/outcome';
import { session } from '@/state/session';
import type { LinkProps } from '@/ui/link';
import { LinkRenderer } from '@/ui/link';
import { Toaster } from '@/ui/overlay/toaster';

import { anActor } from '../../support/builders';

// The databases answer in their own time, and the machine may be busy.
configure({ asyncUtilTimeout: 5000 });

type Result = { ok: true } | { ok: false; failure: Failure };
type Found = Reply<Observer[] | undefined>;
const fine = async (): Promise<Result> => ({ ok: true });

/** What the sync worker answers on each call; a test changes it. */
export const worker = {
  push: vi.fn(async () => undefined),
  pullObservers: vi.fn(fine),
  pullCounties: vi.fn(fine),
  pullNotifications: vi.fn(fine),
  findActive: vi.fn(async (_query: object): Promise<Found> => ({
    ok: true,
    status: 200,
    value: [],
  })),
};

export function resetWorker(): void {
  worker.push.mockClear();
  for (const pull of [
    worker.pullObservers,
    worker.pullCounties,
    worker.pullNotifications,
  ]) {
    pull.mockReset();
    pull.mockImplementation(fine);
  }
  worker.findActive.mockReset();
  find([]);
}

/** The server finds these at the stations. */
export function find(observers: Observer[]): void {
  worker.findActive.mockImplementation(async () => ({
    ok: true,
    status: 200,
    value: observers,
  }));
}

/** Everybody the server has, as it said just now. */
export async function cacheObservers(
  observers: readonly Observer[],
  freshness: { total?: number; isWhole?: boolean } = {},
): Promise<void> {
  const { cache } = databases();
  await cache.observers.bulkPut(
    observers.map((row) => ({
      ...row,
      nameFold: fold(row.name),
      missing: 0,
    })),
  );
  const now = Date.now();
  await cache.cursors.put({
    resource: 'observers',
    triedAt: now,
    asOf: now,
    total: freshness.total ?? observers.length,
    ...(freshness.isWhole === false ? {} : { sweptAt: now }),
  });
}

export async function keepCounties(counties: County[]): Promise<void> {
  await databases().cache.counties.bulkPut(counties);
}

export function signInAs(organizer: boolean): void {
  const user = { sub: anActor.sub, idNgo: 1, userType: 'NgoAdmin', organizer };
  Object.assign(session, { token: 'a.b.c', user });
}

/** Opens one page at an address; any other address shows itself. */
export function open(href: string, path: string, page: ReactElement) {
  const router = createMemoryRouter(
    [
      { path, element: page },
      { path: '*', element: <p>elsewhere</p> },
    ],
    { initialEntries: [href] },
  );
  const { unmount } = render(
    <LinkRenderer value={RouterLink}>
      <RouterProvider router={router} />
      <Toaster closeLabel="x" />
    </LinkRenderer>,
  );
  return {
    unmount,
    address: () =>
      decodeURIComponent(
        router.state.location.pathname + router.state.location.search,
      ),
  };
}

function RouterLink({ href, children, ...rest }: LinkProps) {
  return (
    <Link {...rest} to={href}>
      {children}
    </Link>
  );
}

export function write(label: RegExp, text: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
}

export function isDisabled(button: HTMLElement): boolean {
  return button.getAttribute('aria-disabled') === 'true';
}

/** The messages that wait on this device. */
export async function cachedMessages() {
  const ops = await databases().intent.outbox.toArray();
  return ops.flatMap((op) => (op.kind === 'notification.send' ? [op] : []));
}
