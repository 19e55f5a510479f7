import { memo, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';

import {
  CountyShapes,
  LevelLegend,
  MapLegend,
} from '@/components/map/county-shapes';
import { useMap } from '@/components/map/use-map';
import type { CountyLine } from '@/data/coverage/county-figures';
import { ToggleSegments } from '@/ui/field/segments';
import { formatDuration, formatNumber, formatShare } from '@/ui/format';
import { Link } from '@/ui/link';
import { useTranslation } from '@/ui/texts';

import styles from './county-map.module.css';
import { isUncounted } from './shown-counties';
import type { Measure } from './map-levels';
import { figureOf, levelOf, MEASURES } from './map-levels';
import { coverageHref, useCoverageQuery } from './use-coverage-query';

interface CountyMapProps {
  counties: readonly CountyLine[];
  /** Epoch ms by the server's clock. */
  now: number;
  /** Not all threads are counted. */
  isPartly: boolean;
}

/** The counties coloured by one figure of coverage. */
export const CountyMap = memo(function CountyMap({
  counties,
  now,
  isPartly,
}: CountyMapProps) {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const { sort } = useCoverageQuery();
  const map = useMap();
  const [measure, setMeasure] = useState<Measure>('share');
  const lines = useMemo(
    () => new Map(counties.map((line) => [line.county, line])),
    [counties],
  );
  if (!map) return null;
  const drawn = new Set(map.shapes.map(({ code }) => code));
  // Threads without a county belong to no place on a map.
  const others = counties.filter(
    ({ county }) => county !== '' && !drawn.has(county),
  );
  const knownLine = (code: string) => {
    const line = lines.get(code);
    return line && isUncounted(line, isPartly) ? undefined : line;
  };
  const colourOf = (code: string) => {
    const line = knownLine(code);
    return line && levelOf(line, measure, now);
  };

  /** The name, and the figure that colours it. */
  function hintOf(code: string): string {
    const line = knownLine(code);
    const value = line && figureOf(line, measure, now);
    return t('coverage.map.hint', {
      name: lines.get(code)?.name ?? code,
      measure: t(`coverage.map.measures.${measure}`),
      figure: value === undefined ? t('coverage.map.unknown') : wordsOf(value),
    });
  }

  function wordsOf(value: number): string {
    if (measure === 'share') return formatShare(value, i18n.language);
    return measure === 'urgent'
      ? formatNumber(value, i18n.language)
      : formatDuration(value * 60_000, i18n.language);
  }

  return (
    <section className={styles.map} aria-label={t('coverage.map.name')}>
      <ToggleSegments
        label={t('coverage.map.measure')}
        value={measure}
        onChange={setMeasure}
        items={MEASURES.map((value) => ({
          value,
          label: t(`coverage.map.measures.${value}`),
        }))}
      />
      <CountyShapes
        map={map}
        levelOf={colourOf}
        hintOf={hintOf}
        onChoose={(county) => {
          if (lines.has(county)) {
            void navigate(coverageHref({ by: 'observer', county, sort }));
          }
        }}
      />
      <LevelLegend
        label={t('coverage.map.legend')}
        wordsOf={(level) =>
          level === undefined
            ? t('coverage.map.unknown')
            : t(`coverage.map.${measure}.${level}`)
        }
      />
      {others.length === 0 ? null : (
        <>
          <h2 className={styles.others}>{t('coverage.map.others')}</h2>
          <MapLegend
            items={others.map(({ county, name }) => ({
              key: county,
              level: colourOf(county),
              words: (
                <Link href={coverageHref({ by: 'observer', county, sort })}>
                  {name}
                </Link>
              ),
            }))}
          />
        </>
      )}
    </section>
  );
});
