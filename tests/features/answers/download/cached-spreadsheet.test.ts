import { describe, expect, it } from 'vitest';

import type { CachedAnswers } from '@/data/cached-answers';
import { dateCell } from '@/domain/spreadsheet';
import { cachedSheets } from '@/features/answers/download/cached-spreadsheet';

import { allTexts } from '../../../support/all-texts';
import { aForm, aSection, aThread, chosen } from '../../../support/builders';

const { t } = allTexts('ro');
const asOf = new Date(2026, 10, 22, 14, 32).getTime();

function kept(changes: Partial<CachedAnswers> = {}): CachedAnswers {
  return {
    forms: [aForm()],
    bodies: [{ id: 12, version: 1, sections: [aSection()] }],
    threads: [
      {
        thread: aThread({ lastModified: asOf }),
        detail: {
          answers: [
            {
              questionId: 205,
              options: [
                chosen({ optionId: 902, text: 'Nu' }),
                chosen({ optionId: 903, text: 'Altfel', value: '=cmd()' }),
              ],
            },
          ],
          notes: [
            {
              text: '-2 voturi',
              questionId: 205,
              formId: 12,
              attachments: [
                { src: '/f/a.jpg?sig=secret', path: '/f/a.jpg', type: 'image' },
              ],
            },
            { attachments: [] },
          ],
        },
      },
      { thread: aThread({ pollingStationId: 8, observerName: '@Ion' }) },
    ],
    total: 1500,
    asOf,
    ...changes,
  };
}

/** The cells as they are read, by the name of the sheet. */
function read(what: CachedAnswers) {
  return Object.fromEntries(
    cachedSheets(what, { t, locale: 'ro' }).map(({ sheet, data }) => [
      sheet,
      data.map((row) =>
        row.map((cell) =>
          cell && typeof cell === 'object' && 'value' in cell
            ? cell.value
            : cell,
        ),
      ),
    ]),
  );
}

describe('the spreadsheet of what is kept', () => {
  it('begins with what it is: as of when, how many of how many', () => {
    const about = read(kept())['Despre']?.flat().join(' ');
    expect(about).toContain('doar datele salvate pe un dispozitiv');
    expect(about).toContain('22 noiembrie 2026');
    expect(about).toContain('14:32');
    expect(about).toContain('2 raportări din 1.500 de pe server.');
    expect(about).toContain('Una dintre ele are răspunsurile salvate.');
  });

  it('says that nothing was ever loaded, and whose answers are missing', () => {
    const { asOf: _, total: __, ...rest } = kept({ bodies: [] });
    const about = read(rest)['Despre']?.flat().join(' ');
    expect(about).toContain('Lista nu a fost încă încărcată.');
    expect(about).toContain('2 raportări salvate.');
    expect(about).toContain('Formularul A Deschidere nu este salvat');
  });

  it('lists every kept thread, and whether its answers are in the file', () => {
    const rows = read(kept())['Raportări'] ?? [];
    expect(rows[0]?.join(', ')).toBe(
      'Secția, Observator, Telefon, Ultima modificare, Răspunsuri semnalate, Răspunsuri salvate',
    );
    expect(rows[1]?.slice(0, 3)).toEqual([
      'Alba Sebeș 12',
      'Maria Ionel',
      '0700000041',
    ]);
    expect(rows[1]?.[3]).toEqual(dateCell(asOf).value);
    expect(rows[1]?.slice(4)).toEqual([1, 'Da']);
    expect(rows[2]?.slice(4)).toEqual([null, 'Nu']);
  });

  it('has a sheet for each published form, a column for each question', () => {
    const rows = read(kept())['A Deschidere'] ?? [];
    expect(rows[0]?.slice(4)).toEqual(['A1.1: Urna este sigilată?']);
    expect(rows).toHaveLength(2);
    expect(rows[1]?.[4]).toBe('Nu; Altfel: =cmd()');
  });

  it('has the notes with their questions, and no signed address', () => {
    const rows = read(kept())['Note'] ?? [];
    expect(rows[1]?.slice(4)).toEqual(['A', 'A1.1', "'-2 voturi", '/f/a.jpg']);
    expect(rows[2]?.slice(4)).toEqual(['', '', '', '']);
    expect(JSON.stringify(rows)).not.toContain('secret');
  });

  it('holds no cell that would be taken for a formula', () => {
    const texts = Object.values(read(kept()))
      .flat(2)
      .filter((value) => typeof value === 'string');
    expect(texts).toContain("'@Ion");
    expect(texts.filter((text) => /^[=+\-@\t\r]/.test(text))).toEqual([]);
  });

  it('names its sheets as a workbook takes them', () => {
    const long = 'Observarea secțiilor din străinătate: ziua [1/2]';
    const forms = [
      aForm({ id: 12, code: 'A', description: long }),
      aForm({ id: 13, code: 'A', description: long }),
    ];
    const bodies = forms.map(({ id }) => ({ id, version: 1, sections: [] }));
    const names = Object.keys(read(kept({ forms, bodies })));
    expect(names).toHaveLength(5);
    expect(names.filter((name) => name.length > 31)).toEqual([]);
    expect(names.filter((name) => /[[\]:*?/\\]/.test(name))).toEqual([]);
  });
});
