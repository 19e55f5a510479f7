import { describe, expect, it } from 'vitest';

import type { Option, Question, Section } from '@/domain/forms/form';
import { adoptIds, isSameContent, removedParts } from '@/domain/forms/form';

function option(id: number, text: string): Option {
  return { id, text, isFreeText: false, flagged: false };
}

function question(id: number, code: string, options: Option[] = []): Question {
  return { id, code, text: 'La fel', questionType: 1, options };
}

function section(
  id: number,
  code: string,
  questions: Question[] = [],
): Section {
  return { id, code, description: 'La fel', questions };
}

/** The ids of all parts, depth first. */
function idsOf(sections: readonly Section[]): number[] {
  return sections.flatMap(({ id, questions }) => [
    id,
    ...questions.flatMap((each) => [
      each.id,
      ...each.options.map((part) => part.id),
    ]),
  ]);
}

describe('two forms', () => {
  const mine = [section(-1, 'A', [question(-2, 'A1', [option(-3, 'Da')])])];

  it('have the same content under other ids', () => {
    const theirs = [section(7, 'A', [question(8, 'A1', [option(9, 'Da')])])];
    expect(isSameContent(mine, theirs)).toBe(true);
  });

  it.each([
    ['another text', [section(7, 'A', [question(8, 'A1', [option(9, 'Nu')])])]],
    ['no question', [section(7, 'A')]],
    ['one section more', [...mine, section(9, 'B')]],
    ['another code', [section(7, 'B', [question(8, 'A1', [option(9, 'Da')])])]],
  ])('do not with %s', (_name, theirs) => {
    expect(isSameContent(mine, theirs)).toBe(false);
  });

  it('do not in another order', () => {
    const [one, other] = [section(1, 'A'), section(2, 'B')];
    expect(isSameContent([one, other], [other, one])).toBe(false);
  });
});

describe('new parts of a form that is sent again', () => {
  it('take the ids of equal parts that the first sending added', () => {
    const mine = [
      section(1, 'A', [
        question(11, 'A1', [option(101, 'Da'), option(-1, 'Nu')]),
        question(-2, 'A2', [option(-3, 'Da')]),
      ]),
      section(-4, 'B', [question(-5, 'B1')]),
    ];
    const theirs = [
      section(1, 'A', [
        question(11, 'A1', [option(101, 'Da'), option(102, 'Nu')]),
        question(12, 'A2', [option(103, 'Da')]),
      ]),
      section(2, 'B', [question(13, 'B1')]),
    ];
    expect(idsOf(adoptIds(mine, theirs))).toEqual(idsOf(theirs));
  });

  it('stay new when the server has nothing like them', () => {
    const mine = [section(1, 'A', [question(-2, 'A2')]), section(-4, 'B')];
    const theirs = [section(1, 'A', [question(11, 'A1')]), section(2, 'C')];
    expect(adoptIds(mine, theirs)).toEqual(mine);
  });

  it('take the ids of equal parts that were deleted and added again', () => {
    const mine = [section(1, 'A', [question(11, 'A1', [option(101, 'Da')])])];
    const theirs = [section(1, 'A', [question(12, 'A1', [option(102, 'Da')])])];
    expect(idsOf(adoptIds(mine, theirs))).toEqual([1, 12, 102]);
  });

  it('share no id: two equal options are two', () => {
    const mine = [
      section(1, 'A', [
        question(11, 'A1', [option(-1, 'Da'), option(-2, 'Da')]),
      ]),
    ];
    const theirs = [section(1, 'A', [question(11, 'A1', [option(101, 'Da')])])];
    expect(idsOf(adoptIds(mine, theirs))).toEqual([1, 11, 101, -2]);
  });

  it('do not take what one of ours is already', () => {
    const mine = [section(-1, 'A'), section(7, 'A')];
    expect(idsOf(adoptIds(mine, [section(7, 'A')]))).toEqual([-1, 7]);
  });
});

describe('removed parts', () => {
  const base = [
    section(1, 'A', [
      question(11, 'A1', [option(101, 'Da'), option(102, 'Nu')]),
      question(12, 'A2', [option(103, 'Da')]),
    ]),
    section(2, 'B', [question(13, 'B1', [option(104, 'Da')])]),
  ];

  it('are none when nothing went', () => {
    expect(removedParts(base, base)).toEqual({
      sections: [],
      questions: [],
      options: [],
    });
  });

  it('are named once, not again for what stands inside', () => {
    const mine = [section(1, 'A', [question(11, 'A1', [option(101, 'Da')])])];
    expect(removedParts(base, mine)).toEqual({
      sections: [base[1]],
      questions: [
        { sectionId: 1, question: question(12, 'A2', [option(103, 'Da')]) },
      ],
      options: [option(102, 'Nu')],
    });
  });

  it('are not what is new or was renamed', () => {
    const mine = [
      section(1, 'Z', [
        question(11, 'Z1', [option(101, 'Poate'), option(102, 'Nu')]),
        question(12, 'A2', [option(103, 'Da'), option(-1, 'Nu')]),
        question(-2, 'A3'),
      ]),
      ...base.slice(1),
    ];
    expect(idsOf(removedParts(base, mine).sections)).toEqual([]);
    expect(removedParts(base, mine).questions).toEqual([]);
    expect(removedParts(base, mine).options).toEqual([]);
  });
});
