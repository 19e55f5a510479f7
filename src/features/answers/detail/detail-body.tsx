import { memo, useCallback, useMemo } from 'react';
import { useLocation } from 'react-router-dom';

import type { DetailRead } from '@/data/threads/details';
import type { JoinedNote } from '@/domain/answers/note';
import { Button } from '@/ui/button';
import { Mark } from '@/ui/marks/mark';
import { UpdatedAt } from '@/ui/feedback/updated-at';
import { State } from '@/ui/feedback/state';
import { Tabs } from '@/ui/layout/tabs';
import { useShortcuts } from '@/ui/keyboard/use-shortcuts';

import { FormPanel } from '@/features/answers/detail/questions/form-panel';
import { useTranslation } from '@/ui/texts';
import { FormTabCounts } from './form-tab-counts';
import { MissingForm } from './missing-form';
import { nextFlagged } from './next-flagged';
import { NotesPanel } from './notes-panel';
import { PicturesContext } from '@/features/answers/pictures/pictures';
import { StationInfo } from './station-info';
import type { FormTab, ThreadView } from './thread-view';
import { firstTab } from './thread-view';
import { useHeld } from '@/features/answers/use-held';
import { useStateOf } from '@/features/answers/use-state-of';
import { useMoment } from '@/components/use-moment';
import type { QuestionTarget } from '@/features/answers/detail/questions/use-questions-scroll';
import { useReading } from './use-reading';

/** The tab of all notes together, beside the forms' own. */
const NOTES_TAB = 'notes';

/**
 * Where the address leads inside of the thread: a question (`paths.answer`), or its
 * notes. Undefined: nowhere, or its form is not here.
 */
function useAskedPlace(
  tabs: readonly FormTab[],
): Pick<Choices, 'tab' | 'target'> | undefined {
  const { hash } = useLocation();
  const questionId = Number(/^#question-(\d+)$/.exec(hash)?.[1]);
  const formId = tabs.find(({ body }) =>
    body?.sections.some(({ questions }) =>
      questions.some(({ id }) => id === questionId),
    ),
  )?.form.id;
  return useMemo(() => {
    if (hash === '#notes') return { tab: NOTES_TAB };
    if (formId === undefined) return undefined;
    return { tab: String(formId), target: { formId, questionId } };
  }, [hash, formId, questionId]);
}

interface Choices {
  /** Absent: the tab that the thread opens with. */
  tab?: string | undefined;
  areNotesShown: boolean;
  isOnlyFlagged: boolean;
  target?: QuestionTarget | undefined;
}

const noChoices: Choices = { areNotesShown: true, isOnlyFlagged: false };

interface DetailBodyProps {
  read: DetailRead;
  view: ThreadView;
  /** The server's list of forms was loaded at least once. */
  areFormsKnown: boolean;
  /** The thread was just opened and its first answer is awaited. */
  isArriving: boolean;
  /** Path of the picture in the viewer. */
  openPath: string | undefined;
  onPicture: (path: string) => void;
}

/**
 * The cached details of one thread: station information, then one tab for each
 * published form and one for all notes. A decision draws the screen around it: the
 * questions, which are many, stay as they are. The next thread takes the elements
 * over (docs/decisions/0100-the-next-thread-takes-the-elements-over.md).
 */
export const DetailBody = memo(function DetailBody(props: DetailBodyProps) {
  const { read, view, areFormsKnown, isArriving } = props;
  const { openPath, onPicture } = props;
  const { t } = useTranslation();
  const moment = useMoment();
  const hasChanged = useReading(read, isArriving);
  const [choices, setChoices] = useStateOf(read.key, noChoices);
  const { areNotesShown, isOnlyFlagged } = choices;
  const { tabs, notes } = view;
  const asked = useAskedPlace(tabs);
  const target = choices.target ?? (choices.tab ? undefined : asked?.target);

  // The tab that the thread opened with stays, also when another gets a flag.
  const isWhole = tabs.every(({ body }) => body);
  const opened = useHeld(
    firstTab(tabs)?.form.id,
    isWhole && !isArriving,
    read.key,
  );
  const value =
    choices.tab ??
    asked?.tab ??
    (opened === undefined ? NOTES_TAB : String(opened));
  const tab = tabs.find(({ form }) => String(form.id) === value);

  const choose = useCallback(
    (chosen: Partial<Choices>) => setChoices((now) => ({ ...now, ...chosen })),
    [setChoices],
  );

  const handleNoteQuestion = useCallback(
    ({ formId, questionId }: JoinedNote) => {
      if (formId === undefined || questionId === undefined) return;
      const next = { formId, questionId };
      choose({ tab: String(formId), target: next, isOnlyFlagged: false });
    },
    [choose],
  );

  useShortcuts({
    f: {
      words: t('answers.keys.flagged'),
      act: () => {
        const next = nextFlagged(tabs, target, tab?.form.id);
        if (next) choose({ tab: String(next.formId), target: next });
      },
    },
    n: {
      words: t('answers.keys.notes'),
      act: () => choose({ areNotesShown: !areNotesShown }),
    },
  });

  const pictures = useMemo(
    () => ({
      numbers: new Map(view.pictures.map(({ path, number }) => [path, number])),
      openPath,
      onOpen: onPicture,
    }),
    [view.pictures, openPath, onPicture],
  );

  const tools = (
    <>
      {read.asOf === undefined ? null : (
        <UpdatedAt icon="device">
          {t('common.asOf', {
            time: moment(read.asOf),
          })}
        </UpdatedAt>
      )}
      <output>
        {hasChanged ? (
          <Mark tone="syncing" icon="edit">
            {t('answers.detail.changedWhileReading')}
          </Mark>
        ) : null}
      </output>
      <span className="push" />
      {notes.length > 0 && value !== NOTES_TAB ? (
        <Button
          small
          icon="note"
          aria-expanded={areNotesShown}
          onClick={() => choose({ areNotesShown: !areNotesShown })}
        >
          {areNotesShown
            ? t('answers.note.hide', { count: notes.length })
            : t('answers.note.show', { count: notes.length })}
        </Button>
      ) : null}
    </>
  );

  return (
    <PicturesContext value={pictures}>
      <StationInfo extra={read.detail?.extra} />
      {tabs.length === 0 && notes.length === 0 ? (
        <State
          icon="file"
          title={
            areFormsKnown ? t('answers.form.none') : t('answers.form.notYet')
          }
        />
      ) : (
        <Tabs
          label={t('answers.form.tabs')}
          value={value}
          onChange={(next) => choose({ tab: next, target: undefined })}
          tabs={[
            ...tabs.map(({ form, counts }) => ({
              value: String(form.id),
              label: `${form.code} ${form.description}`,
              counts: counts && <FormTabCounts counts={counts} />,
            })),
            ...(notes.length > 0 || tabs.length === 0
              ? [
                  {
                    value: NOTES_TAB,
                    label: t('answers.note.tab'),
                    counts: notes.length,
                  },
                ]
              : []),
          ]}
        >
          {tab === undefined ? (
            <NotesPanel
              notes={notes}
              tools={tools}
              onQuestion={handleNoteQuestion}
            />
          ) : tab.body === undefined ? (
            <MissingForm key={tab.form.id} formId={tab.form.id} />
          ) : (
            <FormPanel
              key={tab.form.id}
              of={read.key}
              tab={tab}
              body={tab.body}
              view={view}
              isArriving={isArriving}
              areNotesShown={areNotesShown}
              isOnlyFlagged={isOnlyFlagged}
              onOnlyFlagged={(isOnly) => choose({ isOnlyFlagged: isOnly })}
              target={target}
              tools={tools}
            />
          )}
        </Tabs>
      )}
    </PicturesContext>
  );
});
