import type { ThreadItem } from '@/data/threads/threads';
import { SelectBox } from '@/ui/field/select-box';
import { toggleKey } from '@/ui/table/selection';
import { useTranslation } from '@/ui/texts';

interface RowBoxProps {
  item: ThreadItem;
  selected: ReadonlySet<string>;
  onSelect: (keys: ReadonlySet<string>) => void;
}

/** Selects a thread; the row beside it opens the thread as always. */
export function RowBox({ item, selected, onSelect }: RowBoxProps) {
  const { t } = useTranslation();
  return (
    <SelectBox
      label={t('answers.bulk.select', {
        station: item.pollingStationName,
        observer: item.observerName,
      })}
      checked={selected.has(item.key)}
      onChange={() => onSelect(toggleKey(selected, item.key))}
    />
  );
}
