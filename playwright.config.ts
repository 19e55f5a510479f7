import { defineConfig } from '@playwright/test';

import type { Shared } from './tests/e2e/support/test';

/**
 * Beside the faults, where they have time and more than a few rows: long stories,
 * the figures of every screen, and the browser's own menus and dialogs.
 */
const SLOW =
  /e2e\/(figures|coordinator|reviewer|menus|dialogs|row-actions)\.test\.ts$/;

/** What staff do before election day, or seldom on it; `npm run test:faults` runs it, too. */
const SELDOM = new RegExp(
  `e2e/(${[
    'accounts',
    'audit',
    'download',
    'empty-database',
    'form-editor',
    'forms',
    'installation',
    'last-screen',
    'local-work',
    'notifications',
    'observer-import',
    'places-import',
    'plan',
    'polling-stations',
    'sign-in',
    'statistics',
    'views',
  ].join('|')})\\.test\\.ts$`,
);

/**
 * End-to-end tests: a real browser against the real server and the built app.
 * No retries: a test that passes at the second try does not pass.
 */
export default defineConfig<object, Shared>({
  testDir: 'tests/e2e',
  projects: [
    {
      name: 'e2e',
      testIgnore: [
        /tests\/e2e\/faults\//,
        SLOW,
        SELDOM,
        /e2e\/accessibility\.test\.ts$/,
        /-classic\.test\.ts$/,
      ],
    },
    { name: 'seldom', testMatch: SELDOM },
    // The same journeys on a server of the older revision.
    { name: 'classic', testMatch: /tests\/e2e\/[\w-]+-classic\.test\.ts$/ },
    { name: 'accessibility', testMatch: /e2e\/accessibility\.test\.ts$/ },
    {
      name: 'faults',
      testMatch: [/tests\/e2e\/faults\/.*\.test\.ts$/, SLOW],
      use: { size: 'S' },
      // Their faults are timed: a third test beside them would slow the answers.
      workers: 2,
    },
  ],
  globalSetup: './tests/e2e/support/global-setup.ts',
  // Tests wait more than they work: four keep two cores busy.
  workers: 4,
  retries: 0,
  // Patience for a busy machine: how quick things are is for the benchmarks.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  reporter: [
    ['list'],
    ['./tests/e2e/support/reporters/faults.ts'],
    ['./tests/e2e/support/reporters/durations.ts'],
  ],
  use: {
    headless: true,
    viewport: { width: 1366, height: 768 },
    locale: 'ro-RO',
    timezoneId: 'Europe/Bucharest',
    trace: 'off',
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      // Chromium refuses its sandbox to root, which is who runs in a container.
      args: ['--no-sandbox'],
    },
  },
});
