import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { failureText } from '@/components/failure';
import { useServerNeeded } from '@/components/use-offline';
import { useOrganizerOnly } from '@/components/use-organizer-only';
import { useAccounts } from '@/data/accounts';
import type { StaffAccount } from '@/domain/account';
import { Button } from '@/ui/button';
import { LoadState } from '@/ui/feedback/load-state';
import { SkeletonRows } from '@/ui/feedback/skeleton';
import { State } from '@/ui/feedback/state';
import { InlineField, TextInput } from '@/ui/field/field';
import { FilterBar } from '@/ui/field/filter-bar';
import { foldText } from '@/ui/field/search-text';
import { formatNumber } from '@/ui/format';
import { PageHead } from '@/ui/layout/page-head';
import { DataTable } from '@/ui/table/data-table';
import { PHONE, useMedia } from '@/ui/use-media';

import { useAccountColumns } from './account-columns';
import { AccountDialogs, type Asked } from './account-dialogs';

/**
 * Organisations and the accounts of their staff, for organizers: `/accounts`. It
 * needs the server: nothing of it is kept on the device.
 */
export function AccountsPage() {
  const { t, i18n } = useTranslation();
  const notAllowed = useOrganizerOnly();
  return notAllowed === undefined ? (
    <Accounts language={i18n.language} />
  ) : (
    <>
      <PageHead title={t('accounts.title')} />
      <State icon="lock" title={notAllowed} />
    </>
  );
}

function Accounts({ language }: { language: string }) {
  const { t } = useTranslation();
  const { value, failure, isLoading, reload } = useAccounts();
  const [text, setText] = useState('');
  const [asked, setAsked] = useState<Asked>();
  const needsServer = useServerNeeded();
  const columns = useAccountColumns(setAsked);
  const isPhone = useMedia(PHONE);
  const rows = value?.accounts.filter((row) => isFound(row, text));
  const notReady =
    needsServer ?? (value === undefined ? t('accounts.notLoaded') : undefined);

  return (
    <>
      <PageHead
        title={t('accounts.title')}
        aside={value && formatNumber(value.accounts.length, language)}
      >
        <Button
          icon="plus"
          reason={notReady}
          onClick={() => setAsked({ kind: 'addOrganisation' })}
        >
          {t('accounts.addOrganisation')}
        </Button>
        <Button
          variant="primary"
          icon="plus"
          reason={notReady}
          onClick={() => setAsked({ kind: 'addAccount' })}
        >
          {t('accounts.addAccount')}
        </Button>
      </PageHead>
      <FilterBar
        aria-label={t('accounts.filter')}
        onSubmit={(event) => event.preventDefault()}
      >
        <InlineField label={t('accounts.search')}>
          <TextInput
            type="search"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </InlineField>
      </FilterBar>
      <div className="fill">
        <LoadState
          rows={rows}
          knownEmpty={value !== undefined}
          pulling={isLoading}
          failure={
            failure && {
              title: t('accounts.failed'),
              text: failureText(failure, t),
            }
          }
          skeleton={<SkeletonRows rows={4} />}
          empty={<State icon="search" title={t('accounts.none')} />}
          retryLabel={t('common.retry')}
          onRetry={reload}
          loadingLabel={t('common.loading')}
        >
          {(shown) => (
            <DataTable
              caption={t('accounts.title')}
              columns={columns}
              rows={shown}
              rowKey={({ id }) => String(id)}
              minWidth={isPhone ? undefined : '44rem'}
            />
          )}
        </LoadState>
      </div>
      {asked === undefined ? null : (
        <AccountDialogs
          asked={asked}
          organisations={value?.organisations ?? []}
          onDone={reload}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

function isFound({ account, ngo }: StaffAccount, text: string): boolean {
  const wanted = foldText(text.trim());
  return [account, ngo].some((each) => foldText(each).includes(wanted));
}
