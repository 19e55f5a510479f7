/** A shape of the map: a county and its outline as the `d` of an SVG path. */
interface Shape {
  /** County code. */
  code: string;
  path: string;
}

export interface MapShapes {
  width: number;
  height: number;
  shapes: Shape[];
}

type Point = readonly [x: number, y: number];

/**
 * The outlines of a map file: quantized TopoJSON with an object `counties` of
 * polygons, whose ids are county codes and whose y grows upwards (docs/operations.md).
 * Undefined when the file is anything else: drawn in another way it would be a
 * wrong map.
 */
export function readMap(file: unknown): MapShapes | undefined {
  const transform = partOf(file, 'transform');
  const isQuantized =
    partOf(file, 'type') === 'Topology' &&
    isPair(partOf(transform, 'scale')) &&
    isPair(partOf(transform, 'translate'));
  const arcs = partOf(file, 'arcs');
  const counties = partOf(partOf(file, 'objects'), 'counties');
  const geometries = partOf(counties, 'geometries');
  if (!isQuantized || !areArcs(arcs) || !Array.isArray(geometries)) {
    return undefined;
  }
  const lines = arcs.map(pointsOf);
  const all = lines.flat();
  const width = all.reduce((most, [x]) => Math.max(most, x), 0);
  const height = all.reduce((most, [, y]) => Math.max(most, y), 0);
  const shapes: Shape[] = [];
  for (const geometry of geometries) {
    const code = partOf(geometry, 'id');
    const rings = ringsOf(geometry);
    if (typeof code !== 'string' || !areRings(rings, lines)) return undefined;
    const path = rings.map((ring) => outline(ring, lines, height)).join('');
    shapes.push({ code, path });
  }
  return shapes.length === 0 ? undefined : { width, height, shapes };
}

function partOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Reflect.get(value, name)
    : undefined;
}

function isPair(value: unknown): value is Point {
  return (
    Array.isArray(value) && value.length === 2 && value.every(Number.isFinite)
  );
}

/** Only quantized arcs are of whole numbers. */
function areArcs(value: unknown): value is Point[][] {
  return (
    Array.isArray(value) &&
    value.every(
      (arc) =>
        Array.isArray(arc) &&
        arc.every((step) => isPair(step) && step.every(Number.isInteger)),
    )
  );
}

/** Each point of an arc is told by its distance from the one before. */
function pointsOf(arc: readonly Point[]): Point[] {
  let [x, y] = [0, 0];
  return arc.map(([dx, dy]): Point => {
    x += dx;
    y += dy;
    return [x, y];
  });
}

/** The rings of a polygon, or of all polygons of a county with islands. */
function ringsOf(geometry: unknown): unknown {
  const arcs = partOf(geometry, 'arcs');
  const type = partOf(geometry, 'type');
  if (type === 'MultiPolygon') return Array.isArray(arcs) ? arcs.flat() : arcs;
  return type === 'Polygon' ? arcs : undefined;
}

/** Whether each ring is a row of numbers of arcs that there are. */
function areRings(
  rings: unknown,
  lines: readonly Point[][],
): rings is number[][] {
  return (
    Array.isArray(rings) &&
    rings.length > 0 &&
    rings.every(
      (ring) =>
        Array.isArray(ring) &&
        ring.length > 0 &&
        ring.every((number) => lines[number < 0 ? ~number : number]),
    )
  );
}

/** A negative number is that arc backwards. */
function outline(
  ring: readonly number[],
  lines: readonly Point[][],
  height: number,
): string {
  const points = ring.flatMap((number) =>
    number < 0 ? (lines[~number] ?? []).toReversed() : (lines[number] ?? []),
  );
  return `M${points.map(([x, y]) => `${x} ${height - y}`).join('L')}Z`;
}
