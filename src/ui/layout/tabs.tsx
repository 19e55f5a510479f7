import type { KeyboardEvent, ReactNode } from 'react';
import { useEffect, useId, useRef } from 'react';

import styles from './tabs.module.css';

/** One tab. */
interface TabItem {
  value: string;
  label: ReactNode;
  /** Numbers after the word: answered, flagged. */
  counts?: ReactNode | undefined;
}

interface TabsProps {
  /** What the tabs choose between, for screen readers. */
  label: string;
  tabs: readonly TabItem[];
  value: string;
  onChange: (value: string) => void;
  /** The content of the chosen tab. */
  children: ReactNode;
}

/**
 * Several views of one thing, one at a time. Arrow keys, Home and End choose
 * the tab that they move to (docs/decisions/0117-menus-and-dialogs-are-the-browsers-own.md).
 */
export function Tabs({ label, tabs, value, onChange, children }: TabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const chosen = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!list.current) return undefined;
    // Tells of the first layout, too: to ask at once would cost another one.
    const observer = new ResizeObserver(() => showWhole(chosen.current));
    observer.observe(list.current);
    return () => observer.disconnect();
  }, [value]);

  function handleKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) {
      return;
    }
    const at = tabs.findIndex((tab) => tab.value === value);
    const to = placeAfter(event.key, at, tabs.length);
    const next = to === undefined ? undefined : tabs[to];
    if (to === undefined || !next) return;
    event.preventDefault();
    const button = event.currentTarget.children[to];
    if (button instanceof HTMLElement) button.focus();
    onChange(next.value);
  }

  return (
    <div className={styles.root}>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        // Its tabs take the focus; a list that scrolls would be one stop more.
        tabIndex={-1}
        className={styles.list}
        onKeyDown={handleKeyDown}
      >
        {tabs.map((tab) => {
          const isChosen = tab.value === value;
          return (
            <button
              key={tab.value}
              ref={isChosen ? chosen : undefined}
              type="button"
              role="tab"
              id={`${id}-${tab.value}`}
              aria-selected={isChosen}
              aria-controls={isChosen ? `${id}-panel` : undefined}
              tabIndex={isChosen ? 0 : -1}
              className={styles.tab}
              onClick={() => onChange(tab.value)}
            >
              {tab.label}
              {tab.counts === undefined ? null : (
                <span className={styles.counts}>{tab.counts}</span>
              )}
            </button>
          );
        })}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${value}`}
        tabIndex={0}
        className={styles.panel}
      >
        {children}
      </div>
    </div>
  );
}

/** Where a key leads, round the ends; undefined for any other key. */
function placeAfter(
  key: string,
  at: number,
  count: number,
): number | undefined {
  switch (key) {
    case 'ArrowLeft':
      return (at - 1 + count) % count;
    case 'ArrowRight':
      return (at + 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

/** Scrolls the list of tabs, and nothing around it. */
function showWhole(tab: HTMLElement | null): void {
  const list = tab?.parentElement;
  if (!tab || !list) return;
  const end = tab.offsetLeft + tab.offsetWidth;
  if (tab.offsetLeft < list.scrollLeft) list.scrollLeft = tab.offsetLeft;
  else if (end > list.scrollLeft + list.clientWidth) {
    list.scrollLeft = end - list.clientWidth;
  }
}
