import { beforeAll } from 'vitest';

// What a page does next may take a busy machine longer than the second that the
// library allows.
beforeAll(async () => {
  if (typeof document === 'undefined') return;
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: 10_000 });
});
