import { CallOutcome } from '@/components/calls/call-outcome';
import { useMoment } from '@/components/use-moment';
import type { Call } from '@/domain/calls/call';
import { useTranslation } from '@/ui/texts';

/** The newest call to an observer, on one line. */
export function LastCall({ call }: { call: Call }) {
  const { t } = useTranslation();
  const moment = useMoment();
  const { outcome, calledBy, calledAt } = call;
  return (
    <span className="small muted">
      <span className="visually-hidden">{t('calls.last')}: </span>
      <CallOutcome outcome={outcome} />{' '}
      <span>
        {t('calls.calledBy', { account: calledBy, time: moment(calledAt) })}
      </span>
    </span>
  );
}
