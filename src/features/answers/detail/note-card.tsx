import { memo, useState } from 'react';

import { NOTE_CUT, NOTE_LIMIT } from '@/config';
import type { JoinedNote } from '@/domain/answers/note';
import { cutNote } from '@/domain/answers/note';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { Mark } from '@/ui/marks/mark';

import { NoteAttachments } from '@/features/answers/pictures/note-attachments';
import { useTranslation } from '@/ui/texts';
import styles from './note-card.module.css';

interface NoteCardProps {
  note: JoinedNote;
  /** Leads to the note's question; not given beside the question itself. */
  onQuestion?: ((note: JoinedNote) => void) | undefined;
}

/**
 * A note with what came with it. The server gives notes no date
 * (docs/api-contract.md 4.3).
 */
export const NoteCard = memo(function NoteCard(props: NoteCardProps) {
  const { note, onQuestion } = props;
  const { t } = useTranslation();
  const { tabName, questionCode } = note;
  return (
    <div className={styles.note}>
      <div className={styles.head}>
        <Icon name="note" small />
        <span className="strong">{t('answers.note.one')}</span>
        {onQuestion === undefined ? null : questionCode === undefined ? (
          <span>
            {note.questionId === undefined
              ? t('answers.note.onStation')
              : t('answers.note.noQuestion')}
          </span>
        ) : (
          <Button variant="link" small onClick={() => onQuestion(note)}>
            {t('answers.note.onQuestion', {
              code: questionCode,
              form: tabName,
            })}
          </Button>
        )}
        {onQuestion !== undefined && note.isQuestionFlagged ? (
          <Mark tone="flagged" icon="flag">
            {t('answers.question.flagged')}
          </Mark>
        ) : null}
      </div>
      <NoteText key={note.text} text={note.text} />
      <NoteAttachments attachments={note.attachments} />
    </div>
  );
});

/**
 * docs/specification.md 5: longer than 185 characters, its first 186 and "...".
 */
function NoteText({ text }: { text: string | undefined }) {
  const { t } = useTranslation();
  const [isWhole, setWhole] = useState(false);
  if (text === undefined || text.trim() === '') return null;
  const cut = cutNote(text, NOTE_LIMIT, NOTE_CUT);
  return (
    <p className={styles.text}>
      {isWhole ? text : cut.text}
      {cut.isCut ? (
        <>
          {' '}
          <Button
            variant="link"
            small
            aria-expanded={isWhole}
            onClick={() => setWhole(!isWhole)}
          >
            {isWhole ? t('answers.note.less') : t('answers.note.more')}
          </Button>
        </>
      ) : null}
    </p>
  );
}
