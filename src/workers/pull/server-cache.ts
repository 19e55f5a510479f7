import type { FormBody, Section } from '@/domain/forms/form';
import { isSameContent } from '@/domain/forms/form';

/**
 * A cache of the server may serve a form's old sections for so long
 * (docs/api-contract.md 4.1: 30 min 30 s).
 */
const SERVER_CACHE_MS = 31 * 60_000;

/** A body that has not changed for so long is read again all the same. */
const REREAD_AFTER_MS = 24 * 60 * 60_000;

/** Version of a body that was saved but whose number the server has not told. */
export const UNKNOWN_VERSION = -1;

/**
 * What to keep of sections that were just read. Those of our own save stay
 * while a cache of the server may still speak of the time before it.
 * @param now epoch ms.
 */
export function mergeBody(
  kept: FormBody | undefined,
  read: Omit<FormBody, 'since' | 'isOwn' | 'isConfirmed'>,
  now: number,
): FormBody {
  const isSame =
    kept?.version === read.version || kept?.version === UNKNOWN_VERSION;
  if (!kept || !isSame) return { ...read, since: now };
  const { since = Number.NEGATIVE_INFINITY, isOwn } = kept;
  const age = now - since;
  const mayBeBehind = isOwn === true && age < SERVER_CACHE_MS;
  const isStale = mayBeBehind && !isSameContent(kept.sections, read.sections);
  return {
    id: kept.id,
    version: read.version,
    isOwn: mayBeBehind ? isOwn : undefined,
    isConfirmed: age >= SERVER_CACHE_MS ? true : undefined,
    // A clock that was set back tells no age: the window begins anew.
    since: age >= 0 && age < REREAD_AFTER_MS ? since : now,
    sections: isStale ? kept.sections : read.sections,
  };
}

/**
 * Whether the sections kept of this version need not be read now. What was read
 * while a cache of the server may be behind is read once more when its time is over,
 * not with every reading of the lists: until then another answer proves nothing.
 * Only ids that our own save does not know yet are asked for each time.
 * @param now epoch ms.
 */
export function isSettled(
  kept: FormBody | undefined,
  version: number,
  now: number,
): boolean {
  if (kept?.version !== version || kept.since === undefined) return false;
  if (kept.isOwn && hasUnknownIds(kept.sections)) return false;
  const age = now - kept.since;
  if (age < 0) return false;
  return age < (kept.isConfirmed ? REREAD_AFTER_MS : SERVER_CACHE_MS);
}

/** Whether a cache of the server may hide what was saved at `since`. Both epoch ms. */
export function mayBeOld(since: number | undefined, now: number): boolean {
  return since !== undefined && Math.abs(now - since) < SERVER_CACHE_MS;
}

/** Whether some part has no id of the server yet: sent again it would be doubled. */
export function hasUnknownIds(sections: readonly Section[]): boolean {
  return sections.some(
    ({ id, questions }) =>
      id < 0 ||
      questions.some(
        (question) =>
          question.id < 0 || question.options.some((option) => option.id < 0),
      ),
  );
}
