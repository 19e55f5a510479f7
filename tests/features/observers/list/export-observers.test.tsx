import { getI18n } from 'react-i18next';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import {
  exportCsv,
  exportXlsx,
} from '@/features/observers/list/export-observers';

import { anObserver } from '../../../support/builders';
import { readXlsx } from '../../../support/read-xlsx';
import { speak } from '../../../support/texts';
import { catchSavedFiles } from '../../../support/saved-files';

const DAY_MS = 86_400_000;
/** What a spreadsheet counts its days from, in days before 1970. */
const FIRST_DAY = 25_569;

beforeEach(() => vi.stubEnv('TZ', 'Europe/Bucharest'));
afterEach(() => vi.unstubAllEnvs());

async function anExport() {
  await speak('ro');
  const { t } = getI18n();
  const seen = Date.UTC(2026, 10, 22, 12, 32);
  const observers = [
    anObserver({ lastSeen: seen }),
    anObserver({ id: 42, name: '=1+1', phone: '+40700000042' }),
  ];
  return { observers, asOf: seen, t, locale: 'ro' };
}

it('writes a workbook whose times are those of this place', async () => {
  const saved = catchSavedFiles();
  await exportXlsx(await anExport());
  expect(saved[0]?.name).toMatch(/^observatori-\d{4}-\d\d-\d\d\.xlsx$/);
  const sheets = await readXlsx(new Response(await saved[0]?.bytes()));
  const [, maria = [], second = []] = Object.values(sheets)[0] ?? [];
  expect(maria.slice(0, 3)).toEqual(['Maria Ionel', '0700000041', 'Vot Liber']);
  const shown = new Date((Number(maria[3]) - FIRST_DAY) * DAY_MS);
  expect(Math.round(shown.getTime() / 60_000)).toBe(
    Date.UTC(2026, 10, 22, 14, 32) / 60_000,
  );
  expect(second.slice(0, 2)).toEqual(["'=1+1", "'+40700000042"]);
});

it('writes a CSV whose times name their zone', async () => {
  const saved = catchSavedFiles();
  exportCsv(await anExport());
  expect(await saved[0]?.text()).toContain('2026-11-22T12:32:00.000Z');
});
