import type { Mutant } from './mutant';

const WORKER = 'src/workers/triage.ts';
const SHARED = 'src/domain/triage/shared.ts';
const WORKER_SUITES = ['tests/workers/triage'];

/** Of the decisions about threads that a server shares. */
export const markMutants: Mutant[] = [
  {
    name: 'mark-is-sent-before-reading',
    breaks: 'a decision that arrived with a lost reply is sent again',
    file: WORKER,
    find: 'if (!(await pullMarks(engine))) return false;',
    replace: '',
    suites: WORKER_SUITES,
  },
  {
    name: 'marks-of-others-are-sent',
    breaks:
      'decisions of others, out of a file, are sent in the name of this account',
    file: WORKER,
    find: 'history.filter(({ setBy }) => setBy === account)',
    replace: 'history.filter(() => account !== undefined)',
    suites: WORKER_SUITES,
  },
  {
    name: 'failed-mark-is-given-up',
    breaks: 'a decision at which the server fails once is never sent again',
    file: WORKER,
    find: 'if (reply && !reply.ok && !isFinal(reply)) return false;',
    replace: '',
    suites: WORKER_SUITES,
  },
  {
    name: 'refused-mark-holds-up-others',
    breaks: 'decisions behind one that the server refuses are not sent',
    file: WORKER,
    find: 'if (!(await send(each))) areAllSent = false;',
    replace: 'if (!(await send(each)) || answered.size > 0) return false;',
    suites: WORKER_SUITES,
  },
  {
    name: 'refused-mark-says-nothing',
    breaks: 'a decision that the server refuses looks as if it waited',
    file: WORKER,
    find: 'if (reply && !reply.ok) await noteRefusal(engine, resource, reply.failure);',
    replace: '',
    suites: WORKER_SUITES,
  },
  {
    name: 'fast-clock-wins',
    breaks: 'a decision from a device whose clock is ahead stays in force',
    file: SHARED,
    find: 'setAt: Math.min(setAt, receivedAt),',
    replace: 'setAt,',
    suites: ['tests/domain/triage'],
  },
];
