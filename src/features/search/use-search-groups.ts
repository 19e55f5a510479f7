import type { Search, SearchResults } from '@/data/search/search';
import { useSearch } from '@/data/search/search';
import { snippetOf } from '@/domain/search/find-texts';
import { searchWords } from '@/domain/search/text-block';
import { findByLabel } from '@/domain/words';
import { paths } from '@/paths';
import type { IconName } from '@/ui/icon';
import { useTranslation } from '@/ui/texts';

/** A place of the app that can be gone to by name. */
export interface Screen {
  href: string;
  label: string;
  icon: IconName;
}

/** One thing that was found, and where it is. */
interface Hit extends Screen {
  key: string;
  /** What it belongs to. */
  note?: string | undefined;
}

export interface HitGroup {
  key: 'screens' | keyof SearchResults;
  label: string;
  /** How many there are; `hits` are the best of them. */
  count: number;
  hits: Hit[];
}

export interface SearchGroups extends Omit<Search, 'results'> {
  groups: HitGroup[];
  /** Hits of all groups. */
  count: number;
  /** What is marked in the hits. */
  words: readonly string[];
}

/**
 * What a text finds, kind by kind.
 * @param screens those that the signed-in role may use. @param most hits of each kind.
 */
export function useSearchGroups(
  screens: readonly Screen[],
  text: string,
  most: number,
): SearchGroups {
  const { t } = useTranslation();
  const { results, ...search } = useSearch(text, most);
  const words = searchWords(text);

  function ofScreens(): HitGroup {
    const found = findByLabel(screens, text);
    const hits = found.map((screen) => ({ ...screen, key: screen.href }));
    return group('screens', { count: found.length, rows: hits });
  }

  function group(
    key: HitGroup['key'],
    { count, rows }: { count: number; rows: Hit[] },
  ): HitGroup {
    return { key, label: t(`palette.${key}`), count, hits: rows };
  }

  /** A kind with its rows as hits. */
  function kind<K extends keyof SearchResults>(
    key: K,
    hitOf: (
      row: SearchResults[K]['rows'][number],
      at: number,
    ) => Hit | undefined,
  ): HitGroup {
    const found = results?.[key];
    const rows = (found?.rows ?? []).flatMap(
      (row: SearchResults[K]['rows'][number], at: number) =>
        hitOf(row, at) ?? [],
    );
    return group(key, { count: found?.count ?? 0, rows });
  }

  const groups = [
    ofScreens(),
    kind('threads', (thread) => {
      const { isUrgent } = thread;
      const href = paths.thread(thread, isUrgent);
      return {
        key: href,
        href,
        label: thread.pollingStationName,
        note: isUrgent
          ? t('palette.urgent', { name: thread.observerName })
          : thread.observerName,
        icon: isUrgent ? 'flag' : 'list',
      };
    }),
    kind(
      'texts',
      ({ thread, questionId, optionId, text: written, ...pair }, at) => ({
        key: `text-${pair.observerId}-${pair.pollingStationId}-${at}`,
        href: paths.answer(pair, thread?.isUrgent === true, questionId),
        label: snippetOf(written, words),
        note: thread && `${thread.pollingStationName}, ${thread.observerName}`,
        icon: optionId === undefined ? 'note' : 'text',
      }),
    ),
    kind('observers', ({ id, name, phone }) => ({
      key: `observer-${id}`,
      href: paths.profile('view', phone),
      label: name,
      note: phone,
      icon: 'user',
    })),
    kind('questions', ({ form, question }) => ({
      key: `question-${form.id}-${question.id}`,
      // Figures are those of published forms.
      href: form.draft
        ? paths.form(form.id)
        : paths.question(form.id, question.id),
      label: `${question.code} ${question.text}`,
      note: form.description,
      icon: 'chart',
    })),
    kind('forms', (form) => ({
      key: `form-${form.id}`,
      href: paths.form(form.id),
      label: `${form.code} ${form.description}`,
      icon: 'file',
    })),
    kind('counties', ({ id, name, code }) =>
      // The server has not numbered it yet: it has no page.
      id > 0
        ? {
            key: `county-${id}`,
            href: paths.county(id),
            label: name,
            note: code,
            icon: 'grid',
          }
        : undefined,
    ),
    kind('stations', ({ id, countyId, number, address = '' }) => ({
      key: `station-${id}`,
      href: paths.county(countyId),
      label: `${number}, ${address}`,
      icon: 'map',
    })),
  ].filter(({ hits }) => hits.length > 0);
  const count = groups.reduce((sum, each) => sum + each.count, 0);
  return { ...search, groups, count, words };
}
