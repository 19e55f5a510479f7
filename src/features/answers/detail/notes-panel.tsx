import type { ReactNode } from 'react';

import type { JoinedNote } from '@/domain/answers/note';

import styles from '@/features/answers/detail/questions/form-panel.module.css';
import { useTranslation } from '@/ui/texts';
import { NoteCard } from './note-card';

interface NotesPanelProps {
  notes: readonly JoinedNote[];
  tools: ReactNode;
  onQuestion: (note: JoinedNote) => void;
}

export function NotesPanel({ notes, tools, onQuestion }: NotesPanelProps) {
  const { t } = useTranslation();
  return (
    <>
      <div className={styles.tools}>
        <span className="small muted">
          {t('answers.note.count', { count: notes.length })}
        </span>
        {tools}
      </div>
      <div className={styles.scroll}>
        <div className={styles.notes}>
          {notes.map((note, at) => (
            // Notes have no id of their own; the server keeps their order.
            // oxlint-disable-next-line react/no-array-index-key
            <NoteCard key={at} note={note} onQuestion={onQuestion} />
          ))}
        </div>
      </div>
    </>
  );
}
