import { describe, expect, it } from 'vitest';

import type { Option, Question, Section } from '@/domain/forms/form';
import { removedParts } from '@/domain/forms/form';
import type { Loss } from '@/domain/forms/losses';
import { lossesOf, overwriting } from '@/domain/forms/losses';

function option(id: number, text: string): Option {
  return { id, text, isFreeText: false, flagged: false };
}

function question(id: number, text: string, options: Option[] = []): Question {
  return { id, code: `Q${id}`, text, questionType: 1, options };
}

function section(
  id: number,
  description: string,
  questions: Question[] = [],
): Section {
  return { id, code: `S${id}`, description, questions };
}

const yes = option(100, 'Da');
const no = option(101, 'Nu');
const seal = question(10, 'Urna este sigilată?', [yes, no]);
const lists = question(11, 'Listele sunt afișate?', [option(110, 'Da')]);
const base = [section(1, 'Deschidere', [seal]), section(2, 'Liste', [lists])];
const opening = section(1, 'Deschidere', [seal]);

function words({ kind, part, name }: Loss): string {
  return `${kind} ${part}: ${name}`;
}

describe('what others lose when a form of ours is saved over theirs', () => {
  it.each<[string, Section[], Section[], string[]]>([
    ['nothing, when they changed nothing', [opening], base, []],
    [
      'the section they added, with all that is in it, named once',
      base,
      [
        ...base,
        section(3, 'Numărare', [question(12, 'Ora?', [option(120, 'x')])]),
      ],
      ['removed section: S3 Numărare'],
    ],
    [
      'the question they added',
      base,
      [
        section(1, 'Deschidere', [seal, question(13, 'Câți?')]),
        section(2, 'Liste', [lists]),
      ],
      ['removed question: Q13 Câți?'],
    ],
    [
      'nothing of the option they added: the server cannot remove it',
      base,
      [
        section(1, 'Deschidere', [
          question(10, seal.text, [yes, no, option(102, 'Nu știu')]),
        ]),
        section(2, 'Liste', [lists]),
      ],
      ['stays option: Nu știu'],
    ],
    [
      'their wording of each part',
      [
        section(1, 'Înainte', [question(10, 'Urna?', [option(100, 'DA'), no])]),
        section(2, 'Liste', [lists]),
      ],
      [
        section(1, 'Deschiderea', [
          question(10, 'Sigilată?', [option(100, 'da'), no]),
        ]),
        section(2, 'Liste', [lists]),
      ],
      [
        'replaced section: S1 Deschiderea',
        'replaced question: Q10 Sigilată?',
        'replaced option: da',
      ],
    ],
    [
      'nothing where both wrote the same',
      [section(1, 'Înainte', [seal])],
      [section(1, 'Înainte', [seal]), section(2, 'Liste', [lists])],
      [],
    ],
    [
      'their removal: the part comes back, named once',
      [section(1, 'Înainte', [seal]), section(2, 'Liste', [lists])],
      [section(1, 'Deschidere', [])],
      [
        'restored question: Q10 Urna este sigilată?',
        'restored section: S2 Liste',
      ],
    ],
    [
      'what they added inside a section that we removed',
      [section(2, 'Liste', [lists])],
      [
        section(1, 'Deschidere', [seal, question(14, 'Câte urne?')]),
        section(2, 'Liste', [lists]),
      ],
      ['removed question: Q14 Câte urne?'],
    ],
    [
      'their new answer of a question that we removed goes with it',
      [section(1, 'Deschidere', []), section(2, 'Liste', [lists])],
      [
        section(1, 'Deschidere', [
          question(10, seal.text, [yes, no, option(103, 'Alta')]),
        ]),
        section(2, 'Liste', [lists]),
      ],
      ['removed option: Alta'],
    ],
  ])('%s', (_name, mine, theirs, expected) => {
    expect(lossesOf(base, mine, theirs).map(words)).toEqual(expected);
  });
});

describe('a form of ours that is saved over theirs', () => {
  let last = 0;
  const newId = () => (last -= 1);

  it('adds again what they removed, under no old id', () => {
    const mine = [section(1, 'Înainte', [seal]), section(2, 'Liste', [lists])];
    const theirs = [section(1, 'Deschidere', [])];
    const [first, second] = overwriting(mine, theirs, newId);
    expect(first?.id).toBe(1);
    expect(second?.id).toBeLessThan(0);
    for (const each of [first, second]) {
      for (const { id, options } of each?.questions ?? []) {
        expect([id, ...options.map((row) => row.id)].every((n) => n < 0)).toBe(
          true,
        );
      }
    }
  });

  it('keeps the ids of what both have, and of what is new here', () => {
    const fresh = { ...section(-5, 'Nouă', [question(-6, 'Nouă?')]) };
    const mine = [
      section(1, 'Înainte', [question(10, 'Urna?', [yes, option(-7, 'Alta')])]),
      fresh,
    ];
    expect(overwriting(mine, base, newId)).toEqual(mine);
  });

  it('a question that they moved goes out as new, and theirs is removed', () => {
    const theirs = [
      section(1, 'Deschidere', []),
      section(2, 'Liste', [lists, seal]),
    ];
    const sent = overwriting(base, theirs, newId);
    expect(sent[0]?.questions[0]?.id).toBeLessThan(0);
    expect(
      removedParts(theirs, sent).questions.map((each) => each.question.id),
    ).toEqual([10]);
  });
});
