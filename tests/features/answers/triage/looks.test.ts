import { expect, it } from 'vitest';

import { TRIAGE_LOOKS } from '@/features/answers/triage/triage-word';

it('no two states of a thread share a colour or an icon', () => {
  const looks = Object.values(TRIAGE_LOOKS);
  expect(new Set(looks.map(({ tone }) => tone)).size).toBe(looks.length);
  expect(new Set(looks.map(({ icon }) => icon)).size).toBe(looks.length);
});
