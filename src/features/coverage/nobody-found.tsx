import type { TFunction } from 'i18next';

import type { CoverageSource } from '@/data/coverage/coverage';
import { ButtonLink } from '@/ui/button';
import { State } from '@/ui/feedback/state';
import { useTranslation } from '@/ui/texts';

import type { CoverageQuery } from './use-coverage-query';
import { coverageHref } from './use-coverage-query';

interface NobodyFoundProps {
  query: CoverageQuery;
  source: CoverageSource | undefined;
}

/**
 * Which filter nobody has, with a way out of each of its parts. Observers without
 * a report have no county, so nobody of a county can be one of them.
 */
export function NobodyFound({ query, source }: NobodyFoundProps) {
  const { t } = useTranslation();
  const { county, silence } = query;
  const hrefOf = (choice: Partial<CoverageQuery>) =>
    coverageHref({ ...query, ...choice, page: 1 });
  const isWithoutReport =
    silence === 'neverSeen' || silence === 'seenWithoutReport';

  if (county !== undefined && isWithoutReport) {
    return (
      <State
        icon="filter"
        title={t('coverage.noCountyYet')}
        actions={
          <ButtonLink small href={hrefOf({ county: undefined })}>
            {t('coverage.all')}
          </ButtonLink>
        }
      >
        {t('coverage.amongAll', { state: t(`coverage.states.${silence}`) })}
      </State>
    );
  }

  const parts = partsOf(query, source, t);
  if (parts.length === 0) {
    return <State icon="user" title={t('observers.none')} />;
  }
  const what = parts.map(({ words }) => words).join(', ');
  const none = { county: undefined, silence: undefined, isUncalled: false };
  return (
    <State
      icon="filter"
      title={t(source?.isWhole ? 'coverage.nobody' : 'coverage.nobodyOfThese', {
        what,
      })}
      actions={
        <>
          {parts.map(({ words, without }) => (
            <ButtonLink key={words} small href={hrefOf(without)}>
              {t('coverage.filter.without', { value: words })}
            </ButtonLink>
          ))}
          {parts.length > 1 ? (
            <ButtonLink small href={hrefOf(none)}>
              {t('answers.none.clearAll')}
            </ButtonLink>
          ) : null}
        </>
      }
    >
      {source?.isWhole ? undefined : t('coverage.notWhole')}
    </State>
  );
}

interface Part {
  words: string;
  without: Partial<CoverageQuery>;
}

/** The parts of the filter that are in force. */
function partsOf(
  { county, silence, isUncalled }: CoverageQuery,
  source: CoverageSource | undefined,
  t: TFunction,
): Part[] {
  const parts: Part[] = [];
  if (county !== undefined) {
    const known = source?.counties.find(({ code }) => code === county);
    const words =
      known?.name ?? (county === '' ? t('coverage.noCounty') : county);
    parts.push({ words, without: { county: undefined } });
  }
  if (silence !== undefined) {
    const words =
      typeof silence === 'number'
        ? t('coverage.filter.silentFor', { count: silence })
        : t(`coverage.states.${silence}`);
    parts.push({ words, without: { silence: undefined } });
  }
  if (isUncalled) {
    parts.push({ words: t('calls.notInHour'), without: { isUncalled: false } });
  }
  return parts;
}
