import { useId } from 'react';
import { useTranslation } from 'react-i18next';

import { useCacheUsage } from '@/data/cache-usage';
import { useMoment } from '@/components/use-moment';
import { formatNumber } from '@/ui/format';
import { Icon } from '@/ui/icon';
import { Panel } from '@/ui/layout/panel';
import { SkeletonRows } from '@/ui/feedback/skeleton';

import styles from './side-panel.module.css';

/** What is kept on this device, and how old it is. */
export function CachedPanel() {
  const { t, i18n } = useTranslation();
  const kept = useCacheUsage();
  const moment = useMoment();
  const id = useId();
  const number = (value: number) => formatNumber(value, i18n.language);
  return (
    <Panel className={styles.panel} aria-labelledby={id}>
      <h2 id={id} className="row">
        <Icon name="device" />
        {t('outbox.kept.title')}
      </h2>
      {kept === undefined ? (
        <SkeletonRows rows={4} lines={1} />
      ) : (
        <table className={styles.kept}>
          <caption className="visually-hidden">
            {t('outbox.kept.caption')}
          </caption>
          <thead>
            <tr>
              <th scope="col">{t('outbox.kept.what')}</th>
              <th scope="col">{t('outbox.kept.count')}</th>
              <th scope="col">{t('outbox.kept.asOf')}</th>
            </tr>
          </thead>
          <tbody>
            {kept.map(({ name, count, total, asOf }) => (
              <tr key={name}>
                <th scope="row">{t(`outbox.kept.table.${name}`)}</th>
                <td>
                  {total === undefined || total <= count
                    ? number(count)
                    : t('outbox.kept.of', {
                        count: number(count),
                        total: number(total),
                      })}
                </td>
                <td>
                  {asOf === undefined ? t('outbox.kept.never') : moment(asOf)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}
