import { useId } from 'react';

import { useCacheUsage } from '@/data/device/cache-usage';
import { useMoment } from '@/components/use-moment';
import { formatNumber } from '@/ui/format';
import { Icon } from '@/ui/icon';
import { Panel } from '@/ui/layout/panel';
import { SkeletonRows } from '@/ui/feedback/skeleton';
import { useTranslation } from '@/ui/texts';

import { OfflineChoices } from './offline-choices';
import styles from './side-panel.module.css';

/** What is cached on this device, and how old it is. */
export function CachedPanel() {
  const { t, i18n } = useTranslation();
  const usage = useCacheUsage();
  const moment = useMoment();
  const id = useId();
  const number = (value: number) => formatNumber(value, i18n.language);
  return (
    <Panel className={styles.panel} aria-labelledby={id}>
      <h2 id={id} className="row">
        <Icon name="device" />
        {t('outbox.cached.title')}
      </h2>
      {usage === undefined ? (
        <SkeletonRows rows={4} lines={1} />
      ) : (
        <table className={styles.cached}>
          <caption className="visually-hidden">
            {t('outbox.cached.caption')}
          </caption>
          <thead>
            <tr>
              <th scope="col">{t('outbox.cached.what')}</th>
              <th scope="col">{t('outbox.cached.count')}</th>
              <th scope="col">{t('outbox.cached.asOf')}</th>
            </tr>
          </thead>
          <tbody>
            {usage.map(({ name, count, total, asOf }) => (
              <tr key={name}>
                <th scope="row">{t(`outbox.cached.table.${name}`)}</th>
                <td>
                  {total === undefined || total <= count
                    ? number(count)
                    : t('outbox.cached.of', {
                        count: number(count),
                        total: number(total),
                      })}
                </td>
                <td>
                  {asOf === undefined ? t('outbox.cached.never') : moment(asOf)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <OfflineChoices />
    </Panel>
  );
}
