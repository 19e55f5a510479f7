import type { CoverageSource } from '@/data/coverage/coverage';
import { countyLines } from '@/data/coverage/county-figures';
import type { TriageByThread } from '@/data/triage/triage';
import type { Report } from '@/domain/coverage/report';
import { urgentWaiting } from '@/domain/coverage/urgent-waiting';
import { isClosed } from '@/domain/triage/triage';

/** So many of the latest urgent threads take their turns. */
const LATEST = 20;

/** What the wall display is worked out from. */
export interface WallRead {
  source: CoverageSource;
  triage: TriageByThread;
  /** Epoch ms by the server's clock. */
  now: number;
}

export type WallFigures = ReturnType<typeof figuresOf>;

/** Of what was read the last figures: drawing them asks again. */
const known = new WeakMap<WallRead, WallFigures>();

/** The figures of a read; worked out once. */
export function wallFigures(read: WallRead): WallFigures {
  const figures = known.get(read) ?? figuresOf(read);
  known.set(read, figures);
  return figures;
}

function figuresOf({ source, triage, now }: WallRead) {
  const isClosedHere = (key: string) => isClosed(triage.get(key) ?? []);
  const urgent = urgentWaiting(source.reports, isClosedHere, LATEST);
  return {
    ...countyLines(source, now),
    urgent,
    names: namesOf(urgent.latest, source),
  };
}

/** Names of those who reported, by id. */
function namesOf(
  reports: readonly Report[],
  { observers }: CoverageSource,
): ReadonlyMap<number, string> {
  const ids = new Set(reports.map(({ observerId }) => observerId));
  return new Map(
    observers.filter(({ id }) => ids.has(id)).map(({ id, name }) => [id, name]),
  );
}
