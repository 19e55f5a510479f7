import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

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

/** Several views of one thing, one at a time. Arrow keys move between tabs. */
export function Tabs({ label, tabs, value, onChange, children }: TabsProps) {
  return (
    <Base.Root
      value={value}
      onValueChange={(next: unknown) => {
        if (typeof next === 'string') onChange(next);
      }}
      className={styles.root}
    >
      <Base.List aria-label={label} activateOnFocus className={styles.list}>
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value} className={styles.tab}>
            {tab.label}
            {tab.counts === undefined ? null : (
              <span className={styles.counts}>{tab.counts}</span>
            )}
          </Base.Tab>
        ))}
      </Base.List>
      <Base.Panel value={value} className={styles.panel}>
        {children}
      </Base.Panel>
    </Base.Root>
  );
}
