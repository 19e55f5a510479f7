import type { TFunction } from 'i18next';
import { memo } from 'react';

import type { ThreadItem, ThreadSummary } from '@/data/threads/threads';
import { splitStationName } from '@/domain/answers/thread';
import { classNames } from '@/ui/class-names';
import { Icon } from '@/ui/icon';
import { Mark } from '@/ui/marks/mark';

import { PendingWords } from '@/components/pending-words';
import { TriageWord } from '@/features/answers/triage/triage-word';
import { ThreadAge } from '@/features/answers/thread-age';
import { ThreadFill } from './thread-fill';
import styles from './thread-row.module.css';

interface ThreadRowProps {
  item: ThreadItem;
  href: string;
  /** Its details are on the screen. */
  isOpen: boolean;
  t: TFunction;
}

/**
 * One thread on two lines: station and number, observer, age, flags, notes,
 * and how far each form is filled (docs/product.md). A plain anchor, which the
 * list opens: a link of the router is drawn again at each step to another address.
 */
export const ThreadRow = memo(function ThreadRow(props: ThreadRowProps) {
  const { item, href, isOpen, t } = props;
  const { place, number } = splitStationName(item.pollingStationName);
  const isMarked = item.isUnread || item.isChanged;

  return (
    <a
      href={href}
      className={classNames(
        styles.thread,
        'focus-inside',
        isMarked && styles.unread,
      )}
      aria-current={isOpen ? 'true' : undefined}
      data-thread={item.key}
    >
      <span className={styles.dot} aria-hidden="true">
        {isMarked ? <span /> : null}
      </span>
      <span className={classNames(styles.line, styles.station)}>
        <span className={styles.label}>{t('answers.row.station')}</span>{' '}
        <span className={classNames('ellipsis', styles.place)}>{place}</span>{' '}
        <span className={styles.number}>{number}</span>
        {isMarked ? (
          <span className="visually-hidden">
            {item.isChanged
              ? t('answers.row.changedSince')
              : t('answers.row.unread')}
          </span>
        ) : null}
      </span>
      <span className={classNames(styles.line, styles.observer)}>
        <span className="ellipsis">{item.observerName}</span>
        <PendingWords pending={item.pending} />
        {item.isChanged ? (
          <Mark tone="syncing" icon="edit">
            {t('answers.row.changed')}
          </Mark>
        ) : null}
        {item.triage === 'new' ? null : (
          <TriageWord state={item.triage} t={t} />
        )}
        <PendingWords pending={item.decision} />
      </span>
      <span className={styles.age}>
        <ThreadAge at={item.lastModified} t={t} />
      </span>
      <Summary summary={item.summary} t={t} />
    </a>
  );
});

interface SummaryProps {
  /** From the cached details; absent while they are not cached. */
  summary: ThreadSummary | undefined;
  t: TFunction;
}

function Summary({ summary, t }: SummaryProps) {
  if (!summary) {
    return (
      <span className={styles.missing}>
        <span className="visually-hidden">{t('answers.row.notCached')}</span>
      </span>
    );
  }
  const { flagged, notes, forms } = summary;
  return (
    <>
      <span className={classNames(styles.count, styles.flags)}>
        {flagged > 0 ? (
          <span className={classNames('is-flagged', 'strong')}>
            <Icon name="flag" small />
            <span aria-hidden="true">{flagged}</span>
          </span>
        ) : null}
        <span className="visually-hidden">
          {t('answers.row.flagged', { count: flagged })}
        </span>
      </span>
      <span className={classNames(styles.count, styles.notes)}>
        {notes > 0 ? (
          <span>
            <Icon name="note" small />
            <span aria-hidden="true">{notes}</span>
          </span>
        ) : null}
        <span className="visually-hidden">
          {t('answers.row.notes', { count: notes })}
        </span>
      </span>
      <ThreadFill forms={forms} t={t} />
    </>
  );
}
