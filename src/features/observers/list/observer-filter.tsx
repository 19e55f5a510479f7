import { useRef } from 'react';
import { useSnapshot } from 'valtio';

import { preferences } from '@/state/preferences';
import { Button } from '@/ui/button';
import { InlineField, TextInput } from '@/ui/field/field';
import { FilterBar } from '@/ui/field/filter-bar';
import { ToggleSegments } from '@/ui/field/segments';
import { PHONE, useMedia } from '@/ui/use-media';
import { useShortcuts } from '@/ui/keyboard/use-shortcuts';
import { useTranslation } from '@/ui/texts';

import type { ObserverFilter } from './use-observer-query';

interface ObserverFilterBarProps {
  /** As typed. */
  filter: ObserverFilter;
  onType: (filter: ObserverFilter) => void;
  /** Filter and Reset: in force at once. */
  onApply: (filter: ObserverFilter) => void;
  /** The fields lost the focus. */
  onLeave: () => void;
}

/**
 * Name, phone, Filter and Reset (docs/specification.md 2), and the choice of
 * list or cards.
 */
export function ObserverFilterBar(props: ObserverFilterBarProps) {
  const { filter, onType, onApply, onLeave } = props;
  const { t } = useTranslation();
  const view = useObserverView();
  const first = useRef<HTMLInputElement>(null);
  useShortcuts({
    '/': { words: t('common.toFilter'), act: () => first.current?.focus() },
  });
  const isEmpty = filter.name.trim() === '' && filter.phone.trim() === '';
  return (
    <FilterBar
      aria-label={t('observers.filter.label')}
      onBlur={onLeave}
      onSubmit={(event) => {
        event.preventDefault();
        onApply(filter);
      }}
    >
      <InlineField label={t('observers.name')}>
        <TextInput
          ref={first}
          value={filter.name}
          autoComplete="off"
          onChange={({ target }) => onType({ ...filter, name: target.value })}
        />
      </InlineField>
      <InlineField label={t('observers.phone')}>
        <TextInput
          value={filter.phone}
          inputMode="tel"
          autoComplete="off"
          onChange={({ target }) => onType({ ...filter, phone: target.value })}
        />
      </InlineField>
      <Button type="submit" disabled={isEmpty}>
        {t('common.filter')}
      </Button>
      <Button
        disabled={isEmpty}
        onClick={() => onApply({ name: '', phone: '' })}
      >
        {t('common.reset')}
      </Button>
      <span className="push">
        <ToggleSegments
          label={t('observers.view.label')}
          value={view}
          onChange={(next) => {
            preferences.observersView = next;
          }}
          items={[
            { value: 'list', icon: 'list', label: t('observers.view.list') },
            { value: 'card', icon: 'grid', label: t('observers.view.card') },
          ]}
        />
      </span>
    </FilterBar>
  );
}

/** The chosen view; on a narrow screen cards, unless the list was chosen. */
export function useObserverView(): 'list' | 'card' {
  const { observersView } = useSnapshot(preferences);
  const isPhone = useMedia(PHONE);
  return observersView ?? (isPhone ? 'card' : 'list');
}
