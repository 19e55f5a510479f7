import { useState } from 'react';

import type { AuditFilter } from '@/domain/audit';
import { AUDIT_ACTIONS } from '@/domain/audit';
import { endOfDay, startOfDay } from '@/domain/calendar-day';
import { Button } from '@/ui/button';
import { InlineField, NativeSelect, TextInput } from '@/ui/field/field';
import { FilterBar } from '@/ui/field/filter-bar';
import { useTranslation } from '@/ui/texts';

import { useActionWords } from './audit-words';

/** The filter as the address has it: days as "2026-11-22". */
export interface AuditQuery {
  account: string;
  action: string;
  from: string;
  to: string;
}

/** The days of a query as instants of this device's calendar, both inclusive. */
export function filterOf({
  account,
  action,
  from,
  to,
}: AuditQuery): AuditFilter {
  return {
    account: account || undefined,
    action: action || undefined,
    from: startOfDay(from),
    to: endOfDay(to),
  };
}

interface AuditFilterFormProps {
  query: AuditQuery;
  onApply: (query: AuditQuery) => void;
}

export function AuditFilterForm({ query, onApply }: AuditFilterFormProps) {
  const { t } = useTranslation();
  const actionWords = useActionWords();
  const [typed, setTyped] = useState(query);
  const change = (part: Partial<AuditQuery>) =>
    setTyped((before) => ({ ...before, ...part }));
  const isBackwards =
    typed.from !== '' && typed.to !== '' && typed.from > typed.to;
  const isFiltered = Object.values(query).some((value) => value !== '');

  return (
    <FilterBar
      aria-label={t('audit.filter')}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBackwards) onApply({ ...typed, account: typed.account.trim() });
      }}
    >
      <InlineField label={t('audit.account')} wide>
        <TextInput
          type="search"
          autoComplete="off"
          value={typed.account}
          onChange={({ target }) => change({ account: target.value })}
        />
      </InlineField>
      <InlineField label={t('audit.action.label')}>
        <NativeSelect
          value={typed.action}
          onChange={({ target }) => change({ action: target.value })}
        >
          <option value="">{t('audit.action.all')}</option>
          {AUDIT_ACTIONS.map((action) => (
            <option key={action} value={action}>
              {actionWords(action)}
            </option>
          ))}
        </NativeSelect>
      </InlineField>
      <InlineField label={t('audit.from')} invalid={isBackwards}>
        <TextInput
          type="date"
          value={typed.from}
          onChange={({ target }) => change({ from: target.value })}
        />
      </InlineField>
      <InlineField label={t('audit.to')} invalid={isBackwards}>
        <TextInput
          type="date"
          value={typed.to}
          onChange={({ target }) => change({ to: target.value })}
        />
      </InlineField>
      <Button
        type="submit"
        variant="primary"
        reason={isBackwards ? t('audit.backwards') : undefined}
      >
        {t('audit.apply')}
      </Button>
      {isFiltered ? (
        <Button
          onClick={() => {
            setTyped(NO_FILTER);
            onApply(NO_FILTER);
          }}
        >
          {t('audit.clear')}
        </Button>
      ) : null}
    </FilterBar>
  );
}

const NO_FILTER: AuditQuery = { account: '', action: '', from: '', to: '' };
