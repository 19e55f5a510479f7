import type { RefObject } from 'react';
import { useEffect } from 'react';

/** A question to bring into sight; a new object asks again for the same one. */
export interface QuestionTarget {
  formId: number;
  questionId: number;
}

/**
 * Brings a question into sight and gives it the focus, so that reading goes on
 * from there with the keyboard.
 * @param panel holds the questions. @param target nothing happens without one.
 */
export function useQuestionsScroll(
  panel: RefObject<HTMLElement | null>,
  target: QuestionTarget | undefined,
): void {
  useEffect(() => {
    if (!target) return;
    const card = panel.current?.querySelector<HTMLElement>(
      `[data-question="${target.questionId}"]`,
    );
    card?.scrollIntoView({ block: 'start' });
    card?.focus({ preventScroll: true });
  }, [panel, target]);
}
