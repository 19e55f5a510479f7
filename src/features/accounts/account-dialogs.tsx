import { useState } from 'react';
import { useSnapshot } from 'valtio';

import type { Organisation, StaffAccount } from '@/domain/account';
import { MIN_PASSWORD_LENGTH } from '@/domain/account';
import { session } from '@/state/session';
import { Field, NativeSelect, TextInput } from '@/ui/field/field';
import { useTranslation } from '@/ui/texts';

import { AccountDialog } from './account-dialog';
import { AccountSessions } from './account-sessions';
import { NewPassword } from './password-field';

/** What the server's table takes (docs/api-contract.md 8). */
const ACCOUNT_MAX = 50;
const NAME_MAX = 200;
const SHORT_NAME_MAX = 10;

/** What is asked about: one dialog at a time. */
export type Asked =
  | { kind: 'addOrganisation' }
  | { kind: 'addAccount' }
  /** `isRequired`: now. */
  | { kind: 'secondFactor'; isRequired: boolean }
  | { kind: 'password' | 'active' | 'sessions'; account: StaffAccount }
  | {
      kind: 'rename' | 'organisationActive' | 'organizer';
      organisation: Organisation;
    };

interface DialogProps {
  onDone: () => void;
  onClose: () => void;
}

interface AccountDialogsProps extends DialogProps {
  asked: Asked;
  organisations: readonly Organisation[];
}

export function AccountDialogs(props: AccountDialogsProps) {
  const { asked, organisations, ...rest } = props;
  switch (asked.kind) {
    case 'addOrganisation':
      return <AddOrganisation {...rest} />;
    case 'addAccount':
      return <AddAccount {...rest} organisations={organisations} />;
    case 'secondFactor':
      return <RequireSecondFactor {...rest} isRequired={asked.isRequired} />;
    case 'password':
      return <SetPassword {...rest} account={asked.account} />;
    case 'active':
      return <SetActive {...rest} account={asked.account} />;
    case 'sessions':
      return (
        <AccountSessions account={asked.account} onClose={props.onClose} />
      );
    case 'rename':
      return <RenameOrganisation {...rest} organisation={asked.organisation} />;
    case 'organisationActive':
      return (
        <SetOrganisationActive {...rest} organisation={asked.organisation} />
      );
    case 'organizer':
      return <SetOrganizer {...rest} organisation={asked.organisation} />;
  }
}

function AddOrganisation(props: DialogProps) {
  const { t } = useTranslation();
  const names = useNames({ name: '', shortName: '' });
  return (
    <AccountDialog
      {...props}
      title={t('accounts.addOrganisation')}
      confirmLabel={t('accounts.add')}
      reason={names.reason}
      conflict="common.failure.conflict"
      done={t('accounts.organisationAdded')}
      change={{ kind: 'addOrganisation', ...names.typed }}
    >
      {names.fields}
    </AccountDialog>
  );
}

interface OrganisationProps extends DialogProps {
  organisation: Organisation;
}

function RenameOrganisation({ organisation, ...props }: OrganisationProps) {
  const { t } = useTranslation();
  const names = useNames(organisation);
  const { id: ngoId, name } = organisation;
  return (
    <AccountDialog
      {...props}
      title={t('accounts.rename.title', { name })}
      confirmLabel={t('accounts.rename.action')}
      reason={names.reason}
      conflict="common.failure.conflict"
      done={t('accounts.rename.done')}
      change={{ kind: 'renameOrganisation', ngoId, ...names.typed }}
    >
      {names.fields}
    </AccountDialog>
  );
}

/** The two names of an organisation, as they are typed. */
function useNames(before: Pick<Organisation, 'name' | 'shortName'>) {
  const { t } = useTranslation();
  const [name, setName] = useState(before.name);
  const [shortName, setShortName] = useState(before.shortName);
  const typed = { name: name.trim(), shortName: shortName.trim() };
  const isComplete = typed.name !== '' && typed.shortName !== '';
  const fields = (
    <>
      <Field label={t('accounts.organisation')} required>
        <TextInput
          value={name}
          maxLength={NAME_MAX}
          onChange={({ target }) => setName(target.value)}
        />
      </Field>
      <Field
        label={t('accounts.shortName')}
        hint={t('accounts.shortNameHint', { count: SHORT_NAME_MAX })}
        required
      >
        <TextInput
          value={shortName}
          maxLength={SHORT_NAME_MAX}
          onChange={({ target }) => setShortName(target.value)}
        />
      </Field>
    </>
  );
  return {
    typed,
    fields,
    reason: isComplete ? undefined : t('accounts.incomplete'),
  };
}

function SetOrganisationActive({ organisation, ...props }: OrganisationProps) {
  const { t } = useTranslation();
  const { id: ngoId, isActive, name } = organisation;
  const words = isActive ? 'closeOrganisation' : 'openOrganisation';
  const isOwn = useSnapshot(session).user?.idNgo === ngoId;
  return (
    <AccountDialog
      {...props}
      title={t(`accounts.${words}.title`, { name })}
      text={t(
        isOwn ? 'accounts.closeOrganisation.own' : `accounts.${words}.text`,
      )}
      confirmLabel={t(
        isActive ? 'accounts.close.action' : 'accounts.open.action',
      )}
      danger={isActive}
      conflict="accounts.last"
      done={t(`accounts.${words}.done`, { name })}
      change={{ kind: 'setOrganisationActive', ngoId, isActive: !isActive }}
    />
  );
}

interface AddAccountProps extends DialogProps {
  organisations: readonly Organisation[];
}

function AddAccount({ organisations, ...props }: AddAccountProps) {
  const { t } = useTranslation();
  const [ngoId, setNgoId] = useState('');
  const [account, setAccount] = useState('');
  const [password, setPassword] = useState('');
  const isComplete =
    ngoId !== '' &&
    account.trim() !== '' &&
    password.length >= MIN_PASSWORD_LENGTH;
  return (
    <AccountDialog
      {...props}
      title={t('accounts.addAccount')}
      confirmLabel={t('accounts.add')}
      reason={isComplete ? undefined : t('accounts.incomplete')}
      conflict="accounts.taken"
      done={t('accounts.accountAdded', { account: account.trim() })}
      change={{
        kind: 'addAccount',
        ngoId: Number(ngoId),
        account: account.trim(),
        password,
      }}
    >
      <Field label={t('accounts.organisation')} required>
        <NativeSelect
          value={ngoId}
          onChange={({ target }) => setNgoId(target.value)}
        >
          <option value="">{t('accounts.choose')}</option>
          {organisations.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </NativeSelect>
      </Field>
      <Field label={t('accounts.account')} required>
        <TextInput
          value={account}
          maxLength={ACCOUNT_MAX}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ target }) => setAccount(target.value)}
        />
      </Field>
      <NewPassword
        label={t('accounts.password')}
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
    </AccountDialog>
  );
}

interface ChangeProps extends DialogProps {
  account: StaffAccount;
}

function SetPassword({ account, ...props }: ChangeProps) {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  const isLong = password.length >= MIN_PASSWORD_LENGTH;
  const name = account.account;
  return (
    <AccountDialog
      {...props}
      title={t('accounts.passwordOf', { name })}
      text={t('accounts.passwordText')}
      confirmLabel={t('accounts.setPassword')}
      reason={isLong ? undefined : t('accounts.incomplete')}
      conflict="common.failure.conflict"
      done={t('accounts.passwordSet', { name })}
      change={{ kind: 'setPassword', accountId: account.id, password }}
    >
      <NewPassword
        label={t('accounts.password')}
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
    </AccountDialog>
  );
}

function SetActive({ account, ...props }: ChangeProps) {
  const { t } = useTranslation();
  const { isActive, account: name } = account;
  const words = isActive ? 'close' : 'open';
  return (
    <AccountDialog
      {...props}
      title={t(`accounts.${words}.title`, { name })}
      text={t(`accounts.${words}.text`)}
      confirmLabel={t(`accounts.${words}.action`)}
      danger={isActive}
      conflict="accounts.last"
      done={t(`accounts.${words}.done`, { name })}
      change={{ kind: 'setActive', accountId: account.id, isActive: !isActive }}
    />
  );
}

function SetOrganizer({ organisation, ...props }: OrganisationProps) {
  const { t } = useTranslation();
  const { id: ngoId, organizer: isOrganizer, name } = organisation;
  const words = isOrganizer ? 'demote' : 'promote';
  return (
    <AccountDialog
      {...props}
      title={t(`accounts.${words}.title`, { name })}
      text={t(`accounts.${words}.text`)}
      confirmLabel={t(`accounts.${words}.action`)}
      danger={isOrganizer}
      conflict="accounts.last"
      done={t(`accounts.${words}.done`, { name })}
      change={{ kind: 'setOrganizer', ngoId, isOrganizer: !isOrganizer }}
    />
  );
}

interface RequireProps extends DialogProps {
  isRequired: boolean;
}

function RequireSecondFactor({ isRequired, ...props }: RequireProps) {
  const { t } = useTranslation();
  const words = isRequired ? 'optional' : 'require';
  return (
    <AccountDialog
      {...props}
      title={t(`accounts.secondFactor.${words}.title`)}
      text={t(`accounts.secondFactor.${words}.text`)}
      confirmLabel={t(`accounts.secondFactor.${words}.action`)}
      conflict="common.failure.conflict"
      done={t(`accounts.secondFactor.${words}.done`)}
      change={{ kind: 'requireSecondFactor', isRequired: !isRequired }}
    />
  );
}
