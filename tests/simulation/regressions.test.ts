import { readFileSync } from 'node:fs';

import { beforeAll, expect, it } from 'vitest';

import { loadPages } from './device/page';
import { regressions } from './regressions';
import { tell } from './story/story';
import { trace } from './story/trace';
import { classicTraits } from './story/traits';

/** A file with one story to look into, word for word: `npm run simulate:engine -- --story`. */
const STORY = process.env['SIMULATION_STORY'];

beforeAll(loadPages);

it.each(Object.entries(regressions))('%s', async (_, story) => {
  const server = { ...classicTraits, ...story.server };
  const { complaints } = await tell({ ...story, server });
  expect(complaints).toEqual([]);
});

it.runIf(STORY)('tells one story', { timeout: 600_000 }, async () => {
  trace.say = (text) => process.stderr.write(`${text}\n`);
  const { complaints } = await tell(
    JSON.parse(readFileSync(STORY ?? '', 'utf8')),
  );
  expect(complaints).toEqual([]);
});
