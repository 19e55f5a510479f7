import type { FocusEvent, FormEvent } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { TriageHistory, TriageState } from '@/domain/triage/triage';
import {
  TRIAGE_NOTE_MAX,
  TRIAGE_STATES,
  triageStateOf,
} from '@/domain/triage/triage';
import { Button } from '@/ui/button';
import { InlineField, TextInput } from '@/ui/field/field';
import { ToggleSegments } from '@/ui/field/segments';
import { useShortcuts } from '@/ui/keyboard/use-shortcuts';

import styles from './triage-bar.module.css';
import { TriageMarks } from './triage-marks';
import { TRIAGE_LOOKS } from './triage-word';
import { useMark } from './use-mark';

interface TriageBarProps {
  threadKey: string;
  history: TriageHistory;
}

/**
 * What was decided about the open thread, and the control that decides. A note
 * is stored with the decision, or when the focus leaves the bar. Mounted anew for
 * each thread.
 */
export function TriageBar({ threadKey, history }: TriageBarProps) {
  const { t } = useTranslation();
  const mark = useMark(threadKey);
  const [typed, setTyped] = useState<string>();
  const state = triageStateOf(history);
  const stored = history[0]?.note ?? '';
  const note = typed ?? stored;
  const isNoteChanged = note.trim() !== stored;

  async function decide(next: TriageState) {
    if (next === state && !isNoteChanged) return;
    // What is typed meanwhile is not forgotten.
    const forget = (now: string | undefined) =>
      now === typed ? undefined : now;
    const isStored = await mark({ state: next, note }, { state, note: stored });
    if (isStored) setTyped(forget);
  }

  function handleBlur({ currentTarget, relatedTarget }: FocusEvent) {
    if (!currentTarget.contains(relatedTarget)) void decide(state);
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    void decide(state);
  }

  useShortcuts(
    Object.fromEntries(
      TRIAGE_STATES.map((each, at) => [
        String(at + 1),
        {
          words: t('answers.keys.triage', {
            state: t(`answers.triage.state.${each}`),
          }),
          act: () => void decide(each),
        },
      ]),
    ),
  );

  return (
    <section aria-label={t('answers.triage.name')}>
      <div role="presentation" className={styles.bar} onBlur={handleBlur}>
        <ToggleSegments
          label={t('answers.triage.name')}
          items={TRIAGE_STATES.map((each) => ({
            value: each,
            label: t(`answers.triage.state.${each}`),
            icon: TRIAGE_LOOKS[each].icon,
          }))}
          value={state}
          onChange={(next) => void decide(next)}
        />
        <form className={styles.note} onSubmit={handleSubmit}>
          <InlineField wide label={t('answers.triage.note')}>
            <TextInput
              value={note}
              maxLength={TRIAGE_NOTE_MAX}
              autoComplete="off"
              onChange={({ target }) => setTyped(target.value)}
            />
          </InlineField>
          {isNoteChanged ? (
            <Button small type="submit">
              {t('answers.triage.saveNote')}
            </Button>
          ) : null}
        </form>
        <TriageMarks history={history} />
      </div>
    </section>
  );
}
