import { useEffect, useRef } from 'react';

import type { Address } from '@/features/answers/address';
import type { EvidenceScope } from '@/data/threads/evidence';
import { focusedThread } from '@/features/answers/list/row-focus';
import type { ShownList } from '@/features/answers/list/use-thread-list';
import { Button } from '@/ui/button';
import { useShortcuts } from '@/ui/keyboard/use-shortcuts';
import { toggleKey } from '@/ui/table/selection';
import { useTranslation } from '@/ui/texts';

import { BulkBar } from './bulk-bar';
import { FilesMenu } from './files-menu';
import styles from './list-tools.module.css';
import { StateCounts } from './state-counts';

export { RowBox } from './row-box';

interface ListToolsProps {
  address: Address;
  shown: ShownList;
  /** Undefined: rows are not being selected. */
  selected: ReadonlySet<string> | undefined;
  onSelect: (keys: ReadonlySet<string> | undefined) => void;
}

/**
 * Below the rows, so that none moves when it comes: the threads in each state, and
 * the selection. Loaded after the first screen.
 */
export function ListTools(props: ListToolsProps) {
  const { address, shown, selected, onSelect } = props;
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const count = selected?.size ?? 0;

  // The bar goes with the last selected thread; the focus that it had stays near.
  const before = useRef(count);
  useEffect(() => {
    const isGone = before.current > 0 && count === 0;
    before.current = count;
    if (!isGone || document.activeElement !== document.body) return;
    place.current?.querySelector<HTMLElement>('[aria-pressed]')?.focus();
  }, [count]);

  useShortcuts({
    x: {
      words: t('answers.keys.select'),
      act: () => {
        const key = focusedThread();
        if (key !== undefined) onSelect(toggleKey(selected ?? new Set(), key));
      },
    },
  });

  const scope: EvidenceScope = {
    kind: 'filter',
    list: address.list,
    filter: shown.query.filter,
  };

  return (
    <div
      ref={place}
      className={styles.tools}
      data-selected={count > 0 ? '' : undefined}
    >
      <div className={styles.line}>
        <StateCounts address={address} filter={shown.query.filter} />
        <FilesMenu scope={scope} fields={{ ...address.fields }} />
        <Button
          small
          aria-pressed={selected !== undefined}
          onClick={() => onSelect(selected ? undefined : new Set())}
        >
          {t('answers.bulk.start')}
        </Button>
      </div>
      {selected && count > 0 ? (
        <BulkBar
          selected={selected}
          shown={shown.rows?.map(({ key }) => key) ?? []}
          onSelect={onSelect}
        />
      ) : null}
    </div>
  );
}
