import { describe, expect, it } from 'vitest';

import type { EarlierNotification } from '@/domain/notification';
import {
  findRepeated,
  historyOrder,
  readRecipients,
} from '@/domain/notification';

it.each([
  ['[41,42]', [41, 42]],
  ['[41, 41, 42]', [41, 42]],
  ['[]', []],
  ['', undefined],
  ['41', undefined],
  ['[41,"42"]', undefined],
  ['[41,null]', undefined],
  ['[4.5]', undefined],
  ['[41', undefined],
  ['{"ids":[41]}', undefined],
])('recipients %s (docs/specification.md 5)', (text, ids) => {
  expect(readRecipients(text)).toEqual(ids);
});

describe('a repeated notification', () => {
  const now = Date.UTC(2026, 10, 22, 12);
  const hours = 60 * 60_000;
  const input = {
    title: 'Reminder',
    message: 'Form C, please.',
    recipients: [41, 42, 57],
    recipientCount: 3,
  };
  const toAll = { title: input.title, message: input.message };
  const earlier = (
    changes: Partial<EarlierNotification> = {},
  ): EarlierNotification => ({
    ...input,
    at: now - 2 * hours,
    isSent: true,
    ...changes,
  });

  it('is one with the same words to the same people', () => {
    const found = findRepeated(input, [earlier()], now);
    expect(found).toEqual({ at: now - 2 * hours, isSent: true, again: 3 });
  });

  it('counts only those who would get it again', () => {
    const other = earlier({ recipients: [57, 90] });
    expect(findRepeated(input, [other], now)?.again).toBe(1);
  });

  it.each([
    ['another title', earlier({ title: 'Other' })],
    ['another message', earlier({ message: 'Form D, please.' })],
    ['other people', earlier({ recipients: [1, 2] })],
    ['a day passed', earlier({ at: now - 24 * hours })],
    ['nobody got it', earlier({ recipients: [] })],
  ])('is none when it was %s', (_, one) => {
    expect(findRepeated(input, [one], now)).toBe(undefined);
  });

  it('reaches everybody when either went to all', () => {
    const all = earlier({ ...toAll, recipientCount: 850 });
    delete all.recipients;
    expect(findRepeated(input, [all], now)?.again).toBe(3);
    const wide = { ...toAll, recipientCount: 850 };
    expect(findRepeated(wide, [all], now)?.again).toBe(850);
    expect(findRepeated(wide, [earlier()], now)?.again).toBe(3);
  });

  it('is the newest of several', () => {
    const newest = earlier({ at: now - hours, isSent: false });
    const found = findRepeated(input, [earlier(), newest, earlier()], now);
    expect(found).toMatchObject({ at: now - hours, isSent: false });
  });
});

describe('the order of the history', () => {
  it.each([
    [[], [], []],
    [[3, 1], [], [3, 1]],
    [[], [1, 3, 2], [3, 2, 1]],
    [
      [9, 5, 1],
      [7, 10, 2],
      [10, 9, 7, 5, 2, 1],
    ],
    // Dates and numbers disagree: the dated ones keep their order.
    [[1, 9], [5], [5, 1, 9]],
  ])('of dated %j and undated %j is %j', (dated, undated, ids) => {
    expect(historyOrder(dated, undated)).toEqual(ids);
  });
});
