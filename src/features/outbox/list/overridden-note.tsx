import type { Op } from '@/domain/outbox/op';
import { useTranslation } from '@/ui/texts';

import styles from './op-item.module.css';
import { overriddenBy } from './overrode';
import { sayValue } from '@/features/outbox/say-value';

interface OverriddenNoteProps {
  op: Op;
}

/** What the server had and a person chose to replace, stored with the change. */
export function OverriddenNote({ op }: OverriddenNoteProps) {
  const { t } = useTranslation();
  const overridden = overriddenBy(op);
  if (!overridden) return null;
  const { fields, parts } = overridden;
  return (
    <details className={styles.line}>
      <summary>{t('outbox.overrode')}</summary>
      <ul>
        {fields.map(({ field, value }) => (
          <li key={field}>
            {t(`outbox.field.${field}`)}: {sayValue(value, t)}
          </li>
        ))}
        {parts.map(({ key, kind, part, name }) => (
          <li key={key}>
            {t(`outbox.resolve.loss.${kind}.${part}`, { name })}
          </li>
        ))}
      </ul>
    </details>
  );
}
