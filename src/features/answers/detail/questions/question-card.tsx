import { memo } from 'react';

import type { ChosenOption } from '@/domain/answers/answer';
import type { Question } from '@/domain/forms/form';
import { isSingleChoice } from '@/domain/forms/form';
import type { JoinedNote } from '@/domain/answers/note';
import { Badge } from '@/ui/marks/badge';
import { classNames } from '@/ui/class-names';

import { NoteCard } from '@/features/answers/detail/note-card';
import { OptionLine } from './option-line';
import styles from './question-card.module.css';
import type { QuestionWords } from './question-words';

interface QuestionCardProps {
  question: Question;
  /** By option id; absent: not answered. */
  chosen: ReadonlyMap<number, ChosenOption> | undefined;
  isFlagged: boolean;
  /** Notes to show beside it; absent: none, or hidden. */
  notes: readonly JoinedNote[] | undefined;
  words: QuestionWords;
  /** Far down when the thread opens: costs neither layout nor paint until it is near. */
  isOutOfSight: boolean;
}

/**
 * A question with its options as they were answered, what was typed, and its
 * notes (docs/specification.md 2, docs/api-contract.md 6.7).
 */
export const QuestionCard = memo(function QuestionCard(
  props: QuestionCardProps,
) {
  const { question, chosen, isFlagged, notes, words, isOutOfSight } = props;
  const isSingle = isSingleChoice(question.questionType);
  const typed = [...(chosen?.values() ?? [])].filter(({ value }) => value);
  return (
    <article
      tabIndex={-1}
      data-question={question.id}
      aria-labelledby={`question-${question.id}`}
      className={classNames(
        styles.question,
        isFlagged && styles.flagged,
        !chosen && styles.quiet,
        isOutOfSight && styles.outOfSight,
      )}
    >
      <div className={styles.head}>
        <span className={styles.code}>{question.code}</span>
        <h4 className={styles.text} id={`question-${question.id}`}>
          {question.text}
        </h4>
        {isFlagged ? (
          <Badge tone="flagged" icon="flag">
            {words.flagged}
          </Badge>
        ) : chosen ? null : (
          <span className={styles.unanswered}>{words.unanswered}</span>
        )}
      </div>
      <div className={styles.body}>
        <ul>
          {question.options.map((option) => (
            <OptionLine
              key={option.id}
              option={option}
              chosen={chosen?.get(option.id)}
              isSingle={isSingle}
              words={words}
            />
          ))}
          {goneOptions(question, chosen).map((choice) => (
            <OptionLine
              key={choice.optionId}
              option={{ ...choice, id: choice.optionId }}
              chosen={choice}
              isSingle={isSingle}
              words={words}
            />
          ))}
        </ul>
        {/* Whatever the type of the question: what was typed is shown. */}
        {typed.map(({ optionId, value }) => (
          <p key={optionId} className={styles.free}>
            {value}
          </p>
        ))}
        {notes?.map((note, at) => (
          // Notes have no id of their own; the server keeps their order.
          // oxlint-disable-next-line react/no-array-index-key
          <NoteCard key={at} note={note} />
        ))}
      </div>
    </article>
  );
});

/**
 * Options that were chosen and were removed from the form since are still
 * shown.
 */
function goneOptions(
  question: Question,
  chosen: ReadonlyMap<number, ChosenOption> | undefined,
): ChosenOption[] {
  return [...(chosen?.values() ?? [])].filter(
    ({ optionId }) => !question.options.some(({ id }) => id === optionId),
  );
}
