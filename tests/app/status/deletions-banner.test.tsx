import 'fake-indexeddb/auto';

import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { DeletionsBanner } from '@/app/status/deletions-banner';
import type { PullResult } from '@/workers/engine/engine';

import { deferred } from '../../support/deferred';
import { sync } from '../../support/fake-sync';
import { speak } from '../../support/texts';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

beforeEach(() => speak('ro'));
afterEach(cleanup);

it.each([
  ['observers', 'Serverul nu mai are 2 observatori de aici.'],
  ['threads:all', 'Serverul nu mai are 2 raportări de aici.'],
  [
    'threads:urgent',
    'Lista de raportări urgente de pe server nu mai are 2 raportări de aici.',
  ],
] as const)(
  'asks about the rows of %s, once at a time',
  async (list, words) => {
    const asked = deferred<PullResult>();
    sync.confirmDeletions.mockImplementation(() => asked.promise);
    render(<DeletionsBanner list={list} count={2} />);
    expect(screen.getByRole('status').textContent).toContain(words);
    const button = screen.getByRole('button');
    fireEvent.click(button);
    fireEvent.click(button);
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(sync.confirmDeletions.mock.calls).toEqual([[list]]);
    asked.resolve({ ok: true });
    await vi.waitFor(() =>
      expect(button.getAttribute('aria-disabled')).toBe('false'),
    );
  },
);

it.each<[string, PullResult, string]>([
  [
    'the server cannot be asked',
    { ok: false, failure: { kind: 'offline' } },
    'Lista rămâne neschimbată. Nu există conexiune cu serverul.',
  ],
  [
    'its answer is not whole',
    { ok: true, isTorn: true },
    'Lista rămâne neschimbată. Lista de pe server s-a schimbat între timp.',
  ],
])(
  'says why the rows are still there when %s',
  async (_when, result, words) => {
    sync.confirmDeletions.mockImplementation(async () => result);
    render(<DeletionsBanner list="observers" count={2} />);
    fireEvent.click(screen.getByRole('button'));
    expect(await screen.findByText(words)).toBeTruthy();
  },
);
