import type { CallLog } from '@/domain/calls/call';
import { useTranslation } from '@/ui/texts';

import styles from './call-list.module.css';
import { CallOutcome } from './call-outcome';
import { useMoment } from '@/components/use-moment';

interface CallListProps {
  log: CallLog;
}

/** The calls to one observer, newest first: how each ended, who called, when, the note. */
export function CallList({ log }: CallListProps) {
  const { t } = useTranslation();
  const moment = useMoment();
  return (
    <ol className={styles.calls}>
      {log.map((call) => (
        <li key={JSON.stringify(call)}>
          <CallOutcome outcome={call.outcome} />{' '}
          <span className="small muted">
            {t('calls.calledBy', {
              account: call.calledBy,
              time: moment(call.calledAt),
            })}
          </span>
          {call.note === '' ? null : <div>{call.note}</div>}
        </li>
      ))}
    </ol>
  );
}
