import type { Question, Section } from '@/domain/forms/form';
import type { PartKey } from '@/domain/forms/outline';
import { questionKey, sectionKey } from '@/domain/forms/outline';

/** A block of the editor; long forms draw only those in sight. */
export type EditorRow =
  | { kind: 'fields'; key: string }
  | { kind: 'section'; key: PartKey; section: Section; number: number }
  | { kind: 'question'; key: PartKey; section: Section; question: Question }
  | { kind: 'addQuestion'; key: string; section: Section }
  | { kind: 'addSection'; key: string };

/** The editor from top to bottom. */
export function editorRows(sections: readonly Section[]): EditorRow[] {
  return [
    { kind: 'fields', key: 'fields' },
    ...sections.flatMap((section, at): EditorRow[] => [
      { kind: 'section', key: sectionKey(section), section, number: at + 1 },
      ...section.questions.map((question): EditorRow => {
        return {
          kind: 'question',
          key: questionKey(question),
          section,
          question,
        };
      }),
      { kind: 'addQuestion', key: `a${section.id}`, section },
    ]),
    { kind: 'addSection', key: 'end' },
  ];
}

/** Which row shows a part; -1 when it is gone. */
export function rowOfPart(rows: readonly EditorRow[], part: PartKey): number {
  return rows.findIndex(({ key }) => key === part);
}

/** A first guess of a row's height in px; each is measured when it is drawn. */
export function guessHeight(
  row: EditorRow | undefined,
  open: ReadonlySet<PartKey>,
): number {
  switch (row?.kind) {
    case 'fields':
      return 96;
    case 'section':
      return 112;
    case 'question':
      return open.has(row.key) ? 180 + 40 * row.question.options.length : 56;
    default:
      return 48;
  }
}
