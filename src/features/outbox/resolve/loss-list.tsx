import { useTranslation } from 'react-i18next';

import type { Loss } from '@/domain/forms/losses';

import styles from './resolver.module.css';

interface LossListProps {
  losses: readonly Loss[];
}

/** What others did to a form and ours undoes, part by part. */
export function LossList({ losses }: LossListProps) {
  const { t } = useTranslation();
  if (losses.length === 0) {
    return <p className="small muted">{t('outbox.resolve.noLoss')}</p>;
  }
  return (
    <>
      <p className="small">{t('outbox.resolve.losses')}</p>
      <ul className={styles.losses}>
        {losses.map(({ key, kind, part, name }) => (
          <li key={key}>
            {t(`outbox.resolve.loss.${kind}.${part}`, { name })}
          </li>
        ))}
      </ul>
    </>
  );
}
