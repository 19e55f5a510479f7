import { beforeEach, expect, it, vi } from 'vitest';

import {
  createListCache,
  type ListCache,
} from '../../../../server/http/replies/list-cache';
import { toJsonText } from '../../../../server/http/replies/send-json';

let now = 0;
let lists: ListCache;

beforeEach(() => {
  now = 5_000;
  lists = createListCache(() => now);
});

const reader = (value: unknown) => vi.fn(async () => toJsonText(value));

it('shares one reading among those who ask at the same time', async () => {
  const load = reader('rows');
  const count = vi.fn(async () => 7);
  const pages = await Promise.all([
    lists.page('all', load),
    lists.page('all', load),
  ]);
  expect(pages.map(({ text }) => text)).toEqual(['"rows"', '"rows"']);
  expect(await lists.total('all', count)).toBe(7);
  expect(await lists.total('all', count)).toBe(7);
  expect(load).toHaveBeenCalledOnce();
  expect(count).toHaveBeenCalledOnce();
});

it('keeps keys apart, and pages from totals', async () => {
  const one = await lists.page('ngo 1', reader(1));
  const two = await lists.page('ngo 2', reader(2));
  expect([one.text, two.text]).toEqual(['1', '2']);
  expect(await lists.total('ngo 1', async () => 3)).toBe(3);
});

it('reads again after a second, a page and its total together', async () => {
  const load = reader('rows');
  const count = vi.fn(async () => 7);
  await lists.page('all', load);
  now += 600;
  await lists.total('all', count);
  now += 399;
  await lists.page('all', load);
  expect(load).toHaveBeenCalledOnce();
  now += 1;
  await lists.page('all', load);
  await lists.total('all', count);
  expect(load).toHaveBeenCalledTimes(2);
  expect(count).toHaveBeenCalledTimes(2);
});

it('never answers with a reading that a write overtook', async () => {
  let finish = (_: string) => {};
  const before = new Promise<string>((resolve) => {
    finish = resolve;
  });
  const early = lists.page('all', async () => toJsonText(await before));
  lists.forget();
  const late = lists.page('all', reader('after'));
  finish('before');
  expect((await early).text).toBe('"before"');
  expect((await late).text).toBe('"after"');
  expect((await lists.page('all', reader('third'))).text).toBe('"after"');
});

it('does not answer a failure to later callers', async () => {
  const failing = lists.page('all', async () => {
    throw new Error('away');
  });
  await expect(failing).rejects.toThrow('away');
  expect((await lists.page('all', reader('rows'))).text).toBe('"rows"');
});

it('forgets everything when too many different questions were asked', async () => {
  const first = reader('first');
  await lists.page('0', first);
  for (let at = 1; at < 1_000; at += 1)
    await lists.total(`${at}`, async () => 1);
  await lists.page('0', first);
  expect(first).toHaveBeenCalledTimes(2);
});

it('forgets the pages when they become too large together', async () => {
  const large = reader('x'.repeat(9 * 1024 * 1024));
  const small = reader('rows');
  await lists.page('small', small);
  await lists.page('large 1', large);
  await lists.page('small', small);
  expect(small).toHaveBeenCalledOnce();
  await lists.page('large 2', large);
  await lists.page('small', small);
  expect(small).toHaveBeenCalledTimes(2);
});
