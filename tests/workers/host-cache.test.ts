import { describe, expect, it } from 'vitest';

import type { FormBody, Section } from '@/domain/form';
import { believe, isSettled } from '@/workers/host-cache';

import { aSection } from '../support/builders';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const now = 100 * DAY;

const old: Section[] = [];
const saved: Section[] = [aSection()];

function aBody(changes: Partial<FormBody> = {}): FormBody {
  return { id: 1, version: 2, sections: saved, since: now, ...changes };
}

describe('sections of our own save', () => {
  it.each([
    ['stay while a cache of the host may be behind', MINUTE, saved],
    ['give way once it cannot be behind', 40 * MINUTE, old],
    ['stay when the clock was set back', -DAY, saved],
  ])('%s', (_, age, kept) => {
    const body = aBody({ since: now - age, isOwn: true });
    const read = { id: 1, version: 2, sections: old };
    expect(believe(body, read, now).sections).toBe(kept);
  });
});

it('sections of our own save are read once more when the cache cannot be behind', () => {
  const since = now - 40 * MINUTE;
  const own = aBody({ since, isOwn: true });
  expect(isSettled(own, 2, now)).toBe(false);
  const read = { id: 1, version: 2, sections: saved };
  expect(isSettled(believe(own, read, now), 2, now)).toBe(true);
});

describe('a body of the version that the list tells', () => {
  it.each([
    ['is read again while a cache of the host may be behind', MINUTE, false],
    ['is left alone afterwards', 40 * MINUTE, true],
    ['is read again when the clock was set back', -DAY, false],
    ['is read again after a day', DAY, false],
  ])('%s', (_, age, isLeft) => {
    expect(isSettled(aBody({ since: now - age }), 2, now)).toBe(isLeft);
  });

  it('begins its window anew when the clock was set back', () => {
    const body = aBody({ since: now + DAY });
    expect(believe(body, { ...body, sections: old }, now).since).toBe(now);
  });

  it('is read when the list tells another version', () => {
    const body = aBody({ since: now - 40 * MINUTE });
    expect(isSettled(body, 3, now)).toBe(false);
  });
});
