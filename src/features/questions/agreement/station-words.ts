import { placeOfReport } from '@/domain/coverage/report';

import type { QuestionSource } from '@/features/questions/use-question-source';

/** A station as people call it: county and number, or its id where the name does not tell. */
export function stationTitle(
  { coverage }: QuestionSource,
  pollingStationId: number,
  observerId: number | undefined,
): string {
  const { reports, counties } = coverage;
  const at =
    observerId === undefined
      ? -1
      : placeOfReport(reports, observerId, pollingStationId);
  const code =
    at < 0 ? '' : (reports.countyCodes[reports.counties[at] ?? 0] ?? '');
  const number = at < 0 ? -1 : (reports.stationNumbers[at] ?? -1);
  const county = counties.find((each) => each.code === code)?.name ?? code;
  return county === '' || number < 0
    ? `#${pollingStationId}`
    : `${county} ${number}`;
}
