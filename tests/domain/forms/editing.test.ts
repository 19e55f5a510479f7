import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { FormInput, Section } from '@/domain/forms/form';
import { problemsOf, warningsOf } from '@/domain/forms/checks';
import {
  nextCode,
  suggestFormCode,
  suggestQuestionCode,
  suggestSectionCode,
} from '@/domain/forms/codes';
import type { Change } from '@/domain/forms/editing';
import {
  addOptions,
  addQuestion,
  addSection,
  emptyForm,
  emptyQuestion,
  emptySection,
  moveOption,
  patchForm,
  patchOption,
  patchQuestion,
  patchSection,
  removeOption,
  removeQuestion,
  removeSection,
  stepOption,
} from '@/domain/forms/editing';
import { newHistory, record, redo, undo } from '@/domain/forms/history';
import {
  movedQuestions,
  sendable,
  withNewIds,
  withRealIds,
} from '@/domain/forms/ids';
import { missingTexts, newOption, pastedLines } from '@/domain/forms/options';
import type { PartKey } from '@/domain/forms/outline';
import {
  movePart,
  outlineOf,
  questionKey,
  sectionKey,
  stepPart,
} from '@/domain/forms/outline';

/**
 * A form by its questions: one list of question ids for each section. Sections are
 * numbered from 1 like the questions, as on the server.
 */
function aFormWith(...sections: number[][]): FormInput {
  return {
    ...emptyForm(1),
    title: 'Deschidere',
    code: 'A',
    description: 'Deschidere',
    sections: sections.map((questions, at) => ({
      ...emptySection(at + 1, `A${at + 1}`),
      questions: questions.map((id) => ({
        ...emptyQuestion(id, `A${at + 1}.${id}`),
        text: `Întrebarea ${id}`,
        options: [newOption(id * 10, 'Da'), newOption(id * 10 + 1, 'Nu')],
      })),
    })),
  };
}

/** The form as `aFormWith` takes it, with section ids in front. */
function shapeOf({ sections }: FormInput): number[][] {
  return sections.map(({ id, questions }) => [
    id,
    ...questions.map((question) => question.id),
  ]);
}

function optionTexts(form: FormInput): string[] {
  return form.sections.flatMap(({ questions }) =>
    questions.flatMap(({ options }) => options.map(({ text }) => text)),
  );
}

let lastId = 0;
const newId = () => {
  lastId -= 1;
  return lastId;
};

describe('parts', () => {
  const form = aFormWith([1, 2], [3]);

  it.each<[string, Change, number[][]]>([
    [
      'a section at the end',
      addSection(emptySection(9, 'A3')),
      [[1, 1, 2], [2, 3], [9]],
    ],
    [
      'a section after another',
      addSection(emptySection(9, ''), 1),
      [[1, 1, 2], [9], [2, 3]],
    ],
    [
      'a question at the end',
      addQuestion(1, emptyQuestion(9, '')),
      [
        [1, 1, 2, 9],
        [2, 3],
      ],
    ],
    [
      'a question after another',
      addQuestion(1, emptyQuestion(9, ''), 1),
      [
        [1, 1, 9, 2],
        [2, 3],
      ],
    ],
    ['no section', removeSection(1), [[2, 3]]],
    [
      'no question',
      removeQuestion(2),
      [
        [1, 1],
        [2, 3],
      ],
    ],
  ])('leaves %s', (_, change, shape) => {
    expect(shapeOf(change(form))).toEqual(shape);
  });

  it('changes fields of the form, a section, a question and an option', () => {
    const changed = [
      patchForm({ title: 'T', diaspora: true }),
      patchSection(2, { code: 'X', description: 'D' }),
      patchQuestion(3, { text: 'De ce?', questionType: 3 }),
      patchOption(3, 31, { flagged: true, isFreeText: true }),
    ].reduce((now, change) => change(now), form);
    expect(changed).toMatchObject({ title: 'T', diaspora: true, code: 'A' });
    const section = changed.sections[1];
    expect(section).toMatchObject({ code: 'X', description: 'D' });
    expect(section?.questions[0]).toMatchObject({
      text: 'De ce?',
      questionType: 3,
      code: 'A2.3',
    });
    expect(section?.questions[0]?.options[1]).toEqual({
      id: 31,
      text: 'Nu',
      flagged: true,
      isFreeText: true,
    });
  });

  it('leaves alone what it does not touch: the very same objects', () => {
    const changed = patchQuestion(3, { text: 'x' })(form);
    expect(changed.sections[0]).toBe(form.sections[0]);
    expect(changed.sections[1]).not.toBe(form.sections[1]);
  });

  it.each<[string, Change]>([
    ['a section', patchSection(99, { code: 'x' })],
    ['a question', patchQuestion(99, { text: 'x' })],
    ['an option', patchOption(1, 99, { text: 'x' })],
    ['a question to remove', removeQuestion(99)],
    ['a section to remove', removeSection(99)],
    ['an option to remove', removeOption(1, 99)],
    ['options to add', addOptions(1, [])],
    ['a part to move', movePart('q99', 'q1')],
    ['a place to move to', movePart('q1', 'q99')],
    ['a part to step', stepPart('q99', 1)],
  ])('answers the very same form when it does not find %s', (_, change) => {
    expect(change(form)).toBe(form);
  });
});

describe('options', () => {
  const form = aFormWith([1]);

  it.each<[string, Change, string[]]>([
    [
      'added at the end',
      addOptions(1, [newOption(7, 'x'), newOption(8, 'y')]),
      ['Da', 'Nu', 'x', 'y'],
    ],
    [
      'added after another',
      addOptions(1, [newOption(7, 'x')], 10),
      ['Da', 'x', 'Nu'],
    ],
    ['removed', removeOption(1, 10), ['Nu']],
    ['moved before another', moveOption(1, 11, 10), ['Nu', 'Da']],
    ['moved to the end', moveOption(1, 10), ['Nu', 'Da']],
    ['moved one down', stepOption(1, 10, 1), ['Nu', 'Da']],
    ['not moved over the edge', stepOption(1, 10, -1), ['Da', 'Nu']],
  ])('are %s', (_, change, texts) => {
    expect(optionTexts(change(form))).toEqual(texts);
  });

  it.each<[string, string, string[] | undefined]>([
    ['one line', 'Da', undefined],
    ['several lines', 'Da\nNu\r\nNu știu', ['Da', 'Nu', 'Nu știu']],
    ['spaces and blank lines', ' Da \n\n  \n Nu\t', ['Da', 'Nu']],
    [
      'a line with a number of its own',
      '1 - Slab\n2 - Bine',
      ['1 - Slab', '2 - Bine'],
    ],
    ['one line and its end', 'Da\n', ['Da']],
    ['nothing but blank lines', '\n \n', undefined],
  ])('pasted from %s', (_, text, lines) => {
    expect(pastedLines(text)).toEqual(lines);
  });

  it('skips predefined texts that the question has (docs/specification.md 5)', () => {
    const options = [newOption(1, 'Da '), newOption(2, 'da')];
    expect(missingTexts(options, ['Da', 'Nu', 'Nu'])).toEqual(['Nu']);
  });
});

describe('the outline', () => {
  it('reads from top to bottom and counts the questions', () => {
    const nodes = outlineOf(aFormWith([1, 2], [], [3]).sections);
    expect(nodes.map(({ key }) => key)).toEqual([
      's1',
      'q1',
      'q2',
      's2',
      's3',
      'q3',
    ]);
    expect(nodes.map((node) => 'place' in node && node.place)).toEqual([
      false,
      1,
      2,
      false,
      false,
      3,
    ]);
  });

  it.each<[PartKey, PartKey | undefined, number[][]]>([
    // A question: before another one, over the edge of its section, to the end.
    ['q2', 'q1', [[1, 2, 1], [2, 3], [3]]],
    ['q1', 'q3', [[1, 2], [2, 1, 3], [3]]],
    ['q3', 's2', [[1, 1, 2, 3], [2], [3]]],
    ['q3', 's3', [[1, 1, 2], [2, 3], [3]]],
    ['q2', 's1', [[1, 2, 1], [2, 3], [3]]],
    [
      'q1',
      undefined,
      [
        [1, 2],
        [2, 3],
        [3, 1],
      ],
    ],
    ['q1', 'q1', [[1, 1, 2], [2, 3], [3]]],
    // A section: before another one, among questions, among its own, to the end.
    ['s2', 'q3', [[1, 1, 2], [2, 3], [3]]],
    ['s3', 's1', [[3], [1, 1, 2], [2, 3]]],
    ['s3', 'q2', [[1, 1, 2], [3], [2, 3]]],
    ['s1', 'q3', [[2, 3], [1, 1, 2], [3]]],
    ['s1', 'q2', [[1, 1, 2], [2, 3], [3]]],
    ['s1', undefined, [[2, 3], [3], [1, 1, 2]]],
  ])('drops %s before %s', (part, before, shape) => {
    const form = aFormWith([1, 2], [3], []);
    expect(shapeOf(movePart(part, before)(form))).toEqual(shape);
  });

  it.each<[PartKey, -1 | 1, number[][]]>([
    [
      'q1',
      1,
      [
        [1, 2, 1],
        [2, 3],
      ],
    ],
    [
      'q2',
      1,
      [
        [1, 1],
        [2, 2, 3],
      ],
    ],
    ['q3', -1, [[1, 1, 2, 3], [2]]],
    [
      'q1',
      -1,
      [
        [1, 1, 2],
        [2, 3],
      ],
    ],
    [
      'q3',
      1,
      [
        [1, 1, 2],
        [2, 3],
      ],
    ],
    [
      's1',
      1,
      [
        [2, 3],
        [1, 1, 2],
      ],
    ],
    [
      's1',
      -1,
      [
        [1, 1, 2],
        [2, 3],
      ],
    ],
  ])('moves %s one line by %i', (part, by, shape) => {
    const form = aFormWith([1, 2], [3]);
    expect(shapeOf(stepPart(part, by)(form))).toEqual(shape);
  });

  it('tells a section from a question of the same number', () => {
    const form = aFormWith([2, 1]);
    expect(sectionKey({ id: 1 })).not.toBe(questionKey({ id: 1 }));
    expect(shapeOf(stepPart('q1', -1)(form))).toEqual([[1, 1, 2]]);
    expect(stepPart('s1', -1)(form)).toBe(form);
  });

  it('loses and doubles no part when any part moves to any place', () => {
    const questions = fc.uniqueArray(fc.integer({ min: 1, max: 30 }), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(
        questions,
        fc.nat(3),
        fc.nat(),
        fc.nat(),
        (ids, cut, from, to) => {
          const form = aFormWith(ids.slice(0, cut), ids.slice(cut), []);
          const keys = outlineOf(form.sections).map(({ key }) => key);
          const part = keys[from % keys.length] ?? 's1';
          const moved = movePart(part, keys[to % (keys.length + 1)])(form);
          const after = outlineOf(moved.sections).map(({ key }) => key);
          expect(after.toSorted()).toEqual(keys.toSorted());
          const back = stepPart(part, -1)(stepPart(part, 1)(moved));
          expect(outlineOf(back.sections)).toHaveLength(keys.length);
        },
      ),
    );
  });
});

describe('codes suggest themselves', () => {
  it.each([
    ['A1', ['A1'], 'A2'],
    ['A1.9', [], 'A1.10'],
    ['B7', ['B8', 'B9'], 'B10'],
    ['abc', [], undefined],
    ['', [], undefined],
  ])('after %j when %j are taken: %j', (previous, taken, next) => {
    expect(nextCode(previous, new Set(taken))).toBe(next);
  });

  it.each<[string, string[], string]>([
    ['A', [], 'A1'],
    ['A', ['A1', 'A2'], 'A3'],
    ['A', ['S1'], 'S2'],
    ['', [], '1'],
    ['REFERENDUM', [], 'S1'],
    ['A', ['A999'], 'S1'],
  ])('for a section of form %j after %j: %j', (code, codes, suggested) => {
    const sections = codes.map((each, at) => emptySection(at + 1, each));
    expect(suggestSectionCode({ ...emptyForm(1), code, sections })).toBe(
      suggested,
    );
  });

  it('for a question: section and number, then counted up, never twice', () => {
    const { sections } = aFormWith([], [1]);
    expect(suggestQuestionCode(sections, 1)).toBe('A1.1');
    expect(suggestQuestionCode(sections, 2)).toBe('A2.2');
    const flat = [
      { ...emptySection(1, 'S1'), questions: [emptyQuestion(1, 'B1')] },
      { ...emptySection(2, 'S2'), questions: [emptyQuestion(2, 'B2')] },
    ];
    expect(suggestQuestionCode(flat, 1)).toBe('B3');
  });

  it.each([
    ['A', ['A'], 'A2'],
    ['A', ['A', 'A2'], 'A3'],
    ['A2', ['A2'], 'A3'],
  ])('for a copy of %j among %j: %j', (code, codes, suggested) => {
    expect(suggestFormCode(code, codes)).toBe(suggested);
  });
});

describe('what keeps a form from being saved', () => {
  it.each(['title', 'code', 'description'] as const)('no %s', (field) => {
    const form = { ...aFormWith([1]), [field]: '  ' };
    expect(problemsOf(form)).toMatchObject([
      { field, rule: 'required', place: { kind: 'form' } },
    ]);
  });

  it('nothing else: no minimum of sections, questions, options or texts', () => {
    const form = aFormWith([1]);
    expect(problemsOf(form)).toEqual([]);
    expect(problemsOf({ ...form, sections: [] })).toEqual([]);
    expect(problemsOf({ ...form, sections: [emptySection(1, '')] })).toEqual(
      [],
    );
  });

  it.each<[string, Change, object]>([
    [
      'a section code over 4',
      patchSection(1, { code: 'A1234' }),
      {
        field: 'code',
        limit: 4,
        length: 5,
        place: { kind: 'section', code: 'A1234' },
      },
    ],
    [
      'a section title over 200',
      patchSection(1, { description: 'x'.repeat(201) }),
      {
        field: 'description',
        limit: 200,
        place: { kind: 'section', code: 'A1' },
      },
    ],
    [
      'a question over 1000',
      patchQuestion(1, { text: 'x'.repeat(1001) }),
      { field: 'text', limit: 1000, place: { kind: 'question', code: 'A1.1' } },
    ],
    [
      'an option over 1000',
      patchOption(1, 10, { text: 'x'.repeat(1001) }),
      { field: 'text', limit: 1000, place: { kind: 'option', code: 'A1.1' } },
    ],
  ])('%s characters (docs/api-contract.md 4.1)', (_, change, problem) => {
    const problems = problemsOf(change(aFormWith([1])));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ rule: 'tooLong', ...problem });
  });

  it('takes texts that just fit', () => {
    const fits = [
      patchSection(1, { code: 'A123', description: 'x'.repeat(200) }),
      patchQuestion(1, { text: 'x'.repeat(1000) }),
      patchOption(1, 10, { text: 'x'.repeat(1000) }),
    ].reduce((form, change) => change(form), aFormWith([1]));
    expect(problemsOf(fits)).toEqual([]);
  });
});

describe('warnings before publishing', () => {
  const base = aFormWith([1, 2], [3]);

  it('are none for a form that is all right', () => {
    expect(warningsOf(base, base.sections, [{ code: 'B' }])).toEqual([]);
  });

  it.each<[string, Change, object]>([
    [
      'a question code twice',
      patchQuestion(3, { code: 'A1.1' }),
      { kind: 'duplicateQuestion', code: 'A1.1', part: 'q3' },
    ],
    [
      'a section code twice',
      patchSection(2, { code: 'A1 ' }),
      { kind: 'duplicateSection', part: 's2' },
    ],
    [
      'a section without questions',
      addSection(emptySection(9, 'A3')),
      { kind: 'emptySection', code: 'A3', part: 's9' },
    ],
    [
      'a question without options',
      addQuestion(1, emptyQuestion(9, 'A1.9')),
      { kind: 'noOptions', code: 'A1.9', part: 'q9' },
    ],
    [
      'an option that the server keeps',
      removeOption(1, 11),
      { kind: 'optionStays', text: 'Nu' },
    ],
    [
      'a question in another section',
      movePart('q1', 'q3'),
      { kind: 'movedQuestion', part: 'q1' },
    ],
  ])('name %s', (_, change, warning) => {
    const warnings = warningsOf(change(base), base.sections, []);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatchObject(warning);
  });

  it('name a code that another form has', () => {
    expect(warningsOf(base, base.sections, [{ code: 'A' }])).toEqual([
      { kind: 'formCodeTaken', code: 'A' },
    ]);
  });

  it('say nothing of blank codes and of parts that never were on the server', () => {
    const form = [
      addQuestion(1, {
        ...emptyQuestion(8, ''),
        options: [newOption(80, 'x')],
      }),
      addQuestion(1, {
        ...emptyQuestion(9, ''),
        options: [newOption(90, 'x')],
      }),
      addOptions(1, [newOption(-1, 'nou')]),
    ].reduce((now, change) => change(now), base);
    expect(warningsOf(form, base.sections, [])).toEqual([]);
    const without = removeOption(1, -1)(form);
    expect(warningsOf(without, base.sections, [])).toEqual([]);
  });
});

describe('ids', () => {
  const { sections } = aFormWith([1, 2], [3]);

  it('are new in a copy, all of them, and the content is the same', () => {
    const copy = withNewIds(sections, newId);
    const ids = allIds(copy);
    expect(ids.every((id) => id < 0)).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
    expect(outlineOf(copy).length).toBe(outlineOf(sections).length);
  });

  it('stay when a question stays in its section', () => {
    const form = stepPart('q2', -1)(aFormWith([1, 2], [3]));
    expect(movedQuestions(sections, form.sections)).toEqual([]);
    expect(sendable(sections, form.sections, newId)).toEqual(form.sections);
  });

  it('are new for a question that changed sections: with its id it would be doubled', () => {
    const form = movePart('q1', 'q3')(aFormWith([1, 2], [3]));
    const sent = sendable(sections, form.sections, newId);
    const moved = sent[1]?.questions[0];
    expect(moved?.text).toBe('Întrebarea 1');
    expect(moved?.id).toBeLessThan(0);
    expect(moved?.options.every(({ id }) => id < 0)).toBe(true);
    expect(sent[0]?.questions.map(({ id }) => id)).toEqual([2]);
  });

  it('become those of the server, edits made meanwhile included', () => {
    const sent = withNewIds(sections, newId);
    const sentId = sent[0]?.questions[1]?.id ?? 0;
    const form = patchQuestion(sentId, { text: 'Alt text' })({
      ...emptyForm(1),
      sections: sent,
    });
    const mine = withRealIds(form.sections, sent, sections);
    expect(allIds(mine)).toEqual(allIds(sections));
    expect(mine[0]?.questions[1]?.text).toBe('Alt text');
  });

  it('become those of the server when it left out an empty section', () => {
    const sent = [emptySection(-90, 'Z'), ...withNewIds(sections, newId)];
    const form = patchQuestion(sent[1]?.questions[0]?.id ?? 0, { text: 'x' })({
      ...emptyForm(1),
      sections: sent,
    });
    const mine = withRealIds(form.sections, sent, sections);
    expect(allIds(mine)).toEqual([-90, ...allIds(sections)]);
  });

  it('become those of like parts when the server has something else', () => {
    const sent = withNewIds(sections, newId);
    const real = sections.slice(1);
    const mine = withRealIds(sent, sent, real);
    expect(mine[1]?.id).toBe(2);
    expect(mine[0]?.id).toBeLessThan(0);
  });
});

function allIds(sections: readonly Section[]): number[] {
  return sections.flatMap(({ id, questions }) => [
    id,
    ...questions.flatMap((question) => [
      question.id,
      ...question.options.map((option) => option.id),
    ]),
  ]);
}

describe('undo and redo', () => {
  it('go back over every step and forward again, to the very same values', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { maxLength: 20 }), (values) => {
        const steps = [-1, ...values].reduce(
          (history, value, n) => record(history, [value], { at: n * 5000 }),
          newHistory([0]),
        );
        let back = steps;
        while (back.past.length > 0) back = undo(back);
        expect(back.present).toEqual([0]);
        while (back.future.length > 0) back = redo(back);
        expect(back.present).toBe(steps.present);
      }),
    );
  });

  it('take quick typing in one field as one step, and not for ever', () => {
    const typed = ['a', 'ab', 'abc'].reduce(
      (history, text, n) =>
        record(history, text, { at: n * 300, mark: 'q1.text' }),
      newHistory(''),
    );
    expect(typed.past).toHaveLength(1);
    expect(undo(typed).present).toBe('');
    const later = record(typed, 'abcd', { at: 9000, mark: 'q1.text' });
    expect(undo(later).present).toBe('abc');
    const elsewhere = record(typed, 'x', { at: 700, mark: 'q2.text' });
    expect(undo(elsewhere).present).toBe('abc');
  });

  it('forget what was undone once something new is done', () => {
    const two = record(newHistory('a'), 'b', { at: 0, mark: 'm' });
    const anew = record(undo(two), 'c', { at: 10, mark: 'm' });
    expect(redo(anew)).toBe(anew);
    expect(undo(anew).present).toBe('a');
  });

  it('do not join what is typed after an undo with what was typed before', () => {
    const typed = record(newHistory('a'), 'ab', { at: 0, mark: 'm' });
    const back = undo(record(typed, 'x', { at: 300, mark: 'n' }));
    const anew = record(back, 'abc', { at: 800, mark: 'm' });
    expect(undo(anew).present).toBe('ab');
  });

  it('take a value that did not change for no step', () => {
    const history = newHistory('a');
    expect(record(history, 'a', { at: 0 })).toBe(history);
    expect(undo(history)).toBe(history);
    expect(redo(history)).toBe(history);
  });

  it('say where the undone change was', () => {
    const changed = record(newHistory('a'), 'b', { at: 0, place: 'q5' });
    expect(undo(changed).shown).toBe('q5');
    expect(redo(undo(changed)).shown).toBe('q5');
    expect(changed.shown).toBeUndefined();
  });

  it('remember 200 steps', () => {
    let history = newHistory(0);
    for (let n = 1; n <= 500; n += 1) history = record(history, n, { at: n });
    expect(history.past).toHaveLength(200);
    expect(history.past[0]?.value).toBe(300);
  });
});
