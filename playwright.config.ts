import { defineConfig } from '@playwright/test';

import type { Shared } from './tests/e2e/support/test';

/**
 * End-to-end tests: a real browser against the real server and the built app. A
 * project is a folder of `tests/e2e`:
 * smoke: what staff do on election day, in every `npm test`.
 * seldom: before it or rarely, the long stories, and the browser's own menus.
 * classic: the same journeys on a server of the older revision.
 * faults: the line, the server, the browser and the device fail.
 * accessibility: axe on every screen.
 * browsers: Firefox and WebKitGTK, where they are installed.
 * No retries: a test that passes at the second try does not pass.
 */
export default defineConfig<object, Shared>({
  testDir: 'tests/e2e',
  projects: [
    { name: 'smoke', testDir: 'tests/e2e/smoke' },
    { name: 'seldom', testDir: 'tests/e2e/seldom' },
    { name: 'classic', testDir: 'tests/e2e/classic' },
    { name: 'accessibility', testDir: 'tests/e2e/accessibility' },
    { name: 'browsers', testDir: 'tests/e2e/browsers' },
    {
      name: 'faults',
      testDir: 'tests/e2e/faults',
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
  timeout: 240_000,
  expect: { timeout: 60_000 },
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
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      // Chromium refuses its sandbox to root, which is who runs in a container.
      args: ['--no-sandbox'],
    },
  },
});
