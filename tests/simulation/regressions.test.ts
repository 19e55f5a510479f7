import { readFileSync } from 'node:fs';

import { beforeAll, expect, it } from 'vitest';

import { loadPages } from './device/page';
import { regressions } from './regressions';
import type { Story } from './story/commands';
import { storyOf } from './story/generate';
import { knownFailures } from './story/known-failures';
import { tell } from './story/story';
import { trace } from './story/trace';
import { classicTraits } from './story/traits';

/**
 * One story to look into, word for word, by its number or in a file:
 * `npm run simulate:engine -- --story`.
 */
const STORY = process.env['SIMULATION_STORY'];

beforeAll(loadPages);

it.each(Object.entries(regressions))('%s', async (_, story) => {
  const server = { ...classicTraits, ...story.server };
  const { complaints } = await tell({ ...story, server });
  expect(complaints).toEqual([]);
});

// A mended one moves to the regressions, and what it left out is told again.
it.each(knownFailures)('still fails: $name', async ({ story, breaks }) => {
  const { complaints } = await tell(story);
  expect(complaints.join()).toMatch(breaks);
});

it.runIf(STORY)('tells one story', { timeout: 600_000 }, async () => {
  trace.say = (text) => process.stderr.write(`${text}\n`);
  const { complaints } = await tell(storyNamed(STORY ?? ''));
  expect(complaints).toEqual([]);
});

function storyNamed(name: string): Story {
  return /^\d+$/.test(name)
    ? storyOf(Number(name))
    : JSON.parse(readFileSync(name, 'utf8'));
}
