import type { TFunction } from 'i18next';

import type { ReportWords } from '@/domain/evidence/report-words';
import { REPORT_WORDS } from '@/domain/evidence/report-words';

/** The report's own words in the language of the screen, for another thread. */
export function reportWords(t: TFunction): ReportWords {
  const words = REPORT_WORDS.map((word) => [
    word,
    t(`answers.evidence.report.${word}`),
  ]);
  // One entry for each word.
  return Object.fromEntries(words) as ReportWords;
}
