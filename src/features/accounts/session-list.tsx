import { useState } from 'react';

import { failureText } from '@/components/failure';
import { useServerNeeded } from '@/components/use-offline';
import { useSessions } from '@/data/accounts';
import type { StaffSession } from '@/domain/account';
import { Button } from '@/ui/button';
import { LoadState } from '@/ui/feedback/load-state';
import { SkeletonRows } from '@/ui/feedback/skeleton';
import { State } from '@/ui/feedback/state';
import { formatFull } from '@/ui/format';
import { Mark } from '@/ui/marks/mark';
import { useTranslation } from '@/ui/texts';

import { AccountDialog } from './account-dialog';
import styles from './accounts.module.css';

interface SessionListProps {
  /** Absent: the own account. */
  accountId?: number | undefined;
}

/** Where an account is signed in, and ending that elsewhere. */
export function SessionList({ accountId }: SessionListProps) {
  const { t } = useTranslation();
  const { value, failure, isLoading, reload } = useSessions(accountId);
  const [ending, setEnding] = useState<StaffSession>();

  return (
    <>
      <LoadState
        rows={value}
        knownEmpty={value !== undefined}
        pulling={isLoading}
        failure={
          failure && {
            title: t('account.sessionsFailed'),
            text: failureText(failure, t),
          }
        }
        skeleton={<SkeletonRows rows={2} />}
        empty={<State icon="device" title={t('account.noSessions')} />}
        retryLabel={t('common.retry')}
        onRetry={reload}
        loadingLabel={t('common.loading')}
      >
        {(rows) => (
          <ul className={styles.sessions}>
            {rows.map((row) => (
              <SessionRow key={row.id} session={row} onEnd={setEnding} />
            ))}
          </ul>
        )}
      </LoadState>
      {ending === undefined ? null : (
        <AccountDialog
          title={t('account.end.title')}
          text={t('account.end.text')}
          confirmLabel={t('account.end.action')}
          danger
          conflict="common.failure.conflict"
          done={t('account.end.done')}
          change={{ kind: 'endSession', sessionId: ending.id, accountId }}
          onDone={reload}
          onClose={() => setEnding(undefined)}
        />
      )}
    </>
  );
}

interface SessionRowProps {
  session: StaffSession;
  onEnd: (session: StaffSession) => void;
}

function SessionRow({ session, onEnd }: SessionRowProps) {
  const { t, i18n } = useTranslation();
  const needsServer = useServerNeeded();
  const { userAgent, createdAt, lastSeenAt, isCurrent } = session;
  const name = userAgent || t('account.unknownDevice');
  const since = formatFull(createdAt, i18n.language);
  return (
    <li className={styles.session}>
      <span className={styles.words}>
        <span>{name}</span>
        <span className="small muted">
          {t('account.seen', {
            since,
            seen: formatFull(lastSeenAt, i18n.language),
          })}
        </span>
      </span>
      {isCurrent ? (
        <Mark icon="device">{t('account.thisDevice')}</Mark>
      ) : (
        <Button small reason={needsServer} onClick={() => onEnd(session)}>
          {t('account.end.action')}
          <span className="visually-hidden">
            : {name}, {since}
          </span>
        </Button>
      )}
    </li>
  );
}
