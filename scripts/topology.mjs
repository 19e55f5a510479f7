/** The arcs of a TopoJSON in its own coordinates, without deltas. */
export function absoluteArcs({ arcs, transform }) {
  const [scaleX, scaleY] = transform.scale;
  const [x0, y0] = transform.translate;
  return arcs.map((arc) => {
    let [x, y] = [0, 0];
    return arc.map(([dx, dy]) => {
      x += dx;
      y += dy;
      return [x * scaleX + x0, y * scaleY + y0];
    });
  });
}

/** An arc of whole numbers as TopoJSON writes it; points that fall together are one. */
export function deltasOf(arc) {
  let last = [0, 0];
  const deltas = [];
  for (const point of arc) {
    const delta = [point[0] - last[0], point[1] - last[1]];
    if (deltas.length > 0 && delta[0] === 0 && delta[1] === 0) continue;
    deltas.push(delta);
    last = point;
  }
  return deltas;
}

/**
 * An arc without the points that show least (Visvalingam and Whyatt): the point
 * whose triangle with its neighbours is smallest goes first, until none is smaller
 * than `minArea`. Both ends stay, other arcs end there; of a ring five points do.
 */
export function simplified(arc, minArea) {
  const points = [...arc];
  const [first, last] = [points[0], points.at(-1)];
  const isRing = first[0] === last[0] && first[1] === last[1];
  while (points.length > (isRing ? 5 : 2)) {
    let least = 0;
    let area = Infinity;
    for (let at = 1; at < points.length - 1; at += 1) {
      const here = areaOf(points[at - 1], points[at], points[at + 1]);
      if (here < area) [least, area] = [at, here];
    }
    if (area >= minArea) break;
    points.splice(least, 1);
  }
  return points;
}

/** Pairs of arcs that cross, by number; an arc that crosses itself is one, too. */
export function crossings(arcs) {
  const segments = arcs.flatMap((arc, number) =>
    arc.slice(1).map((end, at) => ({ number, start: arc[at], end })),
  );
  const found = [];
  for (const [at, one] of segments.entries()) {
    for (const other of segments.slice(at + 1)) {
      if (doCross(one, other)) found.push([one.number, other.number]);
    }
  }
  return found;
}

/** Whether two segments cross in their inside; those that only touch do not. */
function doCross(one, other) {
  const side = (line, [x, y]) =>
    Math.sign(
      (line.end[0] - line.start[0]) * (y - line.start[1]) -
        (line.end[1] - line.start[1]) * (x - line.start[0]),
    );
  return (
    side(one, other.start) * side(one, other.end) < 0 &&
    side(other, one.start) * side(other, one.end) < 0
  );
}

function areaOf([ax, ay], [bx, by], [cx, cy]) {
  return Math.abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) / 2;
}
