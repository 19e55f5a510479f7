import type { ReactNode } from 'react';

import type { FileRow } from '@/data/outbox/queue-file';
import type { FileItem } from '@/data/outbox/queue-file-local';
import { Badge } from '@/ui/marks/badge';
import type { IconName } from '@/ui/icon';
import type { Tone } from '@/ui/marks/tone';

import styles from './take-queue.module.css';

type Fate = FileRow['is'] | FileItem<unknown>['is'];

interface FileLineProps {
  is: Fate;
  /** The fate in words. */
  fate: string;
  what: string;
  about?: ReactNode;
}

const LOOKS: Record<Fate, { tone: Tone; icon: IconName }> = {
  new: { tone: 'waiting', icon: 'plus' },
  known: { tone: 'neutral', icon: 'check' },
  older: { tone: 'neutral', icon: 'device' },
  otherActor: { tone: 'refused', icon: 'user' },
  malformed: { tone: 'refused', icon: 'alert' },
};

/** One row of a file: what becomes of it, what it is and what it is about. */
export function FileLine({ is, fate, what, about }: FileLineProps) {
  return (
    <li className={styles.row}>
      <Badge {...LOOKS[is]}>{fate}</Badge>
      <span className={styles.what}>
        <span className="strong">{what}</span>{' '}
        <span className="muted">{about}</span>
      </span>
    </li>
  );
}
