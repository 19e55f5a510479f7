import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';

import { failureText } from '@/components/failure';
import { useServerNeeded } from '@/components/use-offline';
import { useOrganizerOnly } from '@/components/use-organizer-only';
import { useAccounts } from '@/data/accounts';
import { useOffers } from '@/data/offers';
import { useSecondFactor } from '@/data/second-factor';
import type { AccountList } from '@/domain/account';
import { fold, hasWords, nameWords } from '@/domain/words';
import { Button } from '@/ui/button';
import { LoadState } from '@/ui/feedback/load-state';
import { SkeletonRows } from '@/ui/feedback/skeleton';
import { State } from '@/ui/feedback/state';
import { InlineField, TextInput } from '@/ui/field/field';
import { FilterBar } from '@/ui/field/filter-bar';
import { formatNumber } from '@/ui/format';
import { PageHead } from '@/ui/layout/page-head';
import { DataTable } from '@/ui/table/data-table';
import { useTranslation } from '@/ui/texts';
import { PHONE, useMedia } from '@/ui/use-media';

import { useAccountColumns } from './account-columns';
import { AccountDialogs, type Asked } from './account-dialogs';
import { AccountViews } from './account-views';
import { useOrganisationColumns } from './organisation-columns';
import { ReadTokens } from './read-tokens';

/**
 * Organisations, the accounts of their staff, and read-only tokens, for organizers:
 * `/accounts`. It needs the server: nothing of it is kept on the device.
 */
export function AccountsPage() {
  const { t, i18n } = useTranslation();
  const notAllowed = useOrganizerOnly();
  const hasTokens = useOffers().has('feed');
  const [params] = useSearchParams();
  if (notAllowed !== undefined) {
    return (
      <>
        <PageHead title={t('accounts.title')} />
        <State icon="lock" title={notAllowed} />
      </>
    );
  }
  return hasTokens && params.get('by') === 'token' ? (
    <ReadTokens />
  ) : (
    <Accounts language={i18n.language} />
  );
}

function Accounts({ language }: { language: string }) {
  const { t } = useTranslation();
  const { value, failure, isLoading, reload } = useAccounts();
  const secondFactor = useSecondFactor();
  const [text, setText] = useState('');
  const [asked, setAsked] = useState<Asked>();
  const needsServer = useServerNeeded();
  const [params] = useSearchParams();
  const isByOrganisation = params.get('by') === 'organisation';
  const notReady =
    needsServer ?? (value === undefined ? t('accounts.notLoaded') : undefined);

  return (
    <>
      <PageHead
        title={t('accounts.title')}
        aside={
          value &&
          formatNumber(
            (isByOrganisation ? value.organisations : value.accounts).length,
            language,
          )
        }
      >
        <AccountViews current={isByOrganisation ? 'organisation' : 'account'} />
        {secondFactor && (
          <Button
            icon="lock"
            reason={
              needsServer ??
              (secondFactor.value ? undefined : t('accounts.notLoaded'))
            }
            onClick={() =>
              setAsked({
                kind: 'secondFactor',
                isRequired: secondFactor.value?.isRequired === true,
              })
            }
          >
            {t('secondFactor.title')}
          </Button>
        )}
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
          rows={value && [value]}
          knownEmpty={value !== undefined}
          pulling={isLoading}
          failure={
            failure && {
              title: t('accounts.failed'),
              text: failureText(failure, t),
            }
          }
          skeleton={<SkeletonRows rows={4} />}
          empty={null}
          retryLabel={t('common.retry')}
          onRetry={reload}
          loadingLabel={t('common.loading')}
        >
          {([list]) => {
            if (!list) return null;
            const View = isByOrganisation ? OrganisationTable : AccountTable;
            return <View list={list} text={text} onAsk={setAsked} />;
          }}
        </LoadState>
      </div>
      {asked === undefined ? null : (
        <AccountDialogs
          asked={asked}
          organisations={value?.organisations ?? []}
          onDone={() => {
            reload();
            secondFactor?.reload();
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

interface TableProps {
  list: AccountList;
  /** What is searched for. */
  text: string;
  onAsk: (asked: Asked) => void;
}

function AccountTable({ list, text, onAsk }: TableProps) {
  const { t } = useTranslation();
  const columns = useAccountColumns(onAsk);
  const isPhone = useMedia(PHONE);
  const rows = list.accounts.filter(({ account, ngo }) =>
    isFound(text, account, ngo),
  );
  if (rows.length === 0)
    return <State icon="search" title={t('accounts.none')} />;
  return (
    <DataTable
      caption={t('accounts.accounts')}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => String(id)}
      minWidth={isPhone ? undefined : '44rem'}
    />
  );
}

function OrganisationTable({ list, text, onAsk }: TableProps) {
  const { t } = useTranslation();
  const columns = useOrganisationColumns(list.accounts, onAsk);
  const isPhone = useMedia(PHONE);
  const rows = list.organisations.filter(({ name, shortName }) =>
    isFound(text, name, shortName),
  );
  if (rows.length === 0)
    return <State icon="search" title={t('accounts.noOrganisation')} />;
  return (
    <DataTable
      caption={t('accounts.organisations')}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => String(id)}
      minWidth={isPhone ? undefined : '44rem'}
    />
  );
}

function isFound(text: string, ...words: string[]): boolean {
  return hasWords(fold(words.join(' ')), nameWords(text));
}
