import { describe, expect, it } from 'vitest';

import type { Figure } from './figures';
import { summarise } from './figures';
import { buildIn, readOptions } from './options';
import { openProgress } from './progress';
import type { Sample } from './report';
import { growthOf, tableOf, toRows } from './report';

const figure = (value: number, more: Partial<Figure> = {}): Figure => ({
  what: 'next page',
  value,
  unit: 'ms',
  atMost: 60,
  ...more,
});

const sample = (side: string, value: number, size = 'S'): Sample => ({
  size,
  measure: 'turns',
  side,
  figure: figure(value),
});

describe('the table of the benchmark', () => {
  it('has the median of the rounds with the least and the most', () => {
    expect(summarise([50, 40, 90])).toMatchObject({
      median: 50,
      min: 40,
      max: 90,
    });
  });

  it('puts two builds side by side and says how many times less the first has', () => {
    const rows = toRows([
      sample('this build', 50),
      sample('other build', 100),
      sample('this build', 40),
      sample('other build', 80),
      sample('this build', 90),
      sample('other build', 120),
    ]);
    const [, line] = tableOf(rows, ['this build', 'other build']);
    expect(line?.split(/ {2,}/)).toEqual([
      'next page',
      '50 ms (40 to 90)',
      '100 ms (80 to 120)',
      '2.00',
      'at most 60 ms',
      'within',
    ]);
  });

  it.each([
    [{ value: 61, atMost: 60 }, 'OVER'],
    [{ value: 0, atMost: 0 }, 'within'],
    [{ value: 99, atMost: 100, atLeast: 100 }, 'OVER'],
    [{ value: 99, atMost: undefined }, '(99 to 99)'],
  ])('compares %o with its budget: %s', (more, verdict) => {
    const rows = toRows([{ ...sample('this', 0), figure: figure(0, more) }]);
    expect(tableOf(rows, ['this'])[1]?.trimEnd()).toMatch(
      new RegExp(`${verdict.replaceAll(/[()]/g, '\\$&')}$`),
    );
  });

  it('shows how a figure grows, also where its name counts the rows', () => {
    const named = (size: string, rows: number): Sample => ({
      ...sample('this', rows, size),
      figure: figure(rows / 100, { what: `filter of ${rows} observers` }),
    });
    const rows = toRows([named('S', 850), named('L', 5_000)]);
    expect(growthOf(rows, 'this')[1]?.split(/ {2,}/)).toEqual([
      'filter of n observers',
      '9',
      '50',
      'ms',
    ]);
  });
});

describe('the flags of the benchmark', () => {
  it('are five rounds of size L unless told otherwise', () => {
    expect(readOptions(['--'])).toMatchObject({
      measures: [],
      sizes: ['L'],
      rounds: 5,
      against: undefined,
    });
    expect(
      readOptions(['start', 'turns', '--size', 's,XL', '--rounds', '2']),
    ).toMatchObject({
      measures: ['start', 'turns'],
      sizes: ['S', 'XL'],
      rounds: 2,
    });
  });

  it.each([
    [['--size', 'XXL'], '--size'],
    [['--rounds', '0'], '--rounds'],
    [['--minutes', 'x'], '--minutes'],
    [['--against', 'docs'], 'There is no build in'],
    [['--nonsense'], '--nonsense'],
  ])('refuse %o by name', (args, name) => {
    expect(() => readOptions(args)).toThrow(name);
  });

  it('do not take the sources of a checkout for its build', () => {
    expect(() => buildIn('public')).toThrow('npm run build');
  });
});

it('tells what runs and how long the rest takes, by what was seen so far', () => {
  const measure = {
    name: 'turns',
    what: '',
    seconds: 60,
    run: async () => [],
  };
  const said: string[] = [];
  const steps = [1, 2, 3].map((round) => ({ measure, side: 'this', round }));
  const progress = openProgress(steps, (line) => said.push(line));
  progress.begin(0);
  progress.end(0, 10);
  progress.begin(1);
  expect(said).toEqual([
    'round 1, turns, this: 1 of 3, about 3 min left',
    'round 2, turns, this: 2 of 3, about 20 s left',
  ]);
});
