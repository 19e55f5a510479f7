import '@/ui/css-variables';

import type { MouseEvent, Ref } from 'react';

import { usePublishedForms } from '@/data/forms/forms';
import type { ThreadPage } from '@/data/threads/threads';
import { useThreadTotals } from '@/data/threads/threads';
import { threadKey } from '@/domain/answers/thread';
import { formatNumber } from '@/ui/format';
import { latePart, useLatePart } from '@/ui/overlay/late-part';
import { useQuiet } from '@/ui/use-quiet';
import { Pagination } from '@/ui/table/pagination';

import type { Address } from '@/features/answers/address';
import { hrefOf } from '@/features/answers/address';
import { CachedList } from '@/components/cached-list';
import { useTranslation } from '@/ui/texts';
import { hasFields, type FilterFields } from './filter-fields';
import { LateSkeleton } from '@/features/answers/late-skeleton';
import { NewsPill } from './news-pill';
import { NoThreads } from './no-threads';
import { FILL_BARS } from './thread-fill';
import { ThreadHead } from './thread-head';
import styles from './thread-list.module.css';
import { ThreadRow } from './thread-row';
import { usePaginationLabels } from '@/components/use-pagination-labels';
import type { ShownList } from './use-thread-list';

// Without it the list is read as before.
const toolsPart = latePart(() =>
  import('./tools/list-tools').catch(() => undefined),
);

interface ThreadListPaneProps {
  address: Address;
  shown: ShownList;
  /** The rows, for the keyboard. */
  rowsRef: Ref<HTMLUListElement>;
  onPage: (page: number) => void;
  /** A row was pressed; `isOpen`: its thread is on the screen already. */
  onOpen: (href: string, isOpen: boolean) => void;
  onFilter: (fields: FilterFields) => void;
  /** Threads that are decided about together; undefined: none are being selected. */
  selected: ReadonlySet<string> | undefined;
  onSelect: (keys: ReadonlySet<string> | undefined) => void;
}

/**
 * The list of threads in one of its truthful states, with what is news, how
 * much of it is cached, and the pages.
 */
export function ThreadListPane(props: ThreadListPaneProps) {
  const { address, shown, onPage, onFilter, selected, onSelect } = props;
  const { query, page, rows, news, pull } = shown;
  const { t, i18n } = useTranslation();
  const locale = i18n.language;
  const labels = usePaginationLabels(t('answers.list.pages'));
  const totals = useThreadTotals();
  const forms = usePublishedForms()?.forms ?? [];
  const isQuiet = useQuiet(rows !== undefined && !pull.isPulling);
  const tools = useLatePart(toolsPart, isQuiet);
  const bars = Math.min(forms.length, FILL_BARS);
  const openKey =
    address.pair &&
    threadKey(address.pair.observerId, address.pair.pollingStationId);

  function handleClick(event: MouseEvent<HTMLElement>) {
    const row = event.target instanceof Element && event.target.closest('a');
    const href = row && row.getAttribute('href');
    if (!row || !href || !isPlain(event)) return;
    event.preventDefault();
    props.onOpen(href, row.getAttribute('aria-current') === 'true');
  }

  return (
    <div
      className={styles.list}
      style={{ '--fill': `${Math.max(2, bars * 0.75 - 0.25)}rem` }}
    >
      <ThreadHead forms={forms} />
      <NewsPill news={news} pageSize={query.pageSize} onShow={shown.adopt} />
      <CachedList
        rows={rows}
        freshness={page}
        pull={pull}
        failedTitle={t('answers.list.failed')}
        knownEmpty={isKnownEmpty(page)}
        partly={joined(partly(page), unchecked(page))}
        empty={
          page ? (
            <NoThreads
              list={query.list}
              fields={address.fields}
              page={page}
              total={totals[query.list]}
              onFilter={onFilter}
              onFirstPage={() => onPage(1)}
            />
          ) : null
        }
        skeleton={<LateSkeleton rows={Math.min(query.pageSize, 10)} />}
      >
        {(items) => (
          <div
            role="presentation"
            className={styles.scroll}
            onClick={handleClick}
            onPointerMove={shown.settle}
            onFocusCapture={shown.settle}
            onScroll={shown.settle}
          >
            <ul ref={props.rowsRef} aria-label={t('answers.list.name')}>
              {items.map((item) => (
                <li key={item.key} className={selected && styles.selecting}>
                  {tools && selected ? (
                    <tools.RowBox {...{ item, selected, onSelect }} />
                  ) : null}
                  <ThreadRow
                    item={item}
                    href={hrefOf({ ...address, pair: item })}
                    isOpen={item.key === openKey}
                    t={t}
                  />
                </li>
              ))}
            </ul>
          </div>
        )}
      </CachedList>
      {tools ? (
        <tools.ListTools {...{ address, shown, selected, onSelect }} />
      ) : null}
      <Pagination
        page={query.page}
        pageSize={query.pageSize}
        total={page?.total ?? 0}
        labels={labels}
        onPage={onPage}
      />
    </div>
  );

  function unchecked(known: ThreadPage | undefined) {
    return known?.unchecked === undefined
      ? undefined
      : t('answers.more.unchecked', { count: known.unchecked });
  }

  function partly(known: ThreadPage | undefined) {
    if (known?.cacheShare) {
      if (known.cacheShare.cached >= known.cacheShare.total) {
        return t('common.rereadingList');
      }
      return t('answers.list.cachedShare', {
        cached: formatNumber(known.cacheShare.cached, locale),
        total: formatNumber(known.cacheShare.total, locale),
      });
    }
    return known?.source === 'cache' && hasFields(address.fields)
      ? t('answers.list.fromCached', { count: totals[query.list] ?? 0 })
      : undefined;
  }
}

function joined(...texts: readonly (string | undefined)[]) {
  return texts.filter((text) => text !== undefined).join(' ') || undefined;
}

/**
 * No rows is a fact only once anything was ever loaded; `NoThreads` then says
 * who has none: the server, or only the cache.
 */
function isKnownEmpty(page: ThreadPage | undefined): boolean {
  return page?.asOf !== undefined && page.rows.length === 0;
}

/** Anything else is for the browser: a new tab, a window. */
function isPlain(event: MouseEvent): boolean {
  const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
  return button === 0 && !(metaKey || ctrlKey || shiftKey || altKey);
}
