import type { MouseEvent } from 'react';
import { memo, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';

import type { CountyLine } from '@/data/coverage/county-figures';
import { ToggleSegments } from '@/ui/field/segments';
import { formatDuration, formatNumber, formatShare } from '@/ui/format';
import { Link } from '@/ui/link';
import { useTranslation } from '@/ui/texts';

import styles from './county-map.module.css';
import { isUncounted } from './shown-counties';
import type { Measure } from './map-levels';
import { figureOf, LEVELS, levelOf, MEASURES } from './map-levels';
import { coverageHref, useCoverageQuery } from './use-coverage-query';
import { useMap } from './use-map';

interface CountyMapProps {
  counties: readonly CountyLine[];
  /** Epoch ms by the server's clock. */
  now: number;
  /** Not all threads are counted. */
  isPartly: boolean;
}

/**
 * The counties coloured by one figure. The table beside it says the same, so the
 * drawing is not for screen readers and has no stops for the Tab key.
 */
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
    return (line && levelOf(line, measure, now)) ?? 'unknown';
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

  function handleClick({ target }: MouseEvent<SVGSVGElement>) {
    if (!(target instanceof SVGElement)) return;
    const { county } = target.dataset;
    if (county !== undefined && lines.has(county)) {
      void navigate(coverageHref({ by: 'observer', county, sort }));
    }
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
      {/* The links of the table are the same thing for the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${map.width} ${map.height}`}
        className={styles.drawing}
        onClick={handleClick}
      >
        {map.shapes.map(({ code, path }) => (
          <path
            key={code}
            d={path}
            fillRule="evenodd"
            data-county={code}
            data-level={colourOf(code)}
          >
            <title>{hintOf(code)}</title>
          </path>
        ))}
      </svg>
      <ul className={styles.legend} aria-label={t('coverage.map.legend')}>
        {[...LEVELS, 'unknown' as const].map((level) => (
          <li key={level}>
            <span className={styles.swatch} data-level={level} />
            {level === 'unknown'
              ? t('coverage.map.unknown')
              : t(`coverage.map.${measure}.${level}`)}
          </li>
        ))}
      </ul>
      {others.length === 0 ? null : (
        <>
          <h2 className={styles.others}>{t('coverage.map.others')}</h2>
          <ul className={styles.legend}>
            {others.map(({ county, name }) => (
              <li key={county}>
                <span className={styles.swatch} data-level={colourOf(county)} />
                <Link href={coverageHref({ by: 'observer', county, sort })}>
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
});
