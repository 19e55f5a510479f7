import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Failure } from '@/domain/outbox/outcome';
import { AsOf } from '@/components/as-of';
import { Button } from '@/ui/button';
import { DataTable } from '@/ui/table/data-table';
import { formatNumber } from '@/ui/format';
import { Panel } from '@/ui/layout/panel';
import { SkeletonRows } from '@/ui/feedback/skeleton';
import { PHONE, useMedia } from '@/ui/use-media';
import { useNow } from '@/ui/use-now';

import { groupBySeen } from './audience';
import { useRecipientColumns } from './recipient-columns';
import styles from './recipients-panel.module.css';
import { SeenBar } from './seen-bar';
import type { Audience } from './use-audience';

interface RecipientsPanelProps {
  audience: Audience;
  /** Why the observers could not be asked for. */
  asked: Failure | undefined;
  /** Takes one out of the selection; absent where there is no selection. */
  onLeaveOut: ((id: number) => void) | undefined;
}

const FIRST_SHOWN = 8;

/**
 * Who would get the message, and when they were last heard of
 * (docs/product.md).
 */
export function RecipientsPanel(props: RecipientsPanelProps) {
  const { audience, asked, onLeaveOut } = props;
  const { t, i18n } = useTranslation();
  const [isWhole, setWhole] = useState(false);
  const columns = useRecipientColumns(onLeaveOut);
  const now = useNow();
  const isPhone = useMedia(PHONE);
  const id = useId();
  const { people, kind } = audience;
  const shown = isWhole ? people : people?.slice(0, FIRST_SHOWN);
  const total = people?.length ?? 0;

  return (
    <Panel className={styles.panel} aria-labelledby={id}>
      <div className={styles.part}>
        <h2 id={id} className="row row-wrap">
          {t('notifications.recipients.title')}
          <AsOf freshness={audience.freshness} asked={asked} />
        </h2>
        {people === undefined ? (
          kind === 'county' ? (
            <p className="muted">{t('notifications.recipients.searchFirst')}</p>
          ) : (
            <SkeletonRows rows={3} lines={1} />
          )
        ) : (
          <SeenBar groups={groupBySeen(people, now)} />
        )}
        {kind === 'all' ? (
          <p className="small muted">{t('notifications.recipients.reach')}</p>
        ) : null}
      </div>
      {shown && total > 0 ? (
        <>
          <div className={styles.table} data-whole={isWhole ? '' : undefined}>
            <DataTable
              caption={t('notifications.recipients.caption')}
              columns={columns}
              rows={shown}
              rowKey={(person) => String(person.id)}
              minWidth={isPhone ? undefined : '28rem'}
            />
          </div>
          {total > FIRST_SHOWN ? (
            <div className={styles.foot}>
              <span className="small muted">
                {t('notifications.recipients.shown', {
                  shown: formatNumber(shown.length, i18n.language),
                  total: formatNumber(total, i18n.language),
                })}
              </span>
              <Button
                variant="link"
                small
                className="push"
                onClick={() => setWhole(!isWhole)}
              >
                {isWhole
                  ? t('notifications.recipients.less')
                  : t('notifications.recipients.more')}
              </Button>
            </div>
          ) : null}
        </>
      ) : null}
    </Panel>
  );
}
