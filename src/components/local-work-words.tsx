import type { LocalWork } from '@/data/device/local-work';
import { Mark } from '@/ui/marks/mark';
import { useTranslation } from '@/ui/texts';

/**
 * What no change of the outbox sends, a sentence for each kind that is there: what
 * waits to be sent, and what is on this device alone.
 */
export function LocalWorkWords({ work }: { work: LocalWork }) {
  const { t } = useTranslation();
  const { waiting, decided, calls, hasPlan, views } = work;
  const sentences = [
    decided > 0 && t('outbox.decided', { count: decided }),
    calls > 0 && t('outbox.local.calls', { count: calls }),
    hasPlan && t('outbox.local.plan'),
    views > 0 && t('outbox.local.views', { count: views }),
  ].filter((sentence) => sentence !== false);
  return (
    <ul>
      {waiting === 0 ? null : (
        <li>
          <Mark tone="waiting" icon="clock">
            {t('outbox.waitingMarks', { count: waiting })}
          </Mark>
        </li>
      )}
      {sentences.map((sentence) => (
        <li key={sentence}>
          <Mark icon="device">{sentence}</Mark>
        </li>
      ))}
    </ul>
  );
}
