// HTML has no list that is searched from a field which keeps the focus: the roles make one.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */

import {
  type KeyboardEvent,
  type ReactNode,
  useId,
  useRef,
  useState,
} from 'react';

import styles from './combobox.module.css';
import { useLabelId } from './field-context';
import { TextInput } from './field';
import { Icon } from '@/ui/icon';
import menuStyles from '@/ui/overlay/menu.module.css';
import { useActiveOption } from './use-active-option';

/** One choice. */
interface ComboboxItem {
  value: string;
  label: string;
}

interface ComboboxLabels {
  /** Names of the buttons in the field; the first one's while the list is open is `close`. */
  open: string;
  close: string;
  clear: string;
  /** When nothing matches what was typed. */
  none: ReactNode;
  /** The line under the list: how many more there are, to be found by typing. */
  more: (count: number) => ReactNode;
}

interface ComboboxProps {
  items: readonly ComboboxItem[];
  /** The items that fit what was typed, in the order in which they are shown. */
  find: (
    items: readonly ComboboxItem[],
    typed: string,
  ) => readonly ComboboxItem[];
  /** The value chosen, or undefined for none. */
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  labels: ComboboxLabels;
  /**
   * How many items are shown at once; docs/specification.md 9 says 10 for
   * counties.
   */
  limit?: number | undefined;
}

const LIMIT = 10;

/**
 * A search-select: type to find, choose one.
 */
export function Combobox(props: ComboboxProps) {
  const { items, find, value, onChange, labels, limit = LIMIT } = props;
  const selected = items.find((item) => item.value === value);
  const listId = useId();
  const labelId = useLabelId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState<string>();

  // The text is still the label of the choice: opening the list then shows
  // everything.
  const found = find(items, typed ?? '');
  const shown = found.slice(0, limit);
  const more = found.length - shown.length;
  const { active, step, begin } = useActiveOption(
    shown.map((item) => item.value),
    list,
  );
  const text = typed ?? selected?.label ?? '';

  function open() {
    if (!isOpen) begin(value);
    setOpen(true);
  }

  function close() {
    setOpen(false);
    setTyped(undefined);
  }

  function choose(next: string | undefined) {
    close();
    onChange(next);
  }

  function handleType(next: string) {
    setOpen(true);
    setTyped(next);
    begin();
    if (next === '' && value !== undefined) onChange(undefined);
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const { key } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      if (isOpen) step(key === 'ArrowDown' ? 1 : -1);
      else open();
    } else if (key === 'Enter' && isOpen) {
      if (active !== undefined) choose(active);
    } else if (key === 'Escape' && isOpen) {
      close();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div
      className={styles.group}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) close();
      }}
    >
      <TextInput
        ref={input}
        role="combobox"
        aria-expanded={isOpen}
        aria-autocomplete="list"
        aria-controls={listId}
        aria-activedescendant={
          isOpen && active !== undefined ? `${listId}${active}` : undefined
        }
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ target }) => handleType(target.value)}
        onClick={open}
        onKeyDown={handleKeyDown}
      />
      {text === '' ? null : (
        <Tool
          icon="close"
          name={labels.clear}
          onPress={() => {
            choose(undefined);
            input.current?.focus();
          }}
        />
      )}
      <Tool
        icon="down"
        name={isOpen ? labels.close : labels.open}
        onPress={() => {
          if (isOpen) close();
          else open();
          input.current?.focus();
        }}
      />
      <div className={styles.popup} hidden={!isOpen}>
        <div
          ref={list}
          id={listId}
          role="listbox"
          aria-labelledby={labelId}
          className={styles.list}
        >
          {isOpen
            ? shown.map((item) => (
                // The field has the focus and its keys; this is for the pointer alone.
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
                <div
                  key={item.value}
                  id={`${listId}${item.value}`}
                  role="option"
                  aria-selected={item.value === active}
                  className={menuStyles.item}
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={() => choose(item.value)}
                >
                  <span className={menuStyles.tick}>
                    {item === selected ? <Icon name="check" small /> : null}
                  </span>
                  {item.label}
                </div>
              ))
            : null}
        </div>
        <output className={styles.status}>
          {!isOpen
            ? null
            : found.length === 0
              ? labels.none
              : more > 0
                ? labels.more(more)
                : null}
        </output>
      </div>
    </div>
  );
}

interface ToolProps {
  icon: 'close' | 'down';
  name: string;
  onPress: () => void;
}

/** For the pointer; the keys of the field do the same. */
function Tool({ icon, name, onPress }: ToolProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={name}
      className={styles.tool}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      <Icon name={icon} small />
    </button>
  );
}
