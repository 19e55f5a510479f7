import { useVirtualizer } from '@tanstack/react-virtual';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';

import type { FormInput } from '@/domain/forms/form';
import type { Warning } from '@/domain/forms/checks';
import type { PartKey } from '@/domain/forms/outline';
import { movePart, outlineOf, stepPart } from '@/domain/forms/outline';

import { partOf } from '@/features/forms/editor/check-words';
import { useEditorTools } from '@/features/forms/editor/editor-tools';
import { useTranslation } from '@/ui/texts';
import styles from './outline.module.css';
import { OutlineFoot } from './outline-foot';
import { OutlineLine } from './outline-line';
import { useItemKey } from '@/features/forms/sorting/use-item-key';
import { useSortable } from '@/features/forms/sorting/use-sortable';

interface OutlineProps {
  form: FormInput;
  warnings: readonly Warning[];
  current: PartKey | undefined;
}

/** A first guess in px; each line is measured when it is drawn. */
const LINE_GUESS_PX = 30;
const OVERSCAN_LINES = 10;

/**
 * Sections and questions at a glance: to jump to, to drag, to move with Alt
 * and arrows. Only the lines in sight are in the document, all of them during
 * a drag.
 */
export function Outline({ form, warnings, current }: OutlineProps) {
  const { t } = useTranslation();
  const { edit, isLocked, announce } = useEditorTools();
  const shown = useDeferredValue(form.sections);
  const nodes = useMemo(() => outlineOf(shown), [shown]);
  const keys = useMemo(() => nodes.map(({ key }) => key), [nodes]);
  const marks = useMemo(() => marksOf(warnings), [warnings]);
  const questions = nodes.length - shown.length;
  const scroll = useRef<HTMLDivElement>(null);
  const [list, setList] = useState<HTMLElement | null>(null);
  const [isDragging, setDragging] = useState(false);
  useSortable({
    container: list,
    ids: keys,
    isLocked,
    onMove(id, beforeId) {
      const part = keys.find((key) => key === id);
      const before = keys.find((key) => key === beforeId);
      if (part) edit(movePart(part, before), { place: part });
    },
    onDragging: setDragging,
  });

  const getItemKey = useItemKey(keys);
  // The lint rule speaks of the React Compiler, which this build does not use.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: nodes.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => LINE_GUESS_PX,
    overscan: OVERSCAN_LINES,
    getItemKey,
  });
  useEffect(() => {
    const index = current === undefined ? -1 : keys.indexOf(current);
    if (index >= 0) virtualizer.scrollToIndex(index, { align: 'auto' });
    // Scrolls only when another part becomes current: typing must not scroll
    // the outline.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [current, virtualizer]);

  function handleStep(part: PartKey, code: string, by: -1 | 1) {
    edit(stepPart(part, by), { place: part });
    announce(t(by === -1 ? 'forms.movedUp' : 'forms.movedDown', { code }));
  }

  const items = virtualizer.getVirtualItems();
  const drawn = isDragging
    ? nodes.map((_, index) => index)
    : items.map(({ index }) => index);
  const above = isDragging ? 0 : (items.at(0)?.start ?? 0);
  const below = isDragging
    ? 0
    : virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);

  return (
    <nav className={styles.pane} aria-label={t('forms.outline')}>
      <div className={styles.title}>
        <h2>{t('forms.contents')}</h2>
        <span className="small muted">
          {`${t('forms.sections', { count: shown.length })}, ${t('forms.questions', { count: questions })}`}
        </span>
      </div>
      <div ref={scroll} className={styles.scroll}>
        <ul
          ref={setList}
          style={{ paddingTop: above, paddingBottom: Math.max(0, below) }}
        >
          {drawn.map((index) => {
            const node = nodes[index];
            return node === undefined ? null : (
              <li
                key={node.key}
                ref={virtualizer.measureElement}
                data-index={index}
                data-sortable=""
              >
                <OutlineLine
                  id={node.key}
                  part={'question' in node ? node.question : node.section}
                  isCurrent={node.key === current}
                  mark={marks.get(node.key)}
                  onStep={handleStep}
                />
              </li>
            );
          })}
        </ul>
      </div>
      {isLocked ? null : <OutlineFoot form={form} current={current} />}
    </nav>
  );
}

/** The mark beside a line: its first warning. */
function marksOf(warnings: readonly Warning[]) {
  const marks = new Map<PartKey, Warning['kind']>();
  for (const warning of warnings) {
    const part = partOf(warning);
    if (part !== undefined && !marks.has(part)) {
      marks.set(part, warning.kind);
    }
  }
  return marks;
}
