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
 * The outlines of a map file: TopoJSON with quantized arcs in an object `counties`,
 * whose ids are county codes and whose y grows upwards (public/maps). Undefined
 * when the file is anything else.
 */
export function readMap(file: unknown): MapShapes | undefined {
  const arcs = partOf(file, 'arcs');
  const counties = partOf(partOf(file, 'objects'), 'counties');
  const geometries = partOf(counties, 'geometries');
  if (!Array.isArray(arcs) || !Array.isArray(geometries)) return undefined;
  const lines = arcs.map(pointsOf);
  const all = lines.flat();
  const width = all.reduce((most, [x]) => Math.max(most, x), 0);
  const height = all.reduce((most, [, y]) => Math.max(most, y), 0);
  const shapes = geometries.flatMap((geometry: unknown) => {
    const code = partOf(geometry, 'id');
    const rings = ringsOf(geometry);
    const path = rings.map((ring) => outline(ring, lines, height)).join('');
    return typeof code === 'string' && path !== '' ? [{ code, path }] : [];
  });
  return shapes.length === 0 ? undefined : { width, height, shapes };
}

function partOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Reflect.get(value, name)
    : undefined;
}

/** Each point of an arc is told by its distance from the one before. */
function pointsOf(arc: unknown): Point[] {
  let [x, y] = [0, 0];
  return (Array.isArray(arc) ? arc : []).map((step: unknown): Point => {
    const [dx, dy] = Array.isArray(step) ? step.map(Number) : [];
    x += dx ?? 0;
    y += dy ?? 0;
    return [x, y];
  });
}

/** The rings of a polygon, or of all polygons of a county with islands. */
function ringsOf(geometry: unknown): number[][] {
  const arcs = partOf(geometry, 'arcs');
  const type = partOf(geometry, 'type');
  if (!Array.isArray(arcs)) return [];
  return type === 'MultiPolygon' ? arcs.flat() : arcs;
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
