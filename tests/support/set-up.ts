import { beforeAll, vi } from 'vitest';

// Files share a process, so that packages are loaded once. Our own modules are
// loaded anew for each: one file would see the mocks and the state of another.
vi.resetModules();

// What a page does next may take a busy machine longer than the second that the
// library allows.
beforeAll(async () => {
  if (typeof document === 'undefined') return;
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: 10_000 });
});
