import { describe, expect, it } from 'vitest';

import { NOTE_CUT, NOTE_LIMIT } from '@/config';
import { answersById } from '@/domain/forms/form';
import type { Note } from '@/domain/answers/note';
import { attachmentFrom, cutNote, joinNotes } from '@/domain/answers/note';

import { aForm, aSection, chosen } from '../../support/builders';

describe('a long note (docs/specification.md 5)', () => {
  it.each([
    [0, 0, false],
    [184, 184, false],
    [185, 185, false],
    [186, 189, true],
    [187, 189, true],
    [2000, 189, true],
  ])('of %i characters shows %i, cut: %j', (length, shown, isCut) => {
    const text = 'ș'.repeat(length);
    const cut = cutNote(text, NOTE_LIMIT, NOTE_CUT);
    expect(cut.text).toHaveLength(shown);
    expect(cut.isCut).toBe(isCut);
    if (isCut) expect(cut.text).toBe(`${'ș'.repeat(186)}...`);
    else expect(cut.text).toBe(text);
  });

  it('is never cut inside a character', () => {
    const text = `${'a'.repeat(185)}🗳${'b'.repeat(9)}`;
    expect(cutNote(text, NOTE_LIMIT, NOTE_CUT).text).toBe(
      `${'a'.repeat(185)}🗳...`,
    );
  });
});

describe('an attachment', () => {
  it.each([
    // address, path, type
    ['https://f.test/3f9c.jpg', 'https://f.test/3f9c.jpg', 'image'],
    ['https://f.test/3f9c.jpg?X-Sig=abc', 'https://f.test/3f9c.jpg', 'image'],
    ['https://f.test/a.JPEG?sig=x.mp4', 'https://f.test/a.JPEG', 'image'],
    ['https://f.test/a.PNG#.mp4', 'https://f.test/a.PNG', 'image'],
    ['/files/a.gif', '/files/a.gif', 'image'],
    ['/files/a.webp', '/files/a.webp', 'image'],
    ['/files/a.MP4?token=b.jpg', '/files/a.MP4', 'video'],
    ['/files/a.mov', '/files/a.mov', 'video'],
    ['/files/a.3gp', '/files/a.3gp', 'video'],
    ['/files/a.mp3', '/files/a.mp3', 'audio'],
    ['/files/a.AMR', '/files/a.AMR', 'audio'],
    ['/files/a.pdf', '/files/a.pdf', 'other'],
    ['/files/jpg', '/files/jpg', 'other'],
    ['/files/a.jpg.exe', '/files/a.jpg.exe', 'other'],
    ['/files/a?name=b.jpg', '/files/a', 'other'],
  ])('%s is known as %s, of type %s', (src, path, type) => {
    expect(attachmentFrom(src)).toEqual({ src, path, type });
  });
});

describe('notes joined with their questions (docs/specification.md 4)', () => {
  const forms = [aForm({ id: 12, description: 'Deschidere' })];
  const bodies = [{ id: 12, version: 1, sections: [aSection()] }];
  const note: Note = {
    text: 'Urna era desfăcută',
    questionId: 205,
    formId: 12,
    attachments: [],
  };
  const unjoined = {
    isQuestionFlagged: false,
    hasCorrespondingQuestion: false,
  };

  it('get the form’s name and the question’s code', () => {
    const answers = answersById([
      { questionId: 205, options: [chosen({ optionId: 901 })] },
    ]);
    expect(joinNotes([note], forms, bodies, answers)).toEqual([
      {
        ...note,
        tabName: 'Deschidere',
        questionCode: 'A1.1',
        isQuestionFlagged: false,
        hasCorrespondingQuestion: true,
      },
    ]);
  });

  it.each([
    ['a flagged option', 902, false, true],
    ['an option that the server flags', 901, true, true],
    ['an option without a flag', 901, false, false],
  ])('of a question answered with %s', (_name, optionId, flagged, expected) => {
    const answers = answersById([
      { questionId: 205, options: [chosen({ optionId, flagged })] },
    ]);
    const [joined] = joinNotes([note], forms, bodies, answers);
    expect(joined?.isQuestionFlagged).toBe(expected);
  });

  it.each([
    ['whose form is not kept yet', { ...note, formId: 99 }],
    ['whose question left the form', { ...note, questionId: 999 }],
    ['on the station itself', { text: 'Coadă', attachments: [] }],
    ['on a form but no question', { formId: 12, attachments: [] }],
    ['with a question but no form', { questionId: 205, attachments: [] }],
  ] satisfies [string, Note][])(
    'a note %s stays in the list',
    (_name, each) => {
      expect(joinNotes([each], forms, bodies, new Map())).toEqual([
        { ...each, ...unjoined },
      ]);
    },
  );

  it('keep their order and number, joined or not', () => {
    const station: Note = { text: 'Coadă', attachments: [] };
    const joined = joinNotes([station, note, note], [], bodies, new Map());
    expect(joined.map(({ text }) => text)).toEqual([
      'Coadă',
      'Urna era desfăcută',
      'Urna era desfăcută',
    ]);
    // Its body came before the list that names the form.
    expect(joined[1]?.tabName).toBeUndefined();
    expect(joined[1]?.questionCode).toBe('A1.1');
  });
});
