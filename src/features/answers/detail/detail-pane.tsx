import type { TFunction } from 'i18next';
import type { ReactNode, Ref } from 'react';

import type { DetailRead } from '@/data/threads/details';
import { markUnread, useDetail } from '@/data/threads/details';
import type { ThreadItem } from '@/data/threads/threads';
import { useDetailPull } from '@/data/threads/threads';
import type { ThreadPair } from '@/domain/answers/thread';
import { threadKey } from '@/domain/answers/thread';
import { ButtonLink, IconButton } from '@/ui/button';
import { State } from '@/ui/feedback/state';
import { showToast } from '@/ui/overlay/toaster';
import { useShortcuts } from '@/ui/keyboard/use-shortcuts';
import { useTranslation } from '@/ui/texts';

import { ContactCard } from './contact-card';
import { DetailBody } from './detail-body';
import styles from './detail-pane.module.css';
import { CachedList } from '@/components/cached-list';
import type { TriageTools } from '@/features/answers/triage/thread-triage';
import { ThreadTriage } from '@/features/answers/triage/thread-triage';
import { LateSkeleton } from '@/features/answers/late-skeleton';
import { useArrival } from '@/features/answers/use-arrival';
import { useThreadView } from './use-thread-view';

interface DetailPaneProps {
  pair: ThreadPair;
  /** The thread as the list has it: shown while the record is read. */
  row: ThreadItem | undefined;
  listHref: string;
  headingRef: Ref<HTMLHeadingElement>;
  /** Path of the picture in the viewer. */
  openPath: string | undefined;
  onPicture: (path: string) => void;
  /** The way back and to the neighbours, on narrow screens. */
  backBar: ReactNode;
  triage?: TriageTools | undefined;
}

/**
 * The open thread in one of its truthful states. A deep link loads by itself;
 * a thread that the server does not know is said to be unknown.
 */
export function DetailPane(props: DetailPaneProps) {
  const { pair, row, listHref, headingRef, backBar } = props;
  const { t } = useTranslation();
  const key = threadKey(pair.observerId, pair.pollingStationId);
  const read = useDetail(pair);
  const pull = useDetailPull(pair);
  const { isArriving } = useArrival(key, pull.isPulling);
  const shown = useThreadView(read);
  const isReading = !read || (read.detail !== undefined && !shown);

  async function handleUnread() {
    await markUnread(key);
    showToast({ tone: 'neutral', text: t('answers.detail.markedUnread') });
  }

  useShortcuts({
    u: {
      words: t('answers.detail.markUnread'),
      act: () => void handleUnread(),
    },
  });

  if (read?.isUnknown) {
    return (
      <div className={styles.detail}>
        {backBar}
        <UnknownThread listHref={listHref} />
      </div>
    );
  }

  return (
    <div className={styles.detail}>
      {backBar}
      <ContactCard
        pair={pair}
        thread={read?.thread ?? row}
        headingRef={headingRef}
      >
        <IconButton
          icon="hide"
          name={t('answers.detail.markUnread')}
          onClick={() => void handleUnread()}
        />
      </ContactCard>
      <ThreadTriage threadKey={key} tools={props.triage} />
      <CachedList
        rows={read && shown && read.detail ? [read] : undefined}
        freshness={isReading ? undefined : read}
        pull={pull}
        failedTitle={t('answers.detail.failed')}
        partly={missingParts(read, t)}
        empty={null}
        skeleton={<LateSkeleton rows={8} />}
      >
        {([known]) =>
          known && shown ? (
            <DetailBody
              read={known}
              view={shown.view}
              areFormsKnown={shown.formsAsOf !== undefined}
              isArriving={isArriving}
              openPath={props.openPath}
              onPicture={props.onPicture}
            />
          ) : null
        }
      </CachedList>
    </div>
  );
}

/** A record may have been fetched in part: each part that is missing is named. */
function missingParts(
  read: DetailRead | undefined,
  t: TFunction,
): string | undefined {
  const detail = read?.detail;
  if (!detail) return undefined;
  const missing = [
    ...(detail.answers ? [] : [t('answers.detail.partAnswers')]),
    ...(detail.notes ? [] : [t('answers.detail.partNotes')]),
  ];
  return missing.length === 0
    ? undefined
    : t('answers.detail.missing', { parts: missing.join(', ') });
}

interface UnknownThreadProps {
  listHref: string;
}

/** The address leads to no thread: says so and offers the list. */
export function UnknownThread({ listHref }: UnknownThreadProps) {
  const { t } = useTranslation();
  return (
    <State
      icon="info"
      title={t('answers.detail.unknown')}
      actions={
        <ButtonLink small href={listHref}>
          {t('answers.detail.toList')}
        </ButtonLink>
      }
    >
      {t('answers.detail.unknownWhy')}
    </State>
  );
}
