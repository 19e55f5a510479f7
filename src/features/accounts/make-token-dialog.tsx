import type { FormEvent } from 'react';
import { useId, useState } from 'react';

import { useServerNeeded } from '@/components/use-offline';
import { useServerNow } from '@/components/use-server-now';
import { useStoring } from '@/components/use-storing';
import { makeReadToken } from '@/data/accounts';
import type { Organisation } from '@/domain/account';
import { dayAfter, endOfDay } from '@/domain/calendar-day';
import {
  TOKEN_DAYS,
  TOKEN_MAX_DAYS,
  TOKEN_NAME_MAX,
} from '@/domain/read-token';
import { Button } from '@/ui/button';
import { Field, NativeSelect, TextInput } from '@/ui/field/field';
import { Dialog } from '@/ui/overlay/dialog';
import { useTranslation } from '@/ui/texts';

import { accountFailure } from './account-failure';

interface MakeTokenDialogProps {
  organisations: readonly Organisation[];
  /** Told the token, which nobody can read again. */
  onMade: (token: string) => void;
  onClose: () => void;
}

/** The choice of everything; no organisation has this id. */
const ALL = 'all';

/**
 * Asks the server for a read-only token, now: it is never enqueued. The dialog stays
 * open with the reason until the server has made it.
 */
export function MakeTokenDialog(props: MakeTokenDialogProps) {
  const { organisations, onMade, onClose } = props;
  const { t } = useTranslation();
  const form = useId();
  const now = useServerNow();
  const needsServer = useServerNeeded();
  const storing = useStoring({ busy: t('common.loading') });
  const [name, setName] = useState('');
  const [ngo, setNgo] = useState('');
  const [day, setDay] = useState(() => dayAfter(now, TOKEN_DAYS));

  // The end of a day: one more would be after the limit.
  const [first, last] = [dayAfter(now, 0), dayAfter(now, TOKEN_MAX_DAYS - 1)];
  const endsAt = endOfDay(day);
  const isInTime = endsAt !== undefined && day >= first && day <= last;
  const isComplete = name.trim() !== '' && ngo !== '' && endsAt !== undefined;
  const reason =
    needsServer ??
    (isComplete ? undefined : t('accounts.incomplete')) ??
    (isInTime ? undefined : t('accounts.tokens.outOfTime'));

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (reason !== undefined || endsAt === undefined) return;
    const ngoId = ngo === ALL ? undefined : Number(ngo);
    let token = '';
    const isDone = await storing.store(async () => {
      const reply = await makeReadToken({ name: name.trim(), ngoId, endsAt });
      if (!reply.ok)
        return accountFailure(reply.failure, t, 'common.failure.conflict');
      token = reply.value?.token ?? '';
      return token === '' ? t('accounts.unknown') : undefined;
    });
    if (!isDone) return;
    onClose();
    onMade(token);
  }

  return (
    <Dialog
      open
      onClose={onClose}
      storing={storing}
      title={t('accounts.tokens.make')}
      closeLabel={t('common.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" form={form} variant="primary" reason={reason}>
            {t('accounts.tokens.confirm')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className="stack"
        onSubmit={(event) => void handleSubmit(event)}
      >
        <p className="muted">{t('accounts.tokens.about')}</p>
        <Field
          label={t('accounts.tokens.name')}
          hint={t('accounts.tokens.nameHint')}
          required
        >
          <TextInput
            value={name}
            maxLength={TOKEN_NAME_MAX}
            autoComplete="off"
            onChange={({ target }) => setName(target.value)}
          />
        </Field>
        <Field label={t('accounts.organisation')} required>
          <NativeSelect
            value={ngo}
            onChange={({ target }) => setNgo(target.value)}
          >
            <option value="">{t('accounts.choose')}</option>
            {organisations.map(({ id, name: each }) => (
              <option key={id} value={id}>
                {each}
              </option>
            ))}
            <option value={ALL}>{t('accounts.tokens.all')}</option>
          </NativeSelect>
        </Field>
        <Field
          label={t('accounts.tokens.endsAt')}
          hint={t('accounts.tokens.endsHint', { count: TOKEN_MAX_DAYS })}
          required
        >
          <TextInput
            type="date"
            value={day}
            min={first}
            max={last}
            onChange={({ target }) => setDay(target.value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}
