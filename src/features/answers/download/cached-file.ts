import type { TFunction } from 'i18next';

import { readCachedAnswers } from '@/data/threads/cached-answers';
import type { ThreadFilter } from '@/domain/answers/thread';
import { writeWorkbook } from '@/lib/workbook';

import { cachedSheets } from './cached-spreadsheet';

/** The workbook of the cached answers under a filter. Loaded when it is asked for. */
export async function cachedFile(
  filter: ThreadFilter,
  words: { t: TFunction; locale: string },
): Promise<Blob> {
  const cached = await readCachedAnswers(filter);
  return writeWorkbook(cachedSheets(cached, words));
}
