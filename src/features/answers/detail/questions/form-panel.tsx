import type { ReactNode, RefObject } from 'react';
import {
  startTransition,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

import type { FormBody } from '@/domain/forms/form';
import { afterPaint } from '@/ui/after-paint';
import { Button } from '@/ui/button';
import { useTranslation } from '@/ui/texts';

import styles from './form-panel.module.css';
import { NoteCard } from '@/features/answers/detail/note-card';
import { QuestionCard } from './question-card';
import { countThatFill, firstOf, groupQuestions } from './question-groups';
import { useQuestionWords } from './question-words';
import type {
  FormTab,
  ThreadView,
} from '@/features/answers/detail/thread-view';
import { useHeld } from '@/features/answers/use-held';
import type { QuestionTarget } from './use-questions-scroll';
import { useQuestionsScroll } from './use-questions-scroll';

interface FormPanelProps {
  /** Key of the thread; with another one the panel begins anew, at its top. */
  of: string;
  tab: FormTab;
  body: FormBody;
  view: ThreadView;
  /** The thread was just opened: what arrives now may still change the order. */
  isArriving: boolean;
  areNotesShown: boolean;
  isOnlyFlagged: boolean;
  onOnlyFlagged: (isOnly: boolean) => void;
  target: QuestionTarget | undefined;
  /** What stands beside the counts: how fresh, the notes button. */
  tools: ReactNode;
}

/**
 * A form as one thread answered it: flagged questions first, then the rest
 * under their sections. The order is the one that the panel was opened with:
 * an answer that is flagged later turns red where it stands.
 */
export function FormPanel(props: FormPanelProps) {
  const { of, tab, body, view, areNotesShown, isOnlyFlagged } = props;
  const { t } = useTranslation();
  const words = useQuestionWords();
  const panel = useRef<HTMLDivElement>(null);
  const first = useHeld(tab.flagged, !props.isArriving, of);
  const groups = groupQuestions(body, new Set(first), isOnlyFlagged);
  const [height] = useState(() => window.innerHeight);
  const screenful = countThatFill(groups, height);
  const inSight = new Set(
    firstOf(groups, screenful).flatMap(({ questions: cards }) => cards),
  );
  const drawn = useGrowingCount(
    of,
    screenful,
    groups.reduce((sum, { questions: cards }) => sum + cards.length, 0),
  );
  const handleScroll = useTopOfEach(of, panel);
  useQuestionsScroll(panel, props.target, drawn);
  const { questions = 0, answered = 0, flagged = 0 } = tab.counts ?? {};

  return (
    <>
      <div className={styles.tools}>
        <span className="small muted">
          {flagged > 0
            ? t('answers.form.flaggedFirst', { count: flagged, answered })
            : t('answers.form.answered', { count: answered, questions })}
        </span>
        {props.tools}
        {first.length > 0 || isOnlyFlagged ? (
          <Button
            small
            aria-pressed={isOnlyFlagged}
            onClick={() => props.onOnlyFlagged(!isOnlyFlagged)}
          >
            {isOnlyFlagged
              ? t('answers.form.showAll', { count: questions })
              : t('answers.form.onlyFlagged')}
          </Button>
        ) : null}
      </div>
      <div ref={panel} className={styles.scroll} onScroll={handleScroll}>
        {areNotesShown && view.looseNotes.length > 0 ? (
          <section
            className={styles.loose}
            aria-label={t('answers.note.loose')}
          >
            <h3 className={styles.section}>{t('answers.note.loose')}</h3>
            {view.looseNotes.map((note, at) => (
              // Notes have no id of their own; the server keeps their order.
              // oxlint-disable-next-line react/no-array-index-key
              <NoteCard key={at} note={note} />
            ))}
          </section>
        ) : null}
        {firstOf(groups, drawn).map(({ key, section, questions: cards }) => (
          <div key={key}>
            <h3 className={styles.section}>
              {section.code} <span>{section.description}</span>
            </h3>
            {cards.map((question) => (
              <QuestionCard
                key={question.id}
                question={question}
                chosen={view.answers.get(question.id)}
                isFlagged={tab.flagged.includes(question.id)}
                words={words}
                isOutOfSight={!inSight.has(question)}
                notes={
                  areNotesShown
                    ? view.notesByQuestion.get(question.id)
                    : undefined
                }
              />
            ))}
          </div>
        ))}
        {groups.length === 0 ? (
          <p className={styles.nothing}>
            {isOnlyFlagged
              ? t('answers.form.noneFlagged')
              : t('answers.form.noQuestions')}
          </p>
        ) : null}
        {view.strayAnswers > 0 ? (
          <p className={styles.nothing}>
            {t('answers.form.stray', { count: view.strayAnswers })}
          </p>
        ) : null}
      </div>
    </>
  );
}

/** So many more are drawn at a time. */
const STEP = 24;

/**
 * How many of a long list to draw: `first` at once; once those are painted the rest in
 * parts until `total` is reached, so that no long form holds up the page (no task
 * over 50 ms). With another `of` it begins anew.
 */
function useGrowingCount(of: string, first: number, total: number): number {
  const [drawn, setDrawn] = useState({ of, count: 0 });
  const count = Math.max(first, drawn.of === of ? drawn.count : 0);
  useEffect(() => {
    if (count >= total) return;
    return afterPaint(() =>
      startTransition(() => setDrawn({ of, count: count + STEP })),
    );
  }, [of, count, total]);
  return Math.min(count, total);
}

/**
 * Begins each thread at the top. Whether the panel was scrolled is remembered:
 * to ask it would cost a layout in each step.
 */
function useTopOfEach(
  of: string,
  panel: RefObject<HTMLElement | null>,
): () => void {
  const isScrolled = useRef(false);
  useLayoutEffect(() => {
    if (isScrolled.current) panel.current?.scrollTo({ top: 0 });
    isScrolled.current = false;
  }, [of, panel]);
  return () => {
    isScrolled.current = true;
  };
}
