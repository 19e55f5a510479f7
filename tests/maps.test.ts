import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { counties } from '../server/seed/places/counties';
import { root } from './support/source';

type Point = [number, number];

interface Topology {
  arcs: Point[][];
  objects: {
    counties: { geometries: { type: string; id: string; arcs: number[][] }[] };
  };
}

const map: Topology = JSON.parse(
  readFileSync(join(root, 'public/maps/ro.json'), 'utf8'),
);
const shapes = map.objects.counties.geometries;

/** The points of a ring, the first one again at its end. */
function pointsOf(ring: readonly number[]): Point[] {
  const arcs = ring.map((number) => {
    let [x, y] = [0, 0];
    const points = (map.arcs[number < 0 ? ~number : number] ?? []).map(
      ([dx, dy]): Point => [(x += dx), (y += dy)],
    );
    return number < 0 ? points.toReversed() : points;
  });
  return arcs.flatMap((arc, at) => (at === 0 ? arc : arc.slice(1)));
}

function areaOf(ring: readonly number[]): number {
  const points = pointsOf(ring);
  const twice = points.slice(1).reduce((sum, [x, y], at) => {
    const [fromX = 0, fromY = 0] = points[at] ?? [];
    return sum + fromX * y - x * fromY;
  }, 0);
  return Math.abs(twice) / 2;
}

/** Which counties each arc belongs to, with the direction that they use it in. */
const users = new Map<number, { id: string; isBack: boolean }[]>();
for (const { id, arcs } of shapes) {
  for (const number of arcs.flat()) {
    const arc = number < 0 ? ~number : number;
    const others = users.get(arc) ?? [];
    users.set(arc, [...others, { id, isBack: number < 0 }]);
  }
}

function neighboursOf(code: string): string[] {
  const pairs = [...users.values()].map((each) => each.map(({ id }) => id));
  const mine = pairs.filter((pair) => pair.includes(code)).flat();
  return [...new Set(mine)].filter((id) => id !== code).sort();
}

it('the map has the shape of every county of the demo, and no other', () => {
  const ids = shapes.map(({ id }) => id).sort();
  expect(ids).toEqual(counties.map(({ code }) => code).sort());
  expect(ids).toHaveLength(42);
});

it('shapes are closed and large enough to be seen', () => {
  for (const { id, type, arcs } of shapes) {
    expect(type).toBe('Polygon');
    for (const ring of arcs) {
      const points = pointsOf(ring);
      expect([id, points.at(-1)]).toEqual([id, points[0]]);
      // The map is 1,000 wide.
      expect([id, areaOf(ring) > 300]).toEqual([id, true]);
    }
  }
});

it('neighbours share an arc, each in its own direction', () => {
  expect([...users.keys()].sort((a, b) => a - b)).toEqual([...map.arcs.keys()]);
  for (const each of users.values()) {
    expect(each.length).toBeLessThanOrEqual(2);
    if (each.length === 2) expect(each[0]?.isBack).not.toBe(each[1]?.isBack);
  }
  expect(neighboursOf('B')).toEqual(['IF']);
  expect(neighboursOf('IF')).toEqual(['B', 'CL', 'DB', 'GR', 'IL', 'PH']);
  expect(neighboursOf('CJ')).toEqual(['AB', 'BH', 'BN', 'MM', 'MS', 'SJ']);
  for (const { code } of counties) {
    expect(neighboursOf(code).length, code).toBeGreaterThan(0);
  }
});

it('the notice of its source lies beside it', () => {
  const notice = readFileSync(join(root, 'public/maps/NOTICE.txt'), 'utf8');
  expect(notice).toContain('Copyright (c) 2012 Mark DiMarco');
});
