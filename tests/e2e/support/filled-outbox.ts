import type { Page } from '@playwright/test';

import { readRows, putRows } from './databases';

const HOUR_MS = 3_600_000;

/**
 * Fills the outbox of this device with changes that wait for a person, wait for
 * later or are over, and with a decision that the server refused: none of them is sent
 * while it is looked at.
 */
export async function fillOutbox(page: Page): Promise<void> {
  const meta = await readRows(page, 'intent', 'meta');
  const actor = meta.map(Object).find(({ k }) => k === 'actor')?.v;
  const now = Date.now();
  const base = { name: 'Ana Pop', phone: '0700000991' };
  const common = { version: 1, actor, attempts: 1, nextAt: 0 };
  const ops = [
    {
      kind: 'observer.update',
      lane: 'observer:990001',
      args: { id: 990_001, base, patch: { name: 'Ana Popa' } },
      state: 'conflict',
      failure: { kind: 'conflict' },
      theirs: { kind: 'observer', row: { ...base, name: 'Ana Popescu' } },
    },
    {
      kind: 'observer.delete',
      lane: 'observer:990002',
      args: { id: 990_002, base },
      state: 'rejected',
      failure: { kind: 'refused', status: 500, detail: 'Are reports' },
    },
    {
      kind: 'notification.send',
      lane: 'notification:-990003',
      args: {
        id: -990_003,
        title: 'Verificați listele',
        message: 'Până la 15:30.',
        recipientCount: 850,
        expiresAt: now - HOUR_MS,
      },
      state: 'needsConfirm',
      failure: { kind: 'expired' },
    },
    {
      kind: 'notification.send',
      lane: 'notification:-990004',
      args: {
        id: -990_004,
        title: 'Mai târziu',
        message: 'Închideți urnele.',
        recipientCount: 850,
        expiresAt: now + HOUR_MS,
      },
      state: 'queued',
      attempts: 0,
      nextAt: now + HOUR_MS,
    },
    {
      kind: 'county.update',
      lane: 'counties',
      args: {
        id: 1,
        base: { name: 'Alba', code: 'AB', diaspora: false, order: 1 },
        patch: { order: 2 },
      },
      state: 'done',
      endedAt: now - HOUR_MS,
    },
    {
      kind: 'observer.update',
      lane: 'observer:990005',
      args: { id: 990_005, base, patch: { phone: '0700000992' } },
      state: 'cancelled',
      endedAt: now - HOUR_MS,
    },
  ];
  await putRows(
    page,
    'intent',
    'outbox',
    ops.map((op, at) => ({
      ...common,
      ...op,
      seq: 990_001 + at,
      opId: `op-${at}`,
      createdAt: now - HOUR_MS - at,
    })),
  );
  const mark = {
    state: 'resolved',
    note: 'Sunat la secție',
    setBy: 'organizer@demo.org',
    setAt: now - HOUR_MS,
  };
  const key = '990006:1';
  const failure = { kind: 'missing', status: 404, detail: 'No such thread' };
  await putRows(page, 'intent', 'triage', [{ key, history: [mark] }]);
  await putRows(page, 'intent', 'refusedMarks', [{ key, ...mark, failure }]);
}
