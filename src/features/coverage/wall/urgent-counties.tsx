import type { ReactNode } from 'react';

import type { County } from '@/domain/county';
import type { UrgentWaiting } from '@/domain/coverage/urgent-waiting';
import { formatNumber } from '@/ui/format';
import { useTranslation } from '@/ui/texts';

import styles from './wall.module.css';

/** Counties that fit under each other on a screen of 16:9. */
const COUNTIES_SHOWN = 10;

interface UrgentCountiesProps {
  counties: UrgentWaiting['byCounty'];
  names: readonly Pick<County, 'code' | 'name'>[];
  /** Says that there is none, where that is known. */
  none: ReactNode;
}

/** Where most urgent threads wait. */
export function UrgentCounties({ counties, names, none }: UrgentCountiesProps) {
  const { t, i18n } = useTranslation();
  const nameOf = new Map(names.map(({ code, name }) => [code, name]));
  return (
    <section className={styles.counties}>
      <h2>{t('coverage.wall.counties')}</h2>
      {none}
      <ol>
        {counties.slice(0, COUNTIES_SHOWN).map(({ county, count }) => (
          <li key={county}>
            <span>
              {county === ''
                ? t('coverage.noCounty')
                : (nameOf.get(county) ?? county)}
            </span>
            <strong>{formatNumber(count, i18n.language)}</strong>
          </li>
        ))}
      </ol>
    </section>
  );
}
