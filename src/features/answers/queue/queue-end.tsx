import { useMoment } from '@/components/use-moment';
import type { UrgentQueue } from '@/data/threads/urgent-queue';
import { Button, ButtonLink } from '@/ui/button';
import { State } from '@/ui/feedback/state';
import { useTranslation } from '@/ui/texts';

interface QueueEndProps {
  queue: UrgentQueue;
  /** Name of the county that the queue is of; undefined: of all. */
  county: string | undefined;
  /** The urgent list, of that county. */
  listHref: string;
  /** Threads that were decided about on this way. */
  decided: number;
  /** Threads that were passed over, or that arrived since. */
  left: number;
  onContinue: () => void;
}

/**
 * Nothing is open: what was done, and whether anything waits. That nothing waits is
 * said only of a list that is whole.
 */
export function QueueEnd(props: QueueEndProps) {
  const { queue, county, decided, left, onContinue } = props;
  const { t } = useTranslation();
  const moment = useMoment();
  const title =
    left > 0
      ? t('answers.queue.stillWaiting', { count: left })
      : queue.isWhole
        ? t('answers.queue.noneWaits')
        : t('answers.queue.noneHere');
  const where = county === undefined ? title : `${county}: ${title}`;
  return (
    <State
      icon={left === 0 && queue.isWhole ? 'done' : 'flag'}
      title={<output>{where}</output>}
      actions={
        <>
          {left > 0 ? (
            <Button small variant="primary" onClick={onContinue}>
              {t('answers.queue.continue')}
            </Button>
          ) : null}
          <ButtonLink small href={props.listHref}>
            {t('answers.queue.toList')}
          </ButtonLink>
        </>
      }
    >
      {decided > 0 ? `${t('answers.queue.done', { count: decided })} ` : null}
      {queue.isWhole && queue.asOf !== undefined
        ? t('common.asOf', { time: moment(queue.asOf) })
        : t('answers.queue.notWhole')}
    </State>
  );
}
