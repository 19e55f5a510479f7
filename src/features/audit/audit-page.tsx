import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

import { failureText } from '@/components/failure';
import { useServerNeeded } from '@/components/use-offline';
import { useOrganizerOnly } from '@/components/use-organizer-only';
import { readWholeAudit, useAudit } from '@/data/audit';
import type { AuditEntry } from '@/domain/audit';
import { Button } from '@/ui/button';
import { LoadState } from '@/ui/feedback/load-state';
import { SkeletonRows } from '@/ui/feedback/skeleton';
import { State } from '@/ui/feedback/state';
import { formatNumber } from '@/ui/format';
import { PageHead } from '@/ui/layout/page-head';
import { showToast } from '@/ui/overlay/toaster';
import { DataTable } from '@/ui/table/data-table';
import { useTranslation } from '@/ui/texts';
import { PHONE, useMedia } from '@/ui/use-media';

import { useAuditColumns } from './audit-columns';
import { AuditEntryDialog } from './audit-entry-dialog';
import { AuditFilterForm, filterOf, type AuditQuery } from './audit-filter';
import { exportAudit } from './export-audit';
import styles from './audit.module.css';

/**
 * What staff did, for organizers: `/audit`. It needs the server: nothing of it is
 * kept on the device.
 */
export function AuditPage() {
  const { t } = useTranslation();
  const notAllowed = useOrganizerOnly();
  return notAllowed === undefined ? (
    <AuditLog />
  ) : (
    <>
      <PageHead title={t('audit.title')} />
      <State icon="lock" title={notAllowed} />
    </>
  );
}

function AuditLog() {
  const { t } = useTranslation();
  const [query, setQuery] = useQuery();
  const filter = useMemo(() => filterOf(query), [query]);
  const log = useAudit(filter);
  const [opened, setOpened] = useState<AuditEntry>();
  const columns = useAuditColumns();
  const isPhone = useMedia(PHONE);
  const needsServer = useServerNeeded();

  return (
    <>
      <PageHead title={t('audit.title')}>
        <ExportButton filter={filter} />
      </PageHead>
      <AuditFilterForm
        key={JSON.stringify(query)}
        query={query}
        onApply={setQuery}
      />
      <div className="fill">
        <LoadState
          rows={log.entries}
          knownEmpty={log.entries !== undefined}
          pulling={log.isLoading}
          failure={
            log.failure && {
              title: t('audit.failed'),
              text: failureText(log.failure, t),
            }
          }
          skeleton={<SkeletonRows rows={8} />}
          empty={<State icon="search" title={t('audit.none')} />}
          retryLabel={t('common.retry')}
          onRetry={log.entries?.length ? log.loadOlder : log.reload}
          loadingLabel={t('common.loading')}
        >
          {(rows) => (
            <>
              <DataTable
                caption={t('audit.title')}
                columns={columns}
                rows={rows}
                rowKey={({ id }) => String(id)}
                onRow={setOpened}
                minWidth={isPhone ? undefined : '44rem'}
              />
              {log.hasMore ? (
                <div className={styles.older}>
                  <Button
                    reason={needsServer}
                    aria-disabled={log.isLoading}
                    onClick={log.loadOlder}
                  >
                    {t('audit.older')}
                  </Button>
                </div>
              ) : null}
            </>
          )}
        </LoadState>
      </div>
      {opened === undefined ? null : (
        <AuditEntryDialog entry={opened} onClose={() => setOpened(undefined)} />
      )}
    </>
  );
}

/** The filter of the address, the same object until the address changes. */
function useQuery(): [AuditQuery, (query: AuditQuery) => void] {
  const [params, setParams] = useSearchParams();
  const query = useMemo(
    () => ({
      account: params.get('account') ?? '',
      action: params.get('action') ?? '',
      from: params.get('from') ?? '',
      to: params.get('to') ?? '',
    }),
    [params],
  );
  return [
    query,
    (next) =>
      setParams(
        Object.entries(next).filter(([, value]: [string, string]) => value),
      ),
  ];
}

function ExportButton({ filter }: { filter: ReturnType<typeof filterOf> }) {
  const { t, i18n } = useTranslation();
  const needsServer = useServerNeeded();
  const [count, setCount] = useState<number>();

  async function handleExport() {
    setCount(0);
    const reply = await readWholeAudit(filter, setCount);
    setCount(undefined);
    if (reply.ok) exportAudit(reply.value, t);
    else {
      const text = t('audit.exportFailed', {
        reason: failureText(reply.failure, t),
      });
      showToast({ tone: 'refused', text });
    }
  }

  return (
    <>
      {count === undefined ? null : (
        <output className="small muted">
          {t('audit.exporting', { read: formatNumber(count, i18n.language) })}
        </output>
      )}
      <Button
        icon="download"
        reason={needsServer}
        aria-disabled={count !== undefined}
        onClick={() => {
          if (count === undefined) void handleExport();
        }}
      >
        {t('audit.export')}
      </Button>
    </>
  );
}
