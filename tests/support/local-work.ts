import type { CallRow, PlanRow } from '@/db/intent';
import type { Call } from '@/domain/calls/call';
import type { SavedView } from '@/domain/views/saved-view';

const noon = Date.UTC(2026, 10, 22, 12);

export function aCall(changes: Partial<Call> = {}): Call {
  return {
    outcome: 'reached',
    note: '',
    calledBy: 'organizer@demo.org',
    calledAt: noon,
    ...changes,
  };
}

/** The calls to an observer as they are stored. */
export function aCallRow(changes: Partial<CallRow> = {}): CallRow {
  return { observerId: 41, log: [aCall()], ...changes };
}

/** The plan as it is stored. */
export function aPlanRow(changes: Partial<PlanRow> = {}): PlanRow {
  return {
    name: 'plan',
    fileName: 'plan.csv',
    importedAt: noon,
    lines: [{ phone: '0700000041', county: 'CJ', station: 7 }],
    ...changes,
  };
}

export function aSavedView(changes: Partial<SavedView> = {}): SavedView {
  return {
    id: 'v-1',
    name: 'Cluj',
    query: 'county=CJ',
    isPinned: true,
    order: 1,
    changedAt: noon,
    ...changes,
  };
}
