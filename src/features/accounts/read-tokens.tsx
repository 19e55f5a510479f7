import { useState } from 'react';

import { failureText } from '@/components/failure';
import { useServerNeeded } from '@/components/use-offline';
import { useAccounts, useReadTokens } from '@/data/accounts';
import type { ReadToken } from '@/domain/read-token';
import { Button } from '@/ui/button';
import { LoadState } from '@/ui/feedback/load-state';
import { SkeletonRows } from '@/ui/feedback/skeleton';
import { State } from '@/ui/feedback/state';
import { formatNumber } from '@/ui/format';
import { PageHead } from '@/ui/layout/page-head';
import { DataTable } from '@/ui/table/data-table';
import { useTranslation } from '@/ui/texts';
import { PHONE, useMedia } from '@/ui/use-media';

import { AccountDialog } from './account-dialog';
import { AccountViews } from './account-views';
import { MakeTokenDialog } from './make-token-dialog';
import { useReadTokenColumns } from './read-token-columns';
import { ShownToken } from './shown-token';

/**
 * Read-only tokens of analysts and dashboards, for organizers: `/accounts?by=token`.
 * It needs the server: nothing of it is kept on the device.
 */
export function ReadTokens() {
  const { t, i18n } = useTranslation();
  const { value, failure, isLoading, reload } = useReadTokens();
  const { value: list } = useAccounts();
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<string>();
  const [ending, setEnding] = useState<ReadToken>();
  const needsServer = useServerNeeded();
  const notReady =
    needsServer ?? (list === undefined ? t('accounts.notLoaded') : undefined);

  return (
    <>
      <PageHead
        title={t('accounts.title')}
        aside={value && formatNumber(value.length, i18n.language)}
      >
        <AccountViews current="token" />
        <Button
          variant="primary"
          icon="plus"
          reason={notReady}
          onClick={() => setMaking(true)}
        >
          {t('accounts.tokens.make')}
        </Button>
      </PageHead>
      <div className="fill">
        <LoadState
          rows={value}
          knownEmpty={value !== undefined}
          pulling={isLoading}
          failure={
            failure && {
              title: t('accounts.tokens.failed'),
              text: failureText(failure, t),
            }
          }
          skeleton={<SkeletonRows rows={4} />}
          empty={
            <State icon="key" title={t('accounts.tokens.none')}>
              {t('accounts.tokens.about')}
            </State>
          }
          retryLabel={t('common.retry')}
          onRetry={reload}
          loadingLabel={t('common.loading')}
        >
          {(rows) => <TokenTable rows={rows} onEnd={setEnding} />}
        </LoadState>
      </div>
      {isMaking ? (
        <MakeTokenDialog
          organisations={list?.organisations ?? []}
          onMade={(token) => {
            setMade(token);
            reload();
          }}
          onClose={() => setMaking(false)}
        />
      ) : null}
      {made === undefined ? null : (
        <ShownToken token={made} onClose={() => setMade(undefined)} />
      )}
      {ending === undefined ? null : (
        <AccountDialog
          title={t('accounts.tokens.end.title', { name: ending.name })}
          text={t('accounts.tokens.end.text')}
          confirmLabel={t('accounts.tokens.end.action')}
          danger
          conflict="common.failure.conflict"
          done={t('accounts.tokens.end.done', { name: ending.name })}
          change={{ kind: 'endReadToken', tokenId: ending.id }}
          onDone={reload}
          onClose={() => setEnding(undefined)}
        />
      )}
    </>
  );
}

interface TokenTableProps {
  rows: readonly ReadToken[];
  onEnd: (token: ReadToken) => void;
}

function TokenTable({ rows, onEnd }: TokenTableProps) {
  const { t } = useTranslation();
  const columns = useReadTokenColumns(onEnd);
  const isPhone = useMedia(PHONE);
  return (
    <DataTable
      caption={t('accounts.tokens.title')}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => String(id)}
      minWidth={isPhone ? undefined : '44rem'}
    />
  );
}
