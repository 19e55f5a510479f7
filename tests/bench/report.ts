import { groupBy } from '../../server/group-by';
import type { Figure, Summary } from './figures';
import { summarise } from './figures';

/** A figure as one build had it in one round. */
export interface Sample {
  size: string;
  measure: string;
  side: string;
  figure: Figure;
}

/** One figure at one size, with the rounds of each build. */
export interface Row {
  size: string;
  measure: string;
  what: string;
  unit: Figure['unit'];
  atMost?: number | undefined;
  atLeast?: number | undefined;
  builds: Record<string, Summary>;
}

/** Joins the samples of all rounds into rows, in the order in which they came. */
export function toRows(samples: readonly Sample[]): Row[] {
  const groups = groupBy(
    [...samples],
    ({ size, measure, figure }) => `${size} ${measure} ${figure.what}`,
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { size, measure, figure } = first;
    const { what, unit, atMost, atLeast } = figure;
    const sides = groupBy(group, ({ side }) => side);
    const builds = Object.fromEntries(
      [...sides].map(([side, its]) => [
        side,
        summarise(its.map((sample) => sample.figure.value)),
      ]),
    );
    return [{ size, measure, what, unit, atMost, atLeast, builds }];
  });
}

/**
 * The table of one size. A ratio above 1 says that the first build has less; only
 * what the first build has is compared with the budget.
 */
export function tableOf(
  rows: readonly Row[],
  sides: readonly string[],
): string[] {
  const [own = '', other] = sides;
  const cells = rows.map((row) => {
    const mine = row.builds[own];
    const theirs = other === undefined ? undefined : row.builds[other];
    return [
      row.what,
      say(mine, row.unit),
      ...(other === undefined
        ? []
        : [say(theirs, row.unit), ratioOf(mine, theirs)]),
      budgetOf(row),
      verdictOf(row, mine),
    ];
  });
  const head = [
    'median (min to max)',
    own,
    ...(other === undefined ? [] : [other, 'ratio']),
    'budget',
    '',
  ];
  return align([head, ...cells]);
}

/** How each figure grows from size to size: the medians of one build. */
export function growthOf(rows: readonly Row[], side: string): string[] {
  const sizes = [...new Set(rows.map(({ size }) => size))];
  // What counts the rows of a size in its name has another name at each size.
  const nameOf = ({ what }: Row) => what.replaceAll(/\b\d{3,}\b/g, 'n');
  const groups = groupBy([...rows], (row) => `${row.measure} ${nameOf(row)}`);
  const cells = [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const medians = sizes.map((size) => {
      const row = group.find((each) => each.size === size);
      const summary = row?.builds[side];
      return summary && row ? digits(summary.median, row.unit) : '';
    });
    return [[nameOf(first), ...medians, first.unit]];
  });
  return align([[`medians of ${side}`, ...sizes, ''], ...cells]);
}

function say(summary: Summary | undefined, unit: Figure['unit']): string {
  if (!summary) return '';
  const { median, min, max } = summary;
  const [middle, least, most] = [median, min, max].map((value) =>
    digits(value, unit),
  );
  return `${middle} ${unit} (${least} to ${most})`;
}

function digits(value: number, unit: Figure['unit']): string {
  return value.toFixed(unit === 's' || unit === 'of raw' ? 2 : 0);
}

function ratioOf(mine?: Summary, theirs?: Summary): string {
  if (!mine || !theirs || mine.median === 0) return '';
  return (theirs.median / mine.median).toFixed(2);
}

function budgetOf({ atMost, atLeast, unit }: Row): string {
  const parts = [
    atLeast === undefined ? [] : [`at least ${atLeast} ${unit}`],
    atMost === undefined ? [] : [`at most ${atMost} ${unit}`],
  ];
  return parts.flat().join(', ');
}

function verdictOf({ atMost, atLeast }: Row, summary?: Summary): string {
  if (!summary || (atMost === undefined && atLeast === undefined)) return '';
  const { median } = summary;
  const isWithin =
    median <= (atMost ?? Number.POSITIVE_INFINITY) &&
    median >= (atLeast ?? Number.NEGATIVE_INFINITY);
  return isWithin ? 'within' : 'OVER';
}

function align(lines: readonly string[][]): string[] {
  const widths = (lines[0] ?? []).map((_, at) =>
    Math.max(...lines.map((line) => (line[at] ?? '').length)),
  );
  return lines.map((line) =>
    line
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
