import {
  cleanup,
  configure,
  fireEvent,
  render,
  screen,
} from '@testing-library/react';
import { createInstance } from 'i18next';
import { toast } from 'react-hot-toast/headless';
import { initReactI18next } from 'react-i18next';
import {
  createMemoryRouter,
  Link,
  Outlet,
  RouterProvider,
} from 'react-router-dom';
import { vi } from 'vitest';

import { LeaveGuard } from '@/app/session/leave-guard';
import { databases, deleteDatabases, openFor } from '@/db/open';
import type { FormMeta, Section } from '@/domain/forms/form';
import type { OpArgs, OpKind, OpState } from '@/domain/outbox/op';
import { newOp } from '@/domain/outbox/op';
import type { Failure } from '@/domain/outbox/outcome';
import { EditFormPage } from '@/features/forms/opening/edit-form-page';
import { FormsPage } from '@/features/forms/list/forms-page';
import { NewFormPage } from '@/features/forms/opening/new-form-page';
import { preferences } from '@/state/preferences';
import { session } from '@/state/session';
import type { LinkProps } from '@/ui/link';
import { LinkRenderer } from '@/ui/link';
import { Toaster } from '@/ui/overlay/toaster';

import ro from '../../../public/assets/i18n/ro.json' with { type: 'json' };
import { anActor } from '../../support/builders';

// The databases answer in their own time, and the machine may be busy.
configure({ asyncUtilTimeout: 5000, defaultHidden: true });

/** Words of the screens, once for a file. A key without words fails the test. */
export async function startWords(): Promise<void> {
  await createInstance()
    .use(initReactI18next)
    .init({
      lng: 'ro',
      resources: { ro: { translation: ro } },
      interpolation: { escapeValue: false },
      saveMissing: true,
      missingKeyHandler: (_languages, _namespace, key) => {
        throw new Error(`No words for ${key}`);
      },
    });
}

/** Fresh databases, preferences and session. Returns the undo. */
export async function setStage(): Promise<() => void> {
  await deleteDatabases(anActor);
  openFor(anActor);
  localStorage.clear();
  Object.assign(preferences, { formOrder: [], formTab: 'public' });
  signInAs(true);
  lendHeights();
  return () => {
    cleanup();
    toast.remove();
    vi.restoreAllMocks();
    databases().cache.close();
    databases().intent.close();
    openFor({ ...anActor, sub: 'nobody' });
  };
}

export function signInAs(organizer: boolean): void {
  const user = { sub: anActor.sub, idNgo: 1, userType: 'NgoAdmin', organizer };
  Object.assign(session, { token: 'a.b.c', user });
}

/** There is no layout here: a high window, and rows of 40 px. */
function lendHeights(): void {
  for (const height of ['offsetHeight', 'clientHeight'] as const) {
    vi.spyOn(HTMLElement.prototype, height, 'get').mockImplementation(
      function read(this: HTMLElement) {
        return this.dataset['index'] === undefined ? 4000 : 40;
      },
    );
  }
}

/** What the server said: its forms, and the sections of those that are given any. */
export async function keepForms(
  forms: readonly FormMeta[],
  bodies: Record<number, Section[]> = {},
): Promise<void> {
  const { cache } = databases();
  await cache.forms.bulkPut([...forms]);
  for (const [id, sections] of Object.entries(bodies)) {
    await cache.formBodies.put({ id: Number(id), version: 1, sections });
  }
  await noteLists({});
}

/** The lists were read now; or could not be. */
export async function noteLists(freshness: {
  failure?: Failure;
}): Promise<void> {
  const now = Date.now();
  for (const resource of ['forms:public', 'forms:draft']) {
    const row = { resource, triedAt: now, asOf: now, ...freshness };
    await databases().cache.cursors.put(row);
  }
}

/** A change in the outbox, as the worker left it. */
export async function enqueueOp<K extends OpKind>(
  kind: K,
  args: OpArgs[K],
  left: { state: OpState; failure?: Failure },
): Promise<void> {
  const { intent, actor } = databases();
  const kept = { actor, at: Date.now(), opId: crypto.randomUUID() };
  await intent.outbox.add({ ...newOp(kind, args, kept), ...left });
}

function TestLink({ href, children, ...rest }: LinkProps) {
  return (
    <Link {...rest} to={href}>
      {children}
    </Link>
  );
}

/** As much of the shell as an editor needs. */
function Frame() {
  return (
    <>
      <Outlet />
      <LeaveGuard />
    </>
  );
}

/** Opens an address of the forms' screens. */
export function open(path: string) {
  const router = createMemoryRouter(
    [
      {
        element: <Frame />,
        children: [
          { path: '/formulare', element: <FormsPage /> },
          { path: '/formulare/nou', element: <NewFormPage /> },
          { path: '/formulare/:formId', element: <EditFormPage /> },
          { path: '/answers', element: <p>Raportări</p> },
        ],
      },
    ],
    { initialEntries: [path] },
  );
  const { unmount } = render(
    <LinkRenderer value={TestLink}>
      <RouterProvider router={router} />
      <Toaster closeLabel="Închide" />
    </LinkRenderer>,
  );
  return { router, unmount };
}

export function type(input: HTMLElement, value: string): void {
  fireEvent.input(input, { target: { value } });
}

export function press(name: string | RegExp): void {
  fireEvent.click(screen.getByRole('button', { name }));
}

/** Why a button cannot be used; undefined when it can. */
export function reasonOf(button: HTMLElement): string | undefined {
  if (button.getAttribute('aria-disabled') !== 'true') return undefined;
  const id = button.getAttribute('aria-describedby') ?? '';
  return document.querySelector(`[id="${id}"]`)?.textContent ?? '';
}

/** The open changes of one kind, oldest first. */
export async function mutations<K extends OpKind>(
  kind: K,
): Promise<OpArgs[K][]> {
  const ops = await databases().intent.outbox.toArray();
  return ops.flatMap((op) =>
    op.kind === kind && op.endedAt === undefined ? [op.args as OpArgs[K]] : [],
  );
}
