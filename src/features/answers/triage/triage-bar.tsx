import type { FocusEvent, FormEvent } from 'react';
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

import type { KnownMark } from '@/domain/triage/shared';
import type { TriageState } from '@/domain/triage/triage';
import {
  markInForce,
  TRIAGE_NOTE_MAX,
  TRIAGE_STATES,
  triageStateOf,
} from '@/domain/triage/triage';
import { Button } from '@/ui/button';
import { InlineField, TextInput } from '@/ui/field/field';
import { ToggleSegments } from '@/ui/field/segments';
import { useTranslation } from '@/ui/texts';

import { EvidenceButton } from '@/features/answers/evidence/evidence-button';
import type { TriageTools } from './thread-triage';
import styles from './triage-bar.module.css';
import { TriageMarks } from './triage-marks';
import { TRIAGE_LOOKS } from './triage-word';
import { useMark } from './use-mark';
import { useTriageKeys } from './use-triage-keys';

interface TriageBarProps extends TriageTools {
  threadKey: string;
  history: readonly KnownMark[];
  /** Takes the state whose key was pressed before the bar was there. */
  takeEarly: (threadKey: string) => TriageState | undefined;
}

/**
 * What was decided about the open thread, and the control that decides. A note
 * is stored with the decision, when the focus leaves the bar, or when another thread
 * takes its place; one that could not be stored waits where it was typed.
 */
export function TriageBar(props: TriageBarProps) {
  const { threadKey, history, onDecided, onUndone } = props;
  const { t } = useTranslation();
  const mark = useMark();
  // By thread: what the device could not store is there when its thread is opened again.
  const [notes, setNotes] = useState<ReadonlyMap<string, string>>(new Map());
  const typed = notes.get(threadKey);
  const state = triageStateOf(history);
  const stored = markInForce(history)?.note ?? '';
  const note = typed ?? stored;
  const isNoteChanged = note.trim() !== stored;
  /** A note was typed, and nothing stores it yet. */
  const isUnsaved = useRef(false);
  const storeNote = useRef(() => {});

  async function store(next: TriageState): Promise<boolean> {
    // What is typed meanwhile is not forgotten.
    const forget = () =>
      setNotes((now) =>
        now.has(threadKey) && now.get(threadKey) === typed
          ? withNote(now, threadKey)
          : now,
      );
    isUnsaved.current = false;
    if (next === state && !isNoteChanged) {
      forget();
      return true;
    }
    const isStored = await mark({
      decisions: [{ keys: [threadKey], state: next, note }],
      before: [{ keys: [threadKey], state, note: stored }],
      onUndone: () => onUndone?.(threadKey),
    });
    if (isStored) forget();
    else isUnsaved.current = true;
    return isStored;
  }

  async function decide(next: TriageState) {
    if (await store(next)) onDecided?.(threadKey);
  }

  // The way back keeps the focus where it is. What was typed belongs to the thread
  // that was open then, whose function is kept until the next one is drawn.
  useLayoutEffect(
    () => () => {
      if (isUnsaved.current) storeNote.current();
      isUnsaved.current = false;
    },
    [threadKey],
  );
  useLayoutEffect(() => {
    storeNote.current = () => void store(state);
  });

  const decideEarly = useEffectEvent(() => {
    const early = props.takeEarly(threadKey);
    if (early !== undefined) void decide(early);
  });
  useEffect(() => decideEarly(), [threadKey]);

  function handleBlur({ currentTarget, relatedTarget }: FocusEvent) {
    if (!currentTarget.contains(relatedTarget)) void store(state);
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    void store(state);
  }

  useTriageKeys(
    'answers.keys.triage',
    (each) => void decide(each),
    props.areKeysTaken !== true,
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
              onChange={({ target }) => {
                isUnsaved.current = true;
                setNotes((now) => withNote(now, threadKey, target.value));
              }}
            />
          </InlineField>
          {isNoteChanged ? (
            <Button small type="submit">
              {t('answers.triage.saveNote')}
            </Button>
          ) : null}
        </form>
        <TriageMarks history={history} />
        <EvidenceButton scope={{ kind: 'threads', keys: [threadKey] }} />
      </div>
    </section>
  );
}

function withNote(
  notes: ReadonlyMap<string, string>,
  threadKey: string,
  note?: string,
): ReadonlyMap<string, string> {
  const others = [...notes].filter(([key]) => key !== threadKey);
  return new Map(
    note === undefined ? others : [...others, [threadKey, note] as const],
  );
}
