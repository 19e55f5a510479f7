// HTML has no list that is searched from a field which keeps the focus: the roles make one.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */

import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';

import { TextInput } from './field';
import { Icon, type IconName } from '@/ui/icon';
import styles from './search-list.module.css';
import { useActiveOption } from './use-active-option';

/** One thing that was found. */
interface SearchItem {
  key: string;
  label: ReactNode;
  /** A quiet word at the end of the line. */
  note?: string | undefined;
  icon: IconName;
  onChoose: () => void;
}

interface SearchGroup {
  label: string;
  items: readonly SearchItem[];
}

interface SearchListProps {
  /** Name of the field and of the list. */
  label: string;
  placeholder?: string | undefined;
  text: string;
  onText: (text: string) => void;
  /** In the order in which they are shown; empty ones are left out. */
  groups: readonly SearchGroup[];
  /** The groups do not belong to this text yet: Enter waits for those that do. */
  isBusy: boolean;
  /** In place of the list, when nothing was found. */
  empty: ReactNode;
  /** How many there are, for screen readers. */
  status: string;
  inputRef?: Ref<HTMLInputElement> | undefined;
}

/**
 * A field to search with and what it finds, in groups: arrows go through it,
 * Enter chooses. The focus stays in the field (the combobox pattern with
 * `aria-activedescendant`).
 */
export function SearchList(props: SearchListProps) {
  const { label, placeholder, text, onText, groups, isBusy } = props;
  const { empty, status, inputRef } = props;
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const [isAwaited, setAwaited] = useState(false);
  const items = groups.flatMap((group) => group.items);
  const line = useActiveOption(
    items.map(({ key }) => key),
    list,
  );
  const active = items.find(({ key }) => key === line.active);

  useEffect(() => {
    if (isBusy || !isAwaited) return;
    setAwaited(false);
    active?.onChoose();
  }, [isBusy, isAwaited, active]);

  function handleKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const { key } = event;
    if (key === 'Enter') {
      setAwaited(true);
    } else if (key === 'ArrowDown' || key === 'ArrowUp') {
      line.step(key === 'ArrowDown' ? 1 : -1);
    } else return;
    event.preventDefault();
  }

  return (
    <div className={styles.search}>
      <TextInput
        ref={inputRef}
        role="combobox"
        aria-label={label}
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={listId}
        aria-activedescendant={active && `${listId}${active.key}`}
        placeholder={placeholder}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={text}
        onChange={({ target }) => {
          line.begin();
          setAwaited(false);
          onText(target.value);
        }}
        onKeyDown={handleKeyDown}
      />
      <div className={styles.finds}>
        <div
          ref={list}
          id={listId}
          // The listbox itself scrolls, by the arrow keys of the field.
          className={styles.list}
          role="listbox"
          aria-label={label}
          aria-busy={isBusy}
        >
          {groups.map((group, index) =>
            group.items.length === 0 ? null : (
              <div
                key={group.label}
                role="group"
                aria-labelledby={`${listId}${index}`}
              >
                <div id={`${listId}${index}`} className={styles.group}>
                  {group.label}
                </div>
                {group.items.map((item) => (
                  <Option
                    key={item.key}
                    id={`${listId}${item.key}`}
                    item={item}
                    isActive={item === active}
                  />
                ))}
              </div>
            ),
          )}
        </div>
        {items.length === 0 && !isBusy ? empty : null}
      </div>
      <output className="visually-hidden">{isBusy ? '' : status}</output>
    </div>
  );
}

interface OptionProps {
  id: string;
  item: SearchItem;
  isActive: boolean;
}

function Option({ id, item, isActive }: OptionProps) {
  const { label, note, icon, onChoose } = item;
  return (
    // The field has the focus and its keys; this is for the pointer alone.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      className={styles.item}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <Icon name={icon} small />
      <span className={`ellipsis ${styles.label}`}>{label}</span>
      {note === undefined ? null : (
        <span className={`ellipsis ${styles.note}`}>{note}</span>
      )}
    </div>
  );
}
