import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';

import { AsOf } from '@/components/as-of';
import { atOnce } from '@/components/at-once';
import { CachedList } from '@/components/cached-list';
import { useOffline } from '@/components/use-offline';
import { config } from '@/config';
import { useCounties } from '@/data/counties/counties';
import { useThreadPull } from '@/data/threads/threads';
import { useUrgentQueue } from '@/data/threads/urgent-queue';
import type { ThreadViewQuery } from '@/domain/answers/thread';
import { pairOfKey } from '@/domain/answers/thread';
import {
  beforeInQueue,
  followingInQueue,
  leftInQueue,
  queueProgress,
} from '@/domain/triage/queue';
import { DetailPane } from '@/features/answers/detail/detail-pane';
import { LateSkeleton } from '@/features/answers/late-skeleton';
import { LatePicturePane } from '@/features/answers/pictures/late-picture-pane';
import { loadTriageBar } from '@/features/answers/triage/thread-triage';
import { paths } from '@/paths';
import { Button, ButtonLink, IconButton } from '@/ui/button';
import { useShortcuts } from '@/ui/keyboard/use-shortcuts';
import { PageHead } from '@/ui/layout/page-head';
import { useTranslation } from '@/ui/texts';

import { QueueEnd } from './queue-end';
import styles from './queue-page.module.css';
import { ReadAhead } from './read-ahead';
import { useQueueRun } from './use-queue-run';

/** So many threads after the open one are read ahead. */
const READ_AHEAD = 2;

const urgentList: ThreadViewQuery = {
  list: 'urgent',
  filter: {},
  page: 1,
  pageSize: config.pageSize,
};

/**
 * The urgent threads that wait, one after the other: a decision opens the next one.
 * The open thread stands in the address; what was decided is noted at once.
 */
export function QueuePage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const pair = pairOfKey(params.get('thread') ?? '');
  const openKey = pair && `${pair.observerId}:${pair.pollingStationId}`;
  const county = params.get('county') ?? '';
  const named = useCounties()?.find(({ code }) => code === county);
  const countyName = county === '' ? undefined : (named?.name ?? county);
  const listHref = paths.answersOf({
    isUrgent: true,
    county: county === '' ? undefined : county,
  });
  const queue = useUrgentQueue(county);
  const pull = useThreadPull(urgentList);
  const isOffline = useOffline();
  const { run, decide, undo, beginAgain } = useQueueRun(
    queue?.waiting,
    openKey,
  );
  const [picture, setPicture] = useState<{ of?: string; path: string }>();
  const headingRef = useRef<HTMLHeadingElement>(null);
  /** The thread that follows the end may be read later than it is opened. */
  const isHeadingAwaited = useRef(false);
  const endRef = useRef<HTMLDivElement>(null);
  /** What is on the screen: a decision that is stored late must not step twice. */
  const shown = useRef<{ openKey: string | undefined }>(undefined);

  const openPath = picture?.of === openKey ? picture?.path : undefined;
  const isBegun = run.opened > 0;
  const following = openKey === undefined ? [] : followingInQueue(run, openKey);
  const previous =
    openKey === undefined
      ? run.keys[run.opened - 1]
      : beforeInQueue(run, openKey);
  const first = isBegun || openKey !== undefined ? undefined : run.keys[0];
  const progress =
    openKey === undefined ? undefined : queueProgress(run, openKey);
  const ahead = isBegun ? following : run.keys;
  const near = new Set(
    [previous, openKey, ...ahead.slice(0, READ_AHEAD)].filter(
      (key) => key !== undefined,
    ),
  );

  useEffect(() => void loadTriageBar(), []);
  useEffect(() => {
    if (first !== undefined)
      void navigate(paths.queue(first, county), { replace: true });
  }, [first, county, navigate]);
  useLayoutEffect(() => {
    shown.current = { openKey };
    return () => {
      shown.current = undefined;
    };
  }, [openKey]);

  const takeHeading = useCallback((heading: HTMLHeadingElement | null) => {
    headingRef.current = heading;
    if (!heading || !isHeadingAwaited.current) return;
    isHeadingAwaited.current = false;
    heading.focus();
  }, []);

  // The heading of the page has the focus when it opens; then it goes along.
  const before = useRef(openKey);
  useEffect(() => {
    const left = before.current;
    before.current = openKey;
    if (left === openKey) return;
    if (openKey === undefined) {
      isHeadingAwaited.current = isBegun;
      endRef.current?.focus();
    } else if (left !== undefined) headingRef.current?.focus();
    else if (isHeadingAwaited.current) takeHeading(headingRef.current);
  }, [openKey, isBegun, takeHeading]);

  const handlePicture = useCallback(
    (path: string) =>
      setPicture(openKey === undefined ? undefined : { of: openKey, path }),
    [openKey],
  );

  function open(key: string | undefined) {
    void navigate(paths.queue(key, county), atOnce);
  }

  function handleDecided(key: string) {
    decide(key);
    if (shown.current?.openKey === key) open(followingInQueue(run, key)[0]);
  }

  function handleUndone(key: string) {
    undo(key);
    if (shown.current) open(key);
  }

  function handleNext() {
    if (openKey !== undefined) open(following[0]);
  }

  function handlePrevious() {
    if (previous !== undefined) open(previous);
  }

  useShortcuts({
    j: { words: t('answers.queue.skip'), act: handleNext },
    k: { words: t('answers.queue.previous'), act: handlePrevious },
    Escape: {
      words: t('answers.queue.leaveKey'),
      act: () => {
        if (openPath === undefined) void navigate(listHref);
        else setPicture(undefined);
      },
    },
  });

  return (
    <div className={styles.page}>
      <PageHead
        title={t('answers.queue.title')}
        aside={countyName}
        asOf={
          <>
            <output className="strong nowrap">
              {progress && t('answers.queue.progress', progress)}
            </output>
            <AsOf freshness={queue} asked={pull.failure} />
          </>
        }
      >
        <IconButton
          icon="up"
          name={t('answers.queue.previous')}
          aria-disabled={previous === undefined}
          onClick={handlePrevious}
        />
        <Button
          icon="down"
          aria-disabled={openKey === undefined}
          onClick={handleNext}
        >
          {t('answers.queue.skip')}
        </Button>
        <ButtonLink icon="close" href={listHref}>
          {t('answers.queue.leave')}
        </ButtonLink>
      </PageHead>
      <ReadAhead keys={[...near]} />
      <CachedList
        rows={pair ? [pair] : queue && first === undefined ? [] : undefined}
        // Without a connection the open thread says since when, and why.
        freshness={pair && isOffline ? undefined : queue}
        pull={pull}
        failedTitle={t('answers.list.failed')}
        knownEmpty={isBegun || queue?.asOf !== undefined}
        partly={
          queue?.cacheShare &&
          t('answers.queue.partly', { ...queue.cacheShare })
        }
        empty={
          queue ? (
            <div ref={endRef} tabIndex={-1} className={styles.end}>
              <QueueEnd
                queue={queue}
                county={countyName}
                listHref={listHref}
                decided={run.decided.size}
                left={leftInQueue(run, queue.waiting).length}
                onContinue={beginAgain}
              />
            </div>
          ) : null
        }
        skeleton={<LateSkeleton rows={8} />}
      >
        {([thread]) =>
          thread ? (
            <div
              className={styles.open}
              data-picture={openPath === undefined ? undefined : ''}
            >
              <section
                className={styles.detail}
                aria-label={t('answers.detail.name')}
              >
                <DetailPane
                  pair={thread}
                  row={undefined}
                  listHref={listHref}
                  headingRef={takeHeading}
                  openPath={openPath}
                  onPicture={handlePicture}
                  backBar={null}
                  triage={{ onDecided: handleDecided, onUndone: handleUndone }}
                />
              </section>
              {openPath === undefined ? null : (
                <section
                  className={styles.picture}
                  aria-label={t('answers.picture.name')}
                >
                  <LatePicturePane
                    key={openKey}
                    pair={thread}
                    path={openPath}
                    onPath={handlePicture}
                    onClose={() => setPicture(undefined)}
                  />
                </section>
              )}
            </div>
          ) : null
        }
      </CachedList>
    </div>
  );
}
