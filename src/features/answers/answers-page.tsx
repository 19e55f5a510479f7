import { useCallback, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';

import { atOnce } from '@/components/at-once';
import type { ThreadPair } from '@/domain/answers/thread';
import { threadKey } from '@/domain/answers/thread';
import { paths } from '@/paths';
import { Panes } from '@/ui/layout/panes';
import { State } from '@/ui/feedback/state';
import { useShortcuts } from '@/ui/keyboard/use-shortcuts';
import { latePart, useLatePart } from '@/ui/overlay/late-part';
import { useTranslation } from '@/ui/texts';
import { useQuiet } from '@/ui/use-quiet';

import { hrefOf } from './address';
import { AnswersHead } from '@/features/answers/list/answers-head';
import styles from './answers-page.module.css';
import { BackBar } from '@/features/answers/detail/back-bar';
import {
  DetailPane,
  UnknownThread,
} from '@/features/answers/detail/detail-pane';
import {
  FILTER_FIELDS,
  type FilterFields,
} from '@/features/answers/list/filter-fields';
import { ListFreshness } from '@/features/answers/list/list-freshness';
import { LatePicturePane } from '@/features/answers/pictures/late-picture-pane';
import { focusRow, isNarrow } from '@/features/answers/list/row-focus';
import { ThreadFilter } from '@/features/answers/list/thread-filter';
import { ThreadListPane } from '@/features/answers/list/thread-list-pane';
import { useAddress } from './use-address';
import { useExistingPage } from '@/features/answers/list/use-existing-page';
import { useFocusOfOnePane } from '@/features/answers/list/use-focus-of-one-pane';
import {
  listRange,
  usePaneSizes,
  viewerRange,
} from '@/features/answers/list/use-pane-sizes';
import { useThreadList } from '@/features/answers/list/use-thread-list';

// Without it the list is read as before.
const viewsPart = latePart(() =>
  import('./views/saved-views').catch(() => undefined),
);

/**
 * The answers screen: list, details, pictures (docs/product.md). It serves
 * `/answers` and both details routes of the specification; list, filters, page
 * and open thread live in the URL.
 */
export function AnswersPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const address = useAddress();
  const { pair, isBroken, ...place } = address;
  const shown = useThreadList(address);
  const [sizes, setSizes] = usePaneSizes();
  const [isFilterOpen, setFilterOpen] = useState(false);
  const [picture, setPicture] = useState<{
    key: string | undefined;
    path: string;
  }>();
  // Of one list under one filter, on all of its pages.
  const [selection, setSelection] = useState<{
    of: string;
    keys: ReadonlySet<string> | undefined;
  }>();
  const isQuiet = useQuiet(shown.rows !== undefined && !shown.pull.isPulling);
  const views = useLatePart(viewsPart, isQuiet);
  const rowsRef = useRef<HTMLUListElement>(null);
  const headingRef = useRef<HTMLHeadingElement>(null);
  const firstFieldRef = useRef<HTMLSelectElement>(null);

  const openKey = pair && threadKey(pair.observerId, pair.pollingStationId);
  const openPath = picture?.key === openKey ? picture?.path : undefined;
  const isOpen = pair !== undefined || isBroken;
  const listHref = hrefOf(place);
  const at = shown.rows?.findIndex(({ key }) => key === openKey) ?? -1;
  const previous = at < 0 ? undefined : shown.rows?.[at - 1];
  const next = at < 0 ? undefined : shown.rows?.[at + 1];

  const of = JSON.stringify([address.list, address.fields]);
  const selected = selection?.of === of ? selection.keys : undefined;

  useFocusOfOnePane(openKey, rowsRef, headingRef);
  useExistingPage(shown, (page) =>
    navigate(hrefOf({ ...address, page }), { replace: true }),
  );

  const handlePicture = useCallback(
    (path: string) => setPicture({ key: openKey, path }),
    [openKey, setPicture],
  );

  function handleOpen(href: string, isShown: boolean) {
    navigate(href, { ...atOnce, replace: isShown });
  }

  function open(thread: ThreadPair | undefined) {
    if (thread) navigate(hrefOf({ ...address, pair: thread }), atOnce);
  }

  function handleStep(step: -1 | 1) {
    // Without the list on the screen there is no row to go to: its thread opens.
    if (isNarrow() && pair) open(step > 0 ? next : previous);
    else focusRow(rowsRef.current, step);
  }

  function handlePage(page: number) {
    // Another page of a list asks for nothing, unless the last question failed.
    if (shown.pull.failure) shown.pull.retry();
    navigate(hrefOf({ ...address, page }), atOnce);
  }

  function handleFilter(fields: FilterFields) {
    setFilterOpen(false);
    navigate(hrefOf({ ...address, fields, page: 1 }));
  }

  function handleBack() {
    if (openPath !== undefined) setPicture(undefined);
    else if (selected) setSelection(undefined);
    else if (!isNarrow()) focusRow(rowsRef.current, 0);
    else if (pair ?? isBroken) navigate(listHref);
  }

  useShortcuts({
    j: { words: t('answers.keys.next'), act: () => handleStep(1) },
    k: { words: t('answers.keys.previous'), act: () => handleStep(-1) },
    '/': {
      words: t('common.toFilter'),
      act: () => {
        setFilterOpen(true);
        // On a narrow screen the filters are drawn first.
        requestAnimationFrame(() => firstFieldRef.current?.focus());
      },
    },
    q: {
      words: t('answers.queue.start'),
      act: () => void navigate(paths.queue(undefined, address.fields.county)),
    },
    Escape: { words: t('answers.keys.back'), act: handleBack },
  });

  return (
    <div className={styles.page} data-open={isOpen ? '' : undefined}>
      <div className={styles.head}>
        <AnswersHead
          list={address.list}
          hrefs={{
            urgent: hrefOf({ ...address, list: 'urgent', page: 1 }),
            all: hrefOf({ ...address, list: 'all', page: 1 }),
          }}
          asOf={<ListFreshness shown={shown} />}
          views={views && <views.SavedViews place={place} />}
          filters={
            FILTER_FIELDS.filter((name) => address.fields[name] !== '').length
          }
          isFilterOpen={isFilterOpen}
          onToggleFilter={() => setFilterOpen(!isFilterOpen)}
        />
      </div>
      <div className={styles.filters} data-open={isFilterOpen ? '' : undefined}>
        <ThreadFilter
          fields={address.fields}
          firstField={firstFieldRef}
          onFilter={handleFilter}
        />
      </div>
      {isOpen ? (
        // On a phone the head is not on the screen then, and with it the h1.
        // CSS decides both, so that no frame has none.
        <div className={styles.narrowOnly}>
          <h1 className="visually-hidden">
            {t(`answers.title${address.list === 'urgent' ? 'Urgent' : 'All'}`)}
          </h1>
        </div>
      ) : null}
      <Panes
        sizes={sizes}
        onSizesChange={setSizes}
        current={openPath !== undefined ? 'third' : isOpen ? 'second' : 'first'}
        first={{
          label: t('answers.list.pane'),
          dividerLabel: t('answers.list.width'),
          range: listRange,
          content: (
            <ThreadListPane
              address={address}
              shown={shown}
              rowsRef={rowsRef}
              onPage={handlePage}
              onOpen={handleOpen}
              onFilter={handleFilter}
              selected={selected}
              onSelect={(keys) => setSelection({ of, keys })}
            />
          ),
        }}
        second={{
          label: t('answers.detail.name'),
          content: pair ? (
            <DetailPane
              pair={pair}
              row={shown.rows?.[at]}
              listHref={listHref}
              headingRef={headingRef}
              openPath={openPath}
              onPicture={handlePicture}
              triage={{ areKeysTaken: selected && selected.size > 0 }}
              backBar={
                <BackBar
                  listHref={listHref}
                  onPrevious={previous && (() => open(previous))}
                  onNext={next && (() => open(next))}
                />
              }
            />
          ) : isBroken ? (
            <UnknownThread listHref={listHref} />
          ) : (
            <State icon="list" title={t('answers.detail.nothing')}>
              {t('answers.detail.nothingHint')}
            </State>
          ),
        }}
        third={
          pair && openPath !== undefined
            ? {
                label: t('answers.picture.name'),
                dividerLabel: t('answers.picture.width'),
                range: viewerRange,
                content: (
                  <LatePicturePane
                    key={openKey}
                    pair={pair}
                    path={openPath}
                    onPath={handlePicture}
                    onClose={() => setPicture(undefined)}
                  />
                ),
              }
            : undefined
        }
      />
    </div>
  );
}
