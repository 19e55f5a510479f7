import { useTranslation } from 'react-i18next';

import type { LocalWork } from '@/data/local-work';
import { Mark } from '@/ui/marks/mark';

/** What is on this device alone: a sentence for each kind that is there. */
export function LocalWorkWords({ work }: { work: LocalWork }) {
  const { t } = useTranslation();
  const { decided, calls, hasPlan, views } = work;
  const sentences = [
    decided > 0 && t('outbox.decided', { count: decided }),
    calls > 0 && t('outbox.local.calls', { count: calls }),
    hasPlan && t('outbox.local.plan'),
    views > 0 && t('outbox.local.views', { count: views }),
  ].filter((sentence) => sentence !== false);
  return (
    <ul>
      {sentences.map((sentence) => (
        <li key={sentence}>
          <Mark icon="device">{sentence}</Mark>
        </li>
      ))}
    </ul>
  );
}
