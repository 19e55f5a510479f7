import { CallList } from '@/components/calls/call-list';
import { useCallLogs } from '@/data/coverage/calls';
import { Panel } from '@/ui/layout/panel';
import { useTranslation } from '@/ui/texts';

import styles from './profile-calls.module.css';

/** The calls to an observer; nothing while there is none. */
export function ProfileCalls({ observerId }: { observerId: number }) {
  const { t } = useTranslation();
  const log = useCallLogs()?.get(observerId);
  if (!log) return null;
  return (
    <Panel aria-label={t('calls.log')} className={styles.calls}>
      <h2 className="strong">{t('calls.log')}</h2>
      <CallList log={log} />
    </Panel>
  );
}
