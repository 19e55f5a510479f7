import 'fake-indexeddb/auto';

import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { MESSAGE_DRAFT } from '@/data/drafts/drafts';
import { useAutosave } from '@/data/drafts/use-autosave';
import { closeDatabases, databases, deleteDatabases, openFor } from '@/db/open';

import { anActor } from '../../support/builders';
import { until } from '../../support/until';

beforeEach(async () => {
  await deleteDatabases(anActor);
  openFor(anActor);
  return closeDatabases;
});

afterEach(cleanup);

const draft = {
  draftKey: MESSAGE_DRAFT,
  input: { title: 'Liste', message: 'Verificați' },
} as const;

const count = () => databases().intent.drafts.count();

it('stores a draft of what is typed', async () => {
  const { result } = renderHook(() => useAutosave(draft, true));
  await act(() => result.current.flush());
  expect(await count()).toBe(1);
});

it('forgets a draft that was still being stored when its input was sent', async () => {
  const { result, rerender } = renderHook(
    ({ isChanged }) => useAutosave(draft, isChanged),
    { initialProps: { isChanged: true } },
  );
  const keeping = result.current.flush();
  rerender({ isChanged: false });
  await act(() => keeping);
  await until(async () => expect(await count()).toBe(0));
});
