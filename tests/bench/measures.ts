import { coverage } from './measures/coverage';
import { drain } from './measures/drain';
import { fill } from './measures/fill';
import { filter } from './measures/filter';
import { firstSeconds } from './measures/first-seconds';
import { memory } from './measures/memory';
import { news } from './measures/news';
import { opens } from './measures/opens';
import { plan } from './measures/plan';
import { questions } from './measures/questions';
import { queue } from './measures/queue';
import { refresh } from './measures/refresh';
import { report } from './measures/report';
import { search } from './measures/search';
import { start } from './measures/start';
import { tasks } from './measures/tasks';
import { turns } from './measures/turns';
import type { Figure } from './figures';
import type { Stage } from './stage';

export interface Measure {
  name: string;
  what: string;
  /** Roughly, of one run at size S: for the time left until it is known better. */
  seconds: number;
  /** Runs when it is named, and not by itself. */
  isLong?: boolean | undefined;
  run(stage: Stage): Promise<Figure[]>;
}

/** In the order in which they run. */
export const measures: readonly Measure[] = [
  {
    name: 'start',
    what: 'first, repeated and offline visits until the first row is painted',
    seconds: 60,
    run: start,
  },
  {
    name: 'turns',
    what: 'next page of cached threads, rapid clicks during a sync and paused',
    seconds: 60,
    run: turns,
  },
  {
    name: 'opens',
    what: 'a cached thread opened until its answers are painted',
    seconds: 15,
    run: opens,
  },
  {
    name: 'queue',
    what: 'the next urgent thread of the queue until its answers are painted',
    seconds: 60,
    run: queue,
  },
  {
    name: 'filter',
    what: 'a letter in the filter of observers until other rows are painted',
    seconds: 15,
    run: filter,
  },
  {
    name: 'coverage',
    what: 'coverage opened from the cache, and filtered',
    seconds: 20,
    run: coverage,
  },
  {
    name: 'questions',
    what: 'figures about questions opened from the cache, and filtered',
    seconds: 30,
    run: questions,
  },
  {
    name: 'search',
    what: 'a letter in the search until other hits are painted',
    seconds: 20,
    run: search,
  },
  {
    name: 'report',
    what: 'the longest main-thread task while a report arrives under coverage, plan and wall',
    seconds: 150,
    run: report,
  },
  {
    name: 'news',
    what: 'a flagged answer until the open list of urgent threads says so',
    seconds: 40,
    run: news,
  },
  {
    name: 'plan',
    what: 'a plan of 50,000 rows from its file until it is compared',
    seconds: 30,
    isLong: true,
    run: plan,
  },
  {
    name: 'first',
    what: 'requests, bytes and reads of live queries in the first three seconds',
    seconds: 15,
    run: firstSeconds,
  },
  {
    name: 'refresh',
    what: 'rows written and live queries re-run by a refresh that changes nothing',
    seconds: 15,
    run: refresh,
  },
  {
    name: 'fill',
    what: 'database time of a first fill beside raw IndexedDB',
    seconds: 20,
    run: fill,
  },
  {
    name: 'tasks',
    what: 'the longest main-thread task of the first sync',
    seconds: 20,
    run: tasks,
  },
  {
    name: 'drain',
    what: '100 edits made without a server, sent over a link of 300 ms',
    seconds: 240,
    isLong: true,
    run: drain,
  },
  {
    name: 'memory',
    what: 'heaps over a simulated hour, which takes --minutes',
    seconds: 320,
    isLong: true,
    run: memory,
  },
];
