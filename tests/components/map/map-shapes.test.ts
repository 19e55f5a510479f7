import { expect, it } from 'vitest';

import { readMap } from '@/components/map/map-shapes';

const arc = [
  [0, 0],
  [10, 0],
  [0, 10],
  [-10, -10],
];

function aMap(changes: object = {}, arcs: unknown = [[0]]) {
  return {
    type: 'Topology',
    transform: { scale: [0.01, 0.007], translate: [20, 43] },
    arcs: [arc],
    objects: {
      counties: { geometries: [{ type: 'Polygon', id: 'CJ', arcs }] },
    },
    ...changes,
  };
}

it('draws quantized arcs with y upwards', () => {
  expect(readMap(aMap())).toEqual({
    width: 10,
    height: 10,
    shapes: [{ code: 'CJ', path: 'M0 10L10 10L10 0L0 10Z' }],
  });
});

it.each([
  ['is in degrees', aMap({ transform: undefined })],
  ['is no topology', aMap({ type: 'FeatureCollection' })],
  [
    'is not of whole numbers',
    aMap({
      arcs: [
        [
          [0, 0],
          [0.5, 1],
        ],
      ],
    }),
  ],
  ['names arcs that it does not have', aMap({}, [[3]])],
  ['has its rings in another depth', aMap({}, [0])],
])('is no map when the file %s', (_, file) => {
  expect(readMap(file)).toBe(undefined);
});
