import type { ReactNode } from 'react';

import { classNames } from '@/ui/class-names';
import { Icon, type IconName } from '@/ui/icon';
import { textKey } from '@/ui/text-key';
import styles from './mark.module.css';
import { type Tone, toneClass } from './tone';

interface MarkProps {
  tone?: Tone | undefined;
  icon: IconName;
  /** The word, or a number with a hidden word. A state is never an icon alone. */
  children: ReactNode;
  strong?: boolean | undefined;
}

/**
 * The state of a row: icon and word, without a frame. The word has an element of its own:
 * in a page that a translator has rewritten React changes an element, and no text that it
 * shares with others.
 */
export function Mark({ tone = 'neutral', icon, children, strong }: MarkProps) {
  return (
    <span
      className={classNames(
        styles.mark,
        toneClass(tone),
        strong === true && 'strong',
      )}
    >
      <Icon name={icon} small />
      <span key={textKey(children)} translate="no">
        {children}
      </span>
    </span>
  );
}
