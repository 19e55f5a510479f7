import { describe, expect, it } from 'vitest';

import type { CachedAnswers } from '@/data/threads/cached-answers';
import { cachedSheets } from '@/features/answers/download/cached-spreadsheet';
import { timeZone } from '@/ui/format';

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
    cachedSheets(what, { t, locale: 'ro' }).map(({ name, head, rows }) => [
      name,
      head ? [head, ...rows] : rows,
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
      `Secția, Observator, Telefon, Ultima modificare (${timeZone()}), Răspunsuri semnalate, Răspunsuri salvate`,
    );
    expect(rows[1]?.slice(0, 3)).toEqual([
      'Alba Sebeș 12',
      'Maria Ionel',
      '0700000041',
    ]);
    expect(rows[1]?.[3]).toEqual(new Date(asOf));
    expect(rows[1]?.slice(4)).toEqual([1, 'Da']);
    expect(rows[2]?.slice(4)).toEqual([null, 'Nu']);
  });

  it('has a sheet for each published form, a column for each question', () => {
    const rows = read(kept())['A Deschidere'] ?? [];
    expect(rows[0]?.slice(4)).toEqual(['A1.1: Urna este sigilată?']);
    expect(rows).toHaveLength(2);
    expect(rows[1]?.[4]).toBe('Nu\nAltfel: =cmd()');
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

  it('keeps the heads in sight, and nothing of what it is', () => {
    const sheets = cachedSheets(kept(), { t, locale: 'ro' });
    expect(sheets.map(({ name, head }) => [name, head?.[0]])).toEqual([
      ['Despre', undefined],
      ['Raportări', 'Secția'],
      ['A Deschidere', 'Secția'],
      ['Note', 'Secția'],
    ]);
  });
});
