import type { Mutant } from './mutant';

const WORKER = ['tests/workers/triage'];
const UNION = ['tests/domain/triage/shared'];

/** How decisions about threads are kept, sent and read. */
export const markMutants: readonly Mutant[] = [
  {
    name: 'shared-mark-is-sent-again',
    breaks: 'a decision that the server has is sent again',
    file: 'src/workers/triage.ts',
    within: 'readWaiting',
    find: '[...shared, ...refused]);',
    replace: 'refused);',
    suites: WORKER,
  },
  {
    name: 'refused-mark-is-sent-by-the-next-leader',
    breaks: 'a refused decision is sent again by each leader, unasked',
    file: 'src/workers/triage.ts',
    within: 'readWaiting',
    find: '[...shared, ...refused]);',
    replace: 'shared);',
    suites: WORKER,
  },
  {
    name: 'mark-is-sent-before-reading',
    breaks: 'a decision that arrived with a lost reply is sent again',
    file: 'src/workers/triage.ts',
    within: 'run',
    find: 'if (!(await pull())) return false;',
    replace: '',
    suites: WORKER,
  },
  {
    name: 'marks-of-others-are-sent',
    breaks:
      'decisions of others, out of a file, are sent in the name of this account',
    file: 'src/domain/triage/shared.ts',
    within: 'waitingMarks',
    find: 'history.filter(({ setBy }) => setBy === account)',
    replace: 'history.filter(() => account !== undefined)',
    suites: WORKER,
  },
  {
    name: 'refused-mark-holds-up-others',
    breaks: 'decisions behind one that the server refuses are not sent',
    file: 'src/workers/triage.ts',
    within: 'send',
    find: 'await keepRefusal(engine, each, reply.failure); return true;',
    replace: 'throw new Error(reply.failure.kind);',
    suites: WORKER,
  },
  {
    name: 'mark-is-dropped-on-refusal',
    breaks: 'a refused decision looks as if it waited, and is not sent again',
    file: 'src/workers/triage.ts',
    within: 'send',
    find: 'await keepRefusal(engine, each, reply.failure);',
    replace: 'answered.add(nameOf(each));',
    suites: WORKER,
  },
  {
    name: 'lost-mark-counts-as-sent',
    breaks: 'a decision that got no answer is not sent again before a restart',
    file: 'src/workers/triage.ts',
    within: 'send',
    find: 'if (!finalOutcomes.has(outcomeOf(reply))) return false;',
    replace: `if (!finalOutcomes.has(outcomeOf(reply))) {
        answered.add(nameOf(each));
        return false;
      }`,
    suites: WORKER,
  },
  {
    name: 'lost-mark-counts-as-refused',
    breaks: 'a decision whose request was cut waits for a person',
    file: 'src/workers/triage.ts',
    within: 'send',
    find: 'if (!finalOutcomes.has(outcomeOf(reply))) return false;',
    replace: '',
    suites: WORKER,
  },
  {
    name: 'own-mark-hides-marks-of-others',
    breaks:
      'a reply is cached by itself: marks stored before it are never read',
    file: 'src/workers/triage.ts',
    within: 'send',
    find: 'answered.add(nameOf(each));',
    replace: `const stored = reply?.ok ? reply.value : undefined;
    if (stored) await engine.databases.cache.sharedMarks.put(stored);
    answered.add(nameOf(each));`,
    suites: ['tests/workers/triage'],
  },
  {
    name: 'older-mark-is-in-force',
    breaks: 'of two decisions about a thread the older one is in force',
    file: 'src/domain/triage/shared.ts',
    within: 'newestFirst',
    find: 'return other.setAt - one.setAt;',
    replace: 'return one.setAt - other.setAt;',
    suites: UNION,
  },
  {
    name: 'mark-of-a-fast-clock-stays-in-force',
    breaks:
      'a decision by a clock that is ahead wins for as long as it is ahead',
    file: 'src/domain/triage/shared.ts',
    within: 'unionMarks',
    find: 'setAt: Math.min(setAt, receivedAt),',
    replace: 'setAt,',
    suites: UNION,
  },
  {
    name: 'refused-mark-is-in-force',
    breaks: 'a refused decision is shown as if the server had it',
    file: 'src/domain/triage/shared.ts',
    within: 'unionMarks',
    find: 'marksBeside(local, [...shared, ...refused])',
    replace: 'marksBeside(local, shared)',
    suites: UNION,
  },
  {
    name: 'second-mark-forgets-the-first',
    breaks: 'a decision that was not sent yet is lost with the next one',
    file: 'src/data/triage/triage-marks.ts',
    within: 'write',
    find: 'history: addMark(history, mark, now, newest)',
    replace: 'history: addMark([], mark, now, newest)',
    suites: [],
    stories: 200,
  },
  {
    name: 'let-go-mark-takes-the-others-along',
    breaks: 'letting one decision go deletes the history of its thread',
    file: 'src/data/triage/refused-marks.ts',
    within: 'dropMark',
    find: 'if (history.length === 0) await',
    replace: 'if (history.length >= 0) await',
    suites: ['tests/data/triage/refused-marks'],
  },
];
