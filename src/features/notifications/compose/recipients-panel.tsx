import { useId, useState } from 'react';

import { useServerNow } from '@/components/use-server-now';
import { AsOf } from '@/components/as-of';
import { CachedList } from '@/components/cached-list';
import type { Pull } from '@/data/live/use-pull';
import { Button } from '@/ui/button';
import { DataTable } from '@/ui/table/data-table';
import { formatNumber } from '@/ui/format';
import { Panel } from '@/ui/layout/panel';
import { SkeletonRows } from '@/ui/feedback/skeleton';
import { useTranslation } from '@/ui/texts';
import { PHONE, useMedia } from '@/ui/use-media';

import { groupBySeen } from './audience';
import { useRecipientColumns } from './recipient-columns';
import styles from './recipients-panel.module.css';
import { SeenBar } from './seen-bar';
import type { Audience } from './use-audience';

interface RecipientsPanelProps {
  audience: Audience;
  /** The question for all observers. */
  pull: Pull;
  /** Takes one out of the selection; absent where there is no selection. */
  onLeaveOut: ((id: number) => void) | undefined;
}

const FIRST_SHOWN = 8;

/**
 * Who would get the message, and when they were last heard of
 * (docs/product.md).
 */
export function RecipientsPanel(props: RecipientsPanelProps) {
  const { audience, pull, onLeaveOut } = props;
  const { t, i18n } = useTranslation();
  const [isWhole, setWhole] = useState(false);
  const columns = useRecipientColumns(onLeaveOut);
  const now = useServerNow();
  const isPhone = useMedia(PHONE);
  const id = useId();
  const { people, kind, freshness } = audience;
  const shown = isWhole ? people : people?.slice(0, FIRST_SHOWN);
  const total = people?.length ?? 0;
  // Among named or found recipients "none" is known without the server.
  const knownEmpty = kind !== 'all' || freshness?.asOf !== undefined;
  const isSearching = kind === 'county' && !people;

  return (
    <Panel className={styles.panel} aria-labelledby={id}>
      <div className={styles.part}>
        <h2 id={id} className="row row-wrap">
          {t('notifications.recipients.title')}
          <AsOf freshness={freshness} asked={pull.failure} />
        </h2>
        {isSearching ? (
          <p className="muted">{t('notifications.recipients.searchFirst')}</p>
        ) : null}
        {people && (total > 0 || knownEmpty) ? (
          <SeenBar groups={groupBySeen(people, now)} />
        ) : null}
        {kind === 'all' ? (
          <p className="small muted">{t('notifications.recipients.reach')}</p>
        ) : null}
      </div>
      {isSearching ? null : (
        <CachedList
          rows={shown}
          freshness={freshness}
          pull={pull}
          failedTitle={t('observers.failed')}
          empty={null}
          knownEmpty={knownEmpty}
          skeleton={<SkeletonRows rows={3} lines={1} />}
        >
          {(rows) => (
            <div className={styles.table} data-whole={isWhole ? '' : undefined}>
              <DataTable
                caption={t('notifications.recipients.caption')}
                columns={columns}
                rows={rows}
                rowKey={(person) => String(person.id)}
                minWidth={isPhone ? undefined : '28rem'}
              />
            </div>
          )}
        </CachedList>
      )}
      {shown && total > FIRST_SHOWN ? (
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
    </Panel>
  );
}
