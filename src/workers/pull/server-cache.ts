import type { FormBody, Section } from '@/domain/forms/form';
import { adoptIds, contentOf, isSameContent } from '@/domain/forms/form';
import { idsOf } from '@/domain/forms/ids';
import { fingerprint } from '@/domain/outbox/fingerprint';

/**
 * A cache of the server may serve a form's old sections for so long
 * (docs/api-contract.md 4.1: 30 min 30 s).
 */
const SERVER_CACHE_MS = 31 * 60_000;

/** A body that has not changed for so long is read again all the same. */
const REREAD_AFTER_MS = 24 * 60 * 60_000;

/**
 * Version of a body that was saved and whose number the server has not given yet.
 * Others may have saved by the time it gives one.
 */
export const UNKNOWN_VERSION = -1;

/**
 * The body to cache after a read. Sections of our own save stay while a cache of
 * the server may still answer with older ones: of our save's version any others are
 * older, of a newer or unknown version those that our save replaced, and those that
 * were read since and replaced.
 * @param now epoch ms.
 */
export function mergeBody(
  cached: FormBody | undefined,
  read: Pick<FormBody, 'id' | 'version' | 'sections'>,
  now: number,
): FormBody {
  if (!cached) return { ...read, since: now };
  const { since = Number.NEGATIVE_INFINITY, isOwn, replaced = [] } = cached;
  const age = now - since;
  const mayBeBehind = isOwn === true && age < SERVER_CACHE_MS;
  const isUnknown = cached.version === UNKNOWN_VERSION;
  const isSame = cached.version === read.version || isUnknown;
  if (!isSame && !mayBeBehind) return { ...read, since: now };
  const isOther = !isSameContent(cached.sections, read.sections);
  const isNewer = !isSame || (isUnknown && isOther) || cached.isNewer === true;
  const isOlder = isOther && !isNewer;
  // Also in the words of our own: a part that was removed and added again has another id.
  const isStale = mayBeBehind && (isOlder || isIn(replaced, read.sections));
  return {
    id: cached.id,
    version: read.version,
    ...(mayBeBehind && {
      isOwn,
      isNewer: isNewer || undefined,
      replaced:
        isOther && !isStale
          ? [...replaced, printOf(cached.sections)]
          : cached.replaced,
    }),
    isConfirmed: age >= SERVER_CACHE_MS ? true : undefined,
    // A clock that was set back tells no age: the window begins anew.
    since: age >= 0 && age < REREAD_AFTER_MS ? since : now,
    sections: isStale ? cached.sections : read.sections,
  };
}

/**
 * The body of our own save, which a cache of the server may hide for a while.
 * @param seen the sections that the save was made of; undefined: it made the form.
 * @param now epoch ms.
 */
export function ownBody(
  cached: FormBody | undefined,
  saved: Pick<FormBody, 'id' | 'version' | 'sections'>,
  seen: readonly Section[] | undefined,
  now: number,
): FormBody {
  const earlier = mayBeOld(cached?.since, now) ? (cached?.replaced ?? []) : [];
  const before = [cached?.sections, seen]
    .filter((each) => each !== undefined)
    // Parts that were added again before our save have the server's new ids in it.
    .map((each) => adoptIds(each, saved.sections));
  const replaced = new Set([...earlier, ...before.map(printOf)]);
  replaced.delete(printOf(saved.sections));
  replaced.delete(contentPrint(saved.sections));
  return { ...saved, since: now, isOwn: true, replaced: [...replaced] };
}

/** Whether the sections are some of those that were replaced. */
function isIn(replaced: readonly string[], sections: readonly Section[]) {
  return (
    replaced.includes(printOf(sections)) ||
    replaced.includes(contentPrint(sections))
  );
}

/**
 * Fingerprint of the sections with their ids: what others add again after our save
 * removed it reads the same, and is new. Without them where some are not known yet.
 */
function printOf(sections: readonly Section[]): string {
  return hasUnknownIds(sections)
    ? contentPrint(sections)
    : fingerprint([contentOf(sections), idsOf(sections)]);
}

function contentPrint(sections: readonly Section[]): string {
  return fingerprint(contentOf(sections));
}

/**
 * Whether the cached sections of this version need not be read now. Sections that
 * a cache of the server may have answered are read once more when its time is over,
 * not with every reading of the lists: until then another answer proves nothing.
 * Only ids that our own save does not know yet are asked for each time.
 * @param now epoch ms.
 */
export function isSettled(
  cached: FormBody | undefined,
  version: number,
  now: number,
): boolean {
  if (cached?.version !== version || cached.since === undefined) return false;
  if (cached.isOwn && hasUnknownIds(cached.sections)) return false;
  const age = now - cached.since;
  if (age < 0) return false;
  return age < (cached.isConfirmed ? REREAD_AFTER_MS : SERVER_CACHE_MS);
}

/**
 * Whether a cache of the server may hide what was saved at `since`. Both epoch ms; a
 * time to come tells that the clock was set back, and nothing of the age.
 */
export function mayBeOld(since: number | undefined, now: number): boolean {
  return since !== undefined && now - since < SERVER_CACHE_MS;
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
