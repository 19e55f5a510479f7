import { Combobox as Base } from '@base-ui/react/combobox';
import { type ReactNode, useRef, useState } from 'react';

import { useControl, useLabelId } from './field-context';
import styles from './combobox.module.css';
import fieldStyles from './field.module.css';
import { Icon } from './icon';
import menuStyles from './menu.module.css';
import { findByLabel } from './search-text';

/** One choice. */
export interface ComboboxItem {
  value: string;
  label: string;
}

interface ComboboxLabels {
  /** Names of the two buttons in the field. */
  open: string;
  clear: string;
  /** Name of the hidden ways out of the open list, for screen readers on touch screens. */
  close: string;
  /** When nothing matches what was typed. */
  none: ReactNode;
  /** The line under the list: how many more there are, to be found by typing. */
  more: (count: number) => ReactNode;
}

interface ComboboxProps {
  items: readonly ComboboxItem[];
  /** The value chosen, or undefined for none. */
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  labels: ComboboxLabels;
  /** How many items are shown at once; specification section 9 says 10 for counties. */
  limit?: number | undefined;
  placeholder?: string | undefined;
  disabled?: boolean | undefined;
  /** Called when the field loses the focus, for forms. */
  onBlur?: (() => void) | undefined;
  /** The name, when no field around it gives one. */
  'aria-label'?: string | undefined;
}

const LIMIT = 10;

/**
 * A search-select: type to find, choose one. Searching ignores case and diacritics.
 *
 * @param props items, the value and its change, words, and how many items to show.
 * @returns the input, tied to the field around it, with its list.
 */
export function Combobox(props: ComboboxProps) {
  const { items, value, onChange, labels, limit = LIMIT, disabled } = props;
  const selected = items.find((item) => item.value === value) ?? null;
  const group = useRef<HTMLDivElement>(null);
  const labelId = useLabelId();
  const [typed, setTyped] = useState<string>();

  // A text that nobody typed is the label of the choice: opening the list then shows everything.
  const found = findByLabel(items, typed ?? '');
  const shown = found.slice(0, limit);
  const more = found.length - shown.length;

  return (
    <Base.Root<ComboboxItem>
      items={items}
      filteredItems={shown}
      // With a choice made the library opens the list unfiltered, and needs the limit told.
      limit={limit}
      value={selected}
      onValueChange={(item) => {
        setTyped(undefined);
        onChange(item?.value);
      }}
      onInputValueChange={(text, details) => {
        setTyped(details.reason === 'input-change' ? text : undefined);
      }}
      onOpenChange={(open) => {
        if (!open) setTyped(undefined);
      }}
      isItemEqualToValue={(one, other) => one.value === other.value}
      disabled={disabled === true}
      autoHighlight
    >
      <Base.InputGroup ref={group} className={styles['group']}>
        <Base.Input
          {...useControl({})}
          className={fieldStyles['input']}
          placeholder={props.placeholder}
          aria-label={props['aria-label']}
          aria-labelledby={labelId}
          onBlur={props.onBlur}
        />
        <Base.Clear className={styles['tool']} aria-label={labels.clear}>
          <Icon name="close" small />
        </Base.Clear>
        <Base.Trigger className={styles['tool']} aria-label={labels.open}>
          <Icon name="down" small />
        </Base.Trigger>
      </Base.InputGroup>
      <Base.Portal>
        <Base.Positioner
          className={menuStyles['positioner']}
          // Under the whole frame of an inline field, not only under its input.
          anchor={() =>
            group.current?.closest('[data-field-frame]') ?? group.current
          }
          sideOffset={4}
        >
          <Base.Popup
            className={styles['popup']}
            ref={(popup) => {
              nameWaysOut(labels.close, group.current, popup?.parentElement);
            }}
          >
            <Base.Empty>
              <div className={styles['line']}>{labels.none}</div>
            </Base.Empty>
            <Base.List className={styles['list']}>
              {(item: ComboboxItem) => (
                <Base.Item
                  key={item.value}
                  value={item}
                  className={menuStyles['item']}
                >
                  <span className={menuStyles['tick']}>
                    <Base.ItemIndicator>
                      <Icon name="check" small />
                    </Base.ItemIndicator>
                  </span>
                  {item.label}
                </Base.Item>
              )}
            </Base.List>
            <Base.Status>
              {more > 0 ? (
                <div className={styles['line']}>{labels.more(more)}</div>
              ) : null}
            </Base.Status>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

// The library puts two hidden buttons around the open list and names them in English, with no prop
// to change it; spoken words are words too.
function nameWaysOut(label: string, ...places: (Element | null | undefined)[]) {
  for (const place of places) {
    place
      ?.querySelector('[role="button"][aria-label="Dismiss"]')
      ?.setAttribute('aria-label', label);
  }
}
