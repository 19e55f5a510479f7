import type { RefObject } from 'react';
import { useEffect, useRef } from 'react';

/** A question to bring into sight; a new object asks again for the same one. */
export interface QuestionTarget {
  formId: number;
  questionId: number;
}

/**
 * Brings a question into sight and gives it the focus, so that the keyboard
 * goes on from there. `drawn` is how many questions are drawn: the target may
 * come with more.
 */
export function useQuestionsScroll(
  panel: RefObject<HTMLElement | null>,
  target: QuestionTarget | undefined,
  drawn: number,
): void {
  const reached = useRef<QuestionTarget>(undefined);
  useEffect(() => {
    if (!target || reached.current === target) return;
    const card = panel.current?.querySelector<HTMLElement>(
      `[data-question="${target.questionId}"]`,
    );
    if (!card) return;
    reached.current = target;
    card.scrollIntoView({ block: 'start' });
    card.focus({ preventScroll: true });
  }, [panel, target, drawn]);
}
