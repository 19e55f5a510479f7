import type { ReactNode } from 'react';

import type { Failure } from '@/domain/outbox/outcome';
import { LoadState } from '@/ui/feedback/load-state';
import { SkeletonRows } from '@/ui/feedback/skeleton';
import { useTranslation } from '@/ui/texts';

import type { Freshness } from './failure';
import { failureNow, failureText } from './failure';
import { useMoment } from './use-moment';

interface CachedListProps<Row> {
  /** What is shown; undefined until the cache was read, or when it has nothing. */
  rows: readonly Row[] | undefined;
  /** Undefined until the cache was read. */
  freshness: Freshness | undefined;
  /** This page's own question to the server. */
  pull: {
    isPulling: boolean;
    failure?: Failure | undefined;
    retry: () => void;
  };
  /** "The observers could not be loaded". */
  failedTitle: string;
  /** A `<State>` for no rows: shown only when the server said that there are none. */
  empty: ReactNode;
  /** For an `empty` that says by itself whether the server or only the cache has none. */
  knownEmpty?: boolean | undefined;
  skeleton?: ReactNode | undefined;
  partly?: ReactNode | undefined;
  children: (rows: readonly Row[]) => ReactNode;
}

/**
 * The six truthful states of cached rows, in the words that all screens share:
 * `LoadState` with reasons, times and Retry filled in.
 */
export function CachedList<Row>(props: CachedListProps<Row>) {
  const { rows, freshness, pull, failedTitle, empty, skeleton, partly } = props;
  const { t } = useTranslation();
  const moment = useMoment();
  const failure = freshness && failureNow(freshness, pull.failure);
  const reason = failure && failureText(failure, t);
  const older =
    reason !== undefined && freshness?.asOf !== undefined
      ? `${t('common.olderSince', { time: moment(freshness.asOf) })} ${reason}`
      : undefined;
  return (
    <LoadState
      rows={rows}
      knownEmpty={
        props.knownEmpty ??
        (freshness?.asOf !== undefined && !freshness.cacheShare)
      }
      pulling={pull.isPulling}
      failure={
        reason === undefined ? undefined : { title: failedTitle, text: reason }
      }
      older={older}
      partly={partly}
      empty={empty}
      skeleton={skeleton ?? <SkeletonRows rows={8} />}
      retryLabel={t('common.retry')}
      onRetry={failure?.kind === 'forbidden' ? undefined : pull.retry}
      loadingLabel={t('common.loading')}
    >
      {props.children}
    </LoadState>
  );
}
