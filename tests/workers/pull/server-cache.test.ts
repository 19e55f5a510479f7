import { describe, expect, it } from 'vitest';

import type { FormBody, Section } from '@/domain/forms/form';
import {
  mergeBody,
  isSettled,
  ownBody,
  UNKNOWN_VERSION,
} from '@/workers/pull/server-cache';

import { aSection } from '../../support/builders';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const now = 100 * DAY;

const old: Section[] = [];
const saved: Section[] = [aSection()];
/** Saved, and the server has not told the id of the section yet. */
const unnumbered: Section[] = [{ ...aSection(), id: -1 }];

function aBody(changes: Partial<FormBody> = {}): FormBody {
  return { id: 1, version: 2, sections: saved, since: now, ...changes };
}

describe('sections of our own save', () => {
  it.each([
    ['stay while a cache of the server may be behind', MINUTE, saved],
    ['give way once it cannot be behind', 40 * MINUTE, old],
    ['stay when the clock was set back', -DAY, saved],
  ])('%s', (_, age, kept) => {
    const body = aBody({ since: now - age, isOwn: true });
    const read = { id: 1, version: 2, sections: old };
    expect(mergeBody(body, read, now).sections).toBe(kept);
  });
});

describe('sections of our own save, when a newer version is told', () => {
  const renamed: Section[] = [{ ...aSection(), description: 'Renamed' }];
  const extra: Section = { ...aSection(), id: 9, code: 'T' };
  const theirs: Section[] = [...renamed, extra];
  const addedAgain: Section[] = [{ ...aSection(), id: 77 }];
  const first = { id: 1, version: 2, sections: saved };
  const second = { id: 1, version: 3, sections: renamed };

  it.each([
    ['stay while a cache answers with those before it', MINUTE, saved, renamed],
    [
      'stay while it answers with those before the last two',
      MINUTE,
      old,
      renamed,
    ],
    ['give way to what others saved', MINUTE, theirs, theirs],
    ['give way once no cache can be behind', 40 * MINUTE, saved, saved],
  ])('%s', (_, age, read, kept) => {
    const own = ownBody(aBody({ sections: old }), first, old, now - age);
    const again = ownBody(own, second, saved, now - age);
    const told = { id: 1, version: 4, sections: read };
    expect(mergeBody(again, told, now).sections).toEqual(kept);
  });

  it('give way to what is read of it later, and do not come back', () => {
    const own = ownBody(aBody({ sections: old }), first, old, now);
    const told = (sections: Section[]) => ({ id: 1, version: 3, sections });
    const late = mergeBody(own, told(saved), now);
    const read = mergeBody(late, told(theirs), now);
    expect(read.sections).toEqual(theirs);
    expect(mergeBody(read, told(saved), now).sections).toEqual(theirs);
  });

  it('give way to what others removed and added again in the same words', () => {
    const own = ownBody(aBody(), { ...first, sections: renamed }, saved, now);
    const told = { id: 1, version: 3, sections: addedAgain };
    expect(mergeBody(own, told, now).sections).toEqual(addedAgain);
  });

  it('keep the new ids of what was removed and added again in the same words', () => {
    const { sections } = first;
    const removed = ownBody(aBody({ sections }), second, sections, now);
    const again = { id: 1, version: 4, sections: addedAgain };
    const own = ownBody(removed, again, second.sections, now);
    expect(mergeBody(own, { ...first, version: 4 }, now).sections).toEqual(
      addedAgain,
    );
    expect(mergeBody(own, { ...again, version: 5 }, now).sections).toEqual(
      addedAgain,
    );
  });

  it.each([
    ['whose ids were not known when it was made', unnumbered, renamed],
    ['that others had added again before it', saved, [...addedAgain, extra]],
  ])('stay while a cache answers with sections %s', (_, seen, sections) => {
    const own = ownBody(undefined, { ...first, sections }, seen, now);
    const late = { id: 1, version: 3, sections: addedAgain };
    expect(mergeBody(own, late, now).sections).toEqual(sections);
  });

  it('of an unknown version give way to what others saved, not to those before them', () => {
    const unread = { ...first, version: UNKNOWN_VERSION };
    const own = ownBody(aBody({ sections: old }), unread, old, now);
    const told = (sections: Section[]) => ({ id: 1, version: 3, sections });
    expect(mergeBody(own, told(old), now).sections).toEqual(saved);
    expect(mergeBody(own, told(theirs), now).sections).toEqual(theirs);
  });

  it('stay also after what others saved was read', () => {
    const own = ownBody(aBody({ sections: old }), first, old, now);
    const told = { id: 1, version: 3, sections: theirs };
    const merged = mergeBody(own, told, now);
    const late = { id: 1, version: 4, sections: old };
    expect(mergeBody(merged, late, now).sections).toEqual(theirs);
  });
});

it('sections of our own save are read once more when the cache cannot be behind', () => {
  const since = now - 40 * MINUTE;
  const own = aBody({ since, isOwn: true });
  expect(isSettled(own, 2, now)).toBe(false);
  const read = { id: 1, version: 2, sections: saved };
  expect(isSettled(mergeBody(own, read, now), 2, now)).toBe(true);
});

describe('a body of the version that the list tells', () => {
  it.each([
    [
      'is not read again while another answer would prove nothing',
      MINUTE,
      {},
      true,
    ],
    ['is read once more when no cache can be behind', 40 * MINUTE, {}, false],
    ['is left alone afterwards', 40 * MINUTE, { isConfirmed: true }, true],
    [
      'is read again when the clock was set back',
      -DAY,
      { isConfirmed: true },
      false,
    ],
    ['is read again after a day', DAY, { isConfirmed: true }, false],
    [
      'is read while our own save waits for its ids',
      MINUTE,
      { isOwn: true, sections: unnumbered },
      false,
    ],
  ] as const)('%s', (_, age, changes, isLeft) => {
    const body = aBody({ since: now - age, ...changes });
    expect(isSettled(body, 2, now)).toBe(isLeft);
  });

  it('is confirmed by what is read after the time of a cache, not before', () => {
    const read = { id: 1, version: 2, sections: saved };
    const early = mergeBody(aBody({ since: now - MINUTE }), read, now);
    expect(early.isConfirmed).toBeUndefined();
    const late = mergeBody(aBody({ since: now - 40 * MINUTE }), read, now);
    expect(late.isConfirmed).toBe(true);
    // The time of the server's cache starts anew with a new version.
    const next = mergeBody(late, { ...read, version: 3 }, now);
    expect(next.isConfirmed).toBeUndefined();
  });

  it('begins its window anew when the clock was set back', () => {
    const body = aBody({ since: now + DAY });
    expect(mergeBody(body, { ...body, sections: old }, now).since).toBe(now);
  });

  it('is read when the list tells another version', () => {
    const body = aBody({ since: now - 40 * MINUTE });
    expect(isSettled(body, 3, now)).toBe(false);
  });
});
