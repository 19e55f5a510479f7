import { describe, expect, it } from 'vitest';

import {
  conflictingFields,
  isFormConflict,
  mergeForm,
} from '@/domain/outbox/conflict';
import type { FormInput, Section } from '@/domain/forms/form';

import { aForm, aSection } from '../../support/builders';

const base = { name: 'Maria', phone: '07' };

describe('fields of an observer', () => {
  it.each([
    ['only I changed one', { name: 'Ana' }, base, []],
    ['each changed another', { name: 'Ana' }, { ...base, phone: '08' }, []],
    [
      'both changed it to the same',
      { name: 'Ana' },
      { ...base, name: 'Ana' },
      [],
    ],
    ['both changed it', { name: 'Ana' }, { ...base, name: 'Ioana' }, ['name']],
    [
      'both changed both',
      { name: 'Ana', phone: '09' },
      { name: 'Ioana', phone: '08' },
      ['name', 'phone'],
    ],
  ])('%s', (_name, patch, theirs, expected) => {
    expect(conflictingFields(['name', 'phone'], base, patch, theirs)).toEqual(
      expected,
    );
  });
});

const meta = aForm({ draft: true });
const sections = [aSection()];

function mine(changes: Partial<FormInput> = {}): FormInput {
  const { id: _id, ...head } = meta;
  return { ...head, title: 'A', sections, ...changes };
}

function renamed(description: string): Section[] {
  return [{ ...aSection(), description }];
}

const added: Section = {
  id: 77,
  code: 'B1',
  description: 'Nouă',
  questions: [],
};
/** As the editor makes it: without an id of the server. */
const addedHere = { ...added, id: -1 };
const [section = addedHere] = sections;
const [question] = section.questions;
const withoutQuestion = [{ ...section, questions: [] }];

describe('our own save of a form, of which a removal was lost', () => {
  it.each<[string, Section[], Section[], boolean]>([
    ['a section is still there', [addedHere], [section, added], false],
    [
      'a section is still there, and others renamed it',
      [addedHere],
      [{ ...section, description: 'A lor' }, added],
      true,
    ],
    [
      'a section is still there, and others added one',
      [addedHere],
      [section, added, { ...added, id: 78, description: 'A lor' }],
      true,
    ],
    [
      'a question is still there',
      [...withoutQuestion, addedHere],
      [section, added],
      false,
    ],
    [
      'a question is still there, and others changed it',
      [...withoutQuestion, addedHere],
      [
        {
          ...section,
          questions: question ? [{ ...question, text: 'A lor?' }] : [],
        },
        added,
      ],
      true,
    ],
  ])('%s', (_name, ours, now, expected) => {
    const input = mine({ sections: ours });
    const theirs = { meta, sections: now };
    expect(isFormConflict({ meta, sections }, input, theirs)).toBe(expected);
  });
});

describe('a form', () => {
  it.each([
    [
      'nobody else touched',
      mine({ sections: renamed('x') }),
      {},
      sections,
      false,
    ],
    [
      'both restructured',
      mine({ sections: renamed('x') }),
      {},
      renamed('y'),
      true,
    ],
    [
      'both restructured alike',
      mine({ sections: renamed('x') }),
      {},
      renamed('x'),
      false,
    ],
    [
      'they restructured, I renamed',
      mine({ description: 'z' }),
      {},
      renamed('y'),
      false,
    ],
    [
      'both renamed',
      mine({ description: 'z' }),
      { description: 'y' },
      sections,
      true,
    ],
    [
      'they published, I renamed',
      mine({ description: 'z' }),
      { draft: false },
      sections,
      false,
    ],
  ])('%s', (_name, input, theirMeta, theirSections, expected) => {
    const theirs = { meta: { ...meta, ...theirMeta }, sections: theirSections };
    expect(isFormConflict({ meta, sections }, input, theirs)).toBe(expected);
  });

  it('takes their value wherever I left mine alone', () => {
    const theirs = {
      meta: { ...meta, code: 'B', draft: false },
      sections: renamed('y'),
    };
    const merged = mergeForm(
      { meta, sections },
      mine({ description: 'z' }),
      theirs,
    );
    expect(merged).toMatchObject({
      code: 'B',
      draft: false,
      description: 'z',
      sections: renamed('y'),
    });
  });
});
