import type { TFunction } from 'i18next';

import type { PlanRowProblem, RefusedRow } from '@/domain/plan/plan-file';

/** Why a row is no line of a plan. */
export function problemsText({ problems }: RefusedRow, t: TFunction): string {
  return problems.map((problem) => problemText(problem, t)).join(' ');
}

function problemText(found: PlanRowProblem, t: TFunction): string {
  switch (found.problem) {
    case 'empty':
    case 'notTime':
    case 'skipped':
      return t(`plan.import.problem.${found.problem}`, {
        field: t(`plan.import.column.${found.column}`),
      });
    case 'twice':
      return t('plan.import.problem.twice', {
        field: t(`plan.import.column.${found.column}`),
        first: found.first,
        second: found.second,
      });
    case 'otherZone':
      return t('plan.import.problem.otherZone', {
        field: t(`plan.import.column.${found.column}`),
        zone: found.zone,
      });
    case 'outOfRange':
      return t('plan.import.problem.outOfRange', { last: found.last });
    case 'extra':
      return t('plan.import.problem.extra', { extra: found.extra });
    case 'repeated':
    case 'overlap':
      return t(`plan.import.problem.${found.problem}`, { line: found.twin });
    case 'shortened':
    case 'several':
    case 'extension':
    case 'notPhone': {
      const field = t('plan.import.column.phone');
      return `${field}: ${t(`phone.problem.${found.problem}`)}`;
    }
    case 'unknownCounty':
    case 'brokenCounty':
    case 'notStation':
    case 'reversed':
      return t(`plan.import.problem.${found.problem}`);
  }
}
