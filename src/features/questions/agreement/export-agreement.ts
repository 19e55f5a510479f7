import type { TFunction } from 'i18next';

import { toCsv } from '@/domain/csv';
import { harmlessInCsv } from '@/domain/spreadsheet';
import { datedName } from '@/ui/dated-name';
import { saveCsv } from '@/ui/save-csv';

import { stationTitle } from './station-words';
import type { AgreementRead } from './use-agreement';

/** Saves contradictions as CSV: a row for each question of each station. */
export function exportAgreement(
  { agreement, questions, source }: AgreementRead,
  t: TFunction,
): void {
  const header = [
    t('agreement.station'),
    t('agreement.stationId'),
    t('agreement.observerIds'),
    t('questions.csv.code'),
    t('questions.csv.question'),
    t('agreement.difference'),
  ];
  const rows = agreement.stations.flatMap(
    ({ pollingStationId, observerIds, contradictions }) =>
      [...contradictions].map(([questionId, difference]) => {
        const question = questions.get(questionId);
        return [
          harmlessInCsv(stationTitle(source, pollingStationId, observerIds[0])),
          pollingStationId,
          observerIds.join(' '),
          harmlessInCsv(question?.code ?? ''),
          harmlessInCsv(question?.text ?? ''),
          t(`agreement.differences.${difference}`),
        ];
      }),
  );
  saveCsv(toCsv([header, ...rows]), datedName(t('agreement.file'), 'csv'));
}
