import type { AttemptRow } from '@/db/intent';
import type { Event } from '@/domain/outbox/events';
import { outcomeOf } from '@/domain/outbox/outcome';

/** What is stored of a request or a question, to explain the state that followed. */
export type Evidence = Pick<AttemptRow, 'step' | 'outcome' | 'status'>;

/**
 * The evidence that an event leaves.
 * @param before the evidence of what led to the event: a reply that was checked
 * explains the state better than the check.
 */
export function evidenceOf(
  event: Event,
  before: Evidence | undefined,
): Evidence {
  switch (event.type) {
    case 'Claimed':
      return { step: 'claim' };
    case 'Recovered':
      return { step: 'recover' };
    case 'Preflighted': {
      if (event.rejection) return before ?? { step: 'settle' };
      const { found } = event.finding;
      return found === 'gone' || found === 'conflict'
        ? { step: 'verify', outcome: found }
        : { step: 'verify' };
    }
    case 'Replied': {
      const { reply } = event;
      const status = reply.ok ? reply.status : reply.failure.status;
      return { step: 'settle', outcome: outcomeOf(reply), status };
    }
    case 'Verified': {
      const { verdict, rejection } = event;
      if (!rejection) {
        const outcome = typeof verdict === 'object' ? 'unsure' : verdict;
        return { step: 'verify', outcome };
      }
      return verdict === 'applied'
        ? { step: 'settle', outcome: 'applied' }
        : (before ?? { step: 'settle' });
    }
    case 'Acknowledged':
      return before?.outcome ? before : { step: 'verify', outcome: 'applied' };
    default:
      return { step: 'settle' };
  }
}
