import type { ESTree } from 'vite';
import { Visitor } from 'vite';
import { describe, expect, it } from 'vitest';

import type { Language } from '@/config';
import { LANGUAGES } from '@/config';
import type { Warning } from '@/domain/forms/checks';
import type { TextsPart } from '@/state/language';

import { textsFile } from './support/all-texts';
import {
  importsOf,
  parse,
  sourcesIn,
  targetOf,
  type Source,
} from './support/source';

/** Attributes that people see or hear. */
const SPOKEN = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'label',
  'placeholder',
  'title',
]);

/** Words that are the same in every language: what one types, and keys of the keyboard. */
const UNTRANSLATED = new Set([
  'yyyy-MM-dd hh:mm',
  'Enter',
  'Esc',
  'Ctrl',
  'Alt',
]);

const PLURALS = /_(zero|one|two|few|many|other)$/;

/** The compiler refuses this list when a kind is missing or too much. */
const warningKinds = {
  formCodeTaken: true,
  duplicateSection: true,
  duplicateQuestion: true,
  emptySection: true,
  noOptions: true,
  optionStays: true,
  movedQuestion: true,
} satisfies Record<Warning['kind'], true>;

const texts = { ro: textsOf('ro'), en: textsOf('en') } satisfies Record<
  Language,
  unknown
>;
/** Where the sign-in, the frame and the first list begin. */
const FIRST = ['src/app/app', 'src/app/session/signed-in'];
/** Loaded together with the texts of the screens: all other screens, and two dialogs. */
const LATER = new Set([
  'src/app/pages',
  'src/features/answers/evidence/evidence-dialog',
  'src/features/answers/analysis/analysis-dialog',
]);
const sources = [...sourcesIn('src/app'), ...sourcesIn('src/features')];

function textsOf(language: Language): Map<string, string> {
  return new Map([
    ...partOf(language, 'first'),
    ...partOf(language, 'screens'),
  ]);
}

function partOf(language: Language, part: TextsPart): [string, string][] {
  const parsed: unknown = JSON.parse(textsFile(language, part));
  return flatten(parsed, '');
}

/** What runs before another screen than the list is loaded: the parts loaded late, too. */
function firstSources(): Source[] {
  const found = new Map<string, Source>();
  const visit = (path: string) => {
    const source = sources.find((each) => each.path.startsWith(`${path}.ts`));
    if (!source || found.has(path) || LATER.has(path)) return;
    found.set(path, source);
    for (const specifier of importsOf(source)) {
      visit(targetOf(source, specifier) ?? '');
    }
  };
  for (const start of FIRST) visit(start);
  return [...found.values()];
}

function flatten(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) {
    throw new Error(`${path} is neither a text nor a group`);
  }
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) =>
    flatten(inner, path === '' ? key : `${path}.${key}`),
  );
}

/** The key as code names it: all plural forms of one are one. */
function nameOf(key: string): string {
  return key.replace(PLURALS, '');
}

function namesIn(language: Language): Set<string> {
  return new Set(keysIn(language).map(nameOf));
}

function keysIn(language: Language): string[] {
  return [...texts[language].keys()];
}

/** The values that a text is given, by name; one form may write its number as a word. */
function valuesByName(language: Language): Record<string, string[]> {
  const values: Record<string, string[]> = {};
  for (const [key, text] of texts[language]) {
    const found = [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name);
    const known = values[nameOf(key)] ?? [];
    const all = new Set([
      ...known,
      ...found.filter((name) => name !== undefined),
    ]);
    values[nameOf(key)] = [...all].sort();
  }
  return values;
}

describe('the texts', () => {
  it('have the same keys in every language', () => {
    const [first, ...others] = LANGUAGES;
    for (const other of others) {
      expect([...namesIn(other)].sort()).toEqual([...namesIn(first)].sort());
    }
  });

  it.each(LANGUAGES)('are never empty in %s', (language) => {
    const empty = [...texts[language]].filter(([, text]) => text.trim() === '');
    expect(empty).toEqual([]);
  });

  it.each(LANGUAGES)('have every plural form that %s needs', (language) => {
    const needed = new Intl.PluralRules(language)
      .resolvedOptions()
      .pluralCategories.toSorted();
    const plurals = keysIn(language).filter((key) => PLURALS.test(key));
    expect(plurals.length).toBeGreaterThan(0);
    for (const name of new Set(plurals.map(nameOf))) {
      const forms = plurals
        .filter((key) => nameOf(key) === name)
        .map((key) => key.slice(name.length + 1))
        // A sentence for none at all may be there beside them.
        .filter((form) => form !== 'zero');
      expect({ name, forms: forms.sort() }).toEqual({ name, forms: needed });
    }
  });

  it('name the same values in every language', () => {
    const [first, ...others] = LANGUAGES;
    for (const other of others) {
      expect(valuesByName(other)).toEqual(valuesByName(first));
    }
  });

  it.each(LANGUAGES)('stand in one of the two files of %s', (language) => {
    const first = new Set(partOf(language, 'first').map(([key]) => key));
    const twice = partOf(language, 'screens').filter(([key]) => first.has(key));
    expect(twice).toEqual([]);
  });

  it.each(LANGUAGES)('of the first list are in its file in %s', (language) => {
    const names = partOf(language, 'first').map(([key]) => nameOf(key));
    const late = partOf(language, 'screens').map(([key]) => nameOf(key));
    const early = firstSources();
    expect(early.length).toBeGreaterThan(100);
    expect(early.length).toBeLessThan(sources.length);
    const missing = early.flatMap(keysUsedIn).filter(({ pattern }) => {
      const whole = new RegExp(`^${pattern}$`);
      const isThere = names.some((name) => whole.test(name));
      return !isThere || late.some((name) => whole.test(name));
    });
    expect(missing).toEqual([]);
  });

  it('write ș and ț with a comma below', () => {
    const cedilla = [...texts.ro].filter(([, text]) => /[şţŞŢ]/.test(text));
    expect(cedilla).toEqual([]);
  });
});

describe('the screens', () => {
  it('use only keys that exist', () => {
    const names = namesIn('ro');
    const used = sources.flatMap(keysUsedIn);
    expect(used.length).toBeGreaterThan(100);
    const missing = used.filter(({ pattern }) => {
      const whole = new RegExp(`^${pattern}$`);
      return ![...names].some((name) => whole.test(name));
    });
    expect(missing).toEqual([]);
  });

  it('have a sentence for every warning about a form', () => {
    const group = 'forms.warning.';
    const named = [...namesIn('ro')].filter((name) => name.startsWith(group));
    const kinds = Object.keys(warningKinds).map((kind) => group + kind);
    expect(named.sort()).toEqual(kinds.sort());
  });

  it('show no word outside the translations', () => {
    expect(sources.flatMap(wordsIn)).toEqual([]);
  });

  it('would be caught with one', () => {
    const text = `
      export function Page() {
        return <p title="Salut">Bine {'ai'} <b aria-label={\`da \${1}\`}>.</b></p>;
      }`;
    const found = wordsIn({ path: 'page.tsx', text }).map(({ word }) => word);
    expect(found.sort()).toEqual(['Bine', 'Salut', 'ai', 'da']);
  });
});

interface UsedKey {
  path: string;
  /** A regular expression: parts that are only known at run time match any key. */
  pattern: string;
}

/**
 * The keys given to `t(...)`, and every text that looks like one: keys also
 * travel in tables ("outbox.state.sent") to a `t(key)`.
 */
function keysUsedIn(source: Source): UsedKey[] {
  const found: UsedKey[] = [];
  const groups = new Set(
    [...namesIn('ro')].filter((name) => name.includes('.')).map(groupOf),
  );
  const note = (node: ESTree.Node | undefined) => {
    for (const pattern of patternsOf(node)) {
      found.push({ path: source.path, pattern });
    }
  };
  new Visitor({
    CallExpression({ callee, arguments: [key] }) {
      if (callee.type === 'Identifier' && callee.name === 't') note(key);
    },
    Literal(node) {
      const looksLikeKey =
        typeof node.value === 'string' &&
        /^[a-z]\w*(\.\w+)+$/i.test(node.value) &&
        groups.has(groupOf(node.value));
      if (looksLikeKey) note(node);
    },
  }).visit(parse(source));
  return found;
}

function groupOf(name: string): string {
  return name.split('.')[0] ?? name;
}

function patternsOf(node: ESTree.Node | undefined): string[] {
  if (node?.type === 'Literal' && typeof node.value === 'string') {
    return [escapeText(node.value)];
  }
  if (node?.type === 'ConditionalExpression') {
    return [...patternsOf(node.consequent), ...patternsOf(node.alternate)];
  }
  if (node?.type === 'TemplateLiteral') {
    return [
      node.quasis.map(({ value }) => escapeText(value.cooked ?? '')).join('.+'),
    ];
  }
  // A variable: its values are literals elsewhere, and found there.
  return [];
}

function escapeText(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

interface Word {
  path: string;
  word: string;
}

/** Letters that a person would see or hear without any translation. */
function wordsIn(source: Source): Word[] {
  const found: Word[] = [];
  const note = (text: string | null | undefined) => {
    const word = text?.trim() ?? '';
    const isWord = /\p{L}/u.test(word) && !UNTRANSLATED.has(word);
    if (isWord) found.push({ path: source.path, word });
  };
  const noteValue = (node: ESTree.Node | null | undefined) => {
    if (node?.type === 'Literal' && typeof node.value === 'string') {
      note(node.value);
    } else if (node?.type === 'TemplateLiteral') {
      for (const { value } of node.quasis) note(value.cooked);
    } else if (node?.type === 'ConditionalExpression') {
      noteValue(node.consequent);
      noteValue(node.alternate);
    } else if (node?.type === 'JSXExpressionContainer') {
      noteValue(node.expression);
    }
  };
  new Visitor({
    JSXText: (node) => note(node.value),
    JSXElement: ({ children }) => {
      for (const child of children) {
        if (child.type === 'JSXExpressionContainer') noteValue(child);
      }
    },
    JSXFragment: ({ children }) => {
      for (const child of children) {
        if (child.type === 'JSXExpressionContainer') noteValue(child);
      }
    },
    JSXAttribute: ({ name, value }) => {
      const isSpoken = name.type === 'JSXIdentifier' && SPOKEN.has(name.name);
      if (isSpoken) noteValue(value);
    },
  }).visit(parse(source));
  return found;
}
