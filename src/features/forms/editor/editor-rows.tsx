import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState } from 'react';

import type { FormInput } from '@/domain/forms/form';
import type { Warning } from '@/domain/forms/checks';
import type { PartKey } from '@/domain/forms/outline';

import {
  AddQuestion,
  AddSection,
} from '@/features/forms/editor/questions/add-parts';
import { useTranslation } from '@/ui/texts';
import type { EditorRow } from './editor-row';
import { editorRows, guessHeight, rowOfPart } from './editor-row';
import styles from './editor-rows.module.css';
import { FormFields } from './form-fields';
import { QuestionRow } from '@/features/forms/editor/questions/question-row';
import { SectionRow } from '@/features/forms/editor/questions/section-row';
import type { EditorView } from './use-editor-view';
import { useItemKey } from '@/features/forms/sorting/use-item-key';

interface EditorRowsProps {
  form: FormInput;
  view: EditorView;
  warnings: readonly Warning[];
}

const OVERSCAN_ROWS = 6;

/**
 * The middle of the editor: the form's fields, then its sections and
 * questions. Only what is in sight is in the document, and what has the focus.
 */
export function EditorRows({ form, view, warnings }: EditorRowsProps) {
  const { t } = useTranslation();
  const { open, target, setCurrent } = view;
  const scroll = useRef<HTMLElement>(null);
  const [focusedKey, setFocusedKey] = useState<string>();
  const rows = useMemo(() => editorRows(form.sections), [form.sections]);
  const doubles = useMemo(() => doublesIn(warnings), [warnings]);
  const targetAt = target ? rowOfPart(rows, target.part) : -1;
  const focusedAt = rows.findIndex(({ key }) => key === focusedKey);
  const getItemKey = useItemKey(rows.map(({ key }) => key));
  // The lint rule speaks of the React Compiler, which this build does not use.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: (index) => guessHeight(rows[index], open),
    overscan: OVERSCAN_ROWS,
    getItemKey,
    rangeExtractor: (range) =>
      withRows(defaultRangeExtractor(range), [focusedAt, targetAt]),
  });

  const latest = useRef(rows);
  useEffect(() => {
    latest.current = rows;
  });
  useEffect(() => {
    if (!target) return;
    const index = rowOfPart(latest.current, target.part);
    if (index === -1) return;
    virtualizer.scrollToIndex(index, { align: 'start' });
    if (!target.isFocused) return;
    const key = latest.current[index]?.key ?? '';
    const row = scroll.current?.querySelector(`[data-row="${key}"]`);
    row
      ?.querySelector<HTMLElement>('[data-first-field]')
      ?.focus({ preventScroll: true });
  }, [target, virtualizer]);

  function handleFocus(row: EditorRow) {
    setFocusedKey(row.key);
    if (row.kind === 'section' || row.kind === 'question') {
      setCurrent(row.key);
    }
  }

  return (
    // A region that scrolls must be reachable by keyboard.
    <section
      ref={scroll}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={t('forms.editor')}
      className={styles.pane}
    >
      <div
        className={styles.rows}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index];
          return row === undefined ? null : (
            <div
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              data-row={row.key}
              className={styles.row}
              style={{ transform: `translateY(${start}px)` }}
              onFocus={() => handleFocus(row)}
            >
              {renderRow(row)}
            </div>
          );
        })}
      </div>
    </section>
  );

  function renderRow(row: EditorRow) {
    switch (row.kind) {
      case 'fields':
        return <FormFields form={form} />;
      case 'section':
        return (
          <SectionRow
            section={row.section}
            number={row.number}
            isDouble={doubles.has(row.key)}
          />
        );
      case 'question':
        return (
          <QuestionRow
            question={row.question}
            sectionId={row.section.id}
            followerId={followerOf(row)}
            isOpen={open.has(row.key)}
            isCurrent={view.current === row.key}
            isDouble={doubles.has(row.key)}
            onToggle={view.toggle}
          />
        );
      case 'addQuestion':
        return <AddQuestion section={row.section} form={form} />;
      case 'addSection':
        return <AddSection form={form} />;
    }
  }
}

/** The question after another one in its section: an undone removal goes before it. */
function followerOf({
  section,
  question,
}: Extract<EditorRow, { kind: 'question' }>) {
  return section.questions[section.questions.indexOf(question) + 1]?.id;
}

function doublesIn(warnings: readonly Warning[]): ReadonlySet<PartKey> {
  return new Set(
    warnings.flatMap((warning) =>
      warning.kind === 'duplicateSection' ||
      warning.kind === 'duplicateQuestion'
        ? [warning.part]
        : [],
    ),
  );
}

/** What has the focus stays in the document, however far it is scrolled away. */
function withRows(range: number[], rows: readonly number[]): number[] {
  const all = new Set([...range, ...rows.filter((index) => index >= 0)]);
  return [...all].sort((a, b) => a - b);
}
