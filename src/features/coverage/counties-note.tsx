import type { Freshness } from '@/components/failure';
import { failureNow, failureText } from '@/components/failure';
import type { CoverageState, useCoveragePull } from '@/data/coverage/coverage';
import { Button } from '@/ui/button';
import { Mark } from '@/ui/marks/mark';
import { useTranslation } from '@/ui/texts';

import styles from './coverage.module.css';

interface CountiesNoteProps {
  state: CoverageState;
  pull: ReturnType<typeof useCoveragePull>;
}

/** Why reports stand under no county: the counties themselves never came. */
export function CountiesNote({ state, pull }: CountiesNoteProps) {
  const { t } = useTranslation();
  const counties: Freshness = state.countyList;
  if (counties.asOf !== undefined) return null;
  const failure = failureNow(counties, pull.failure);
  return (
    <p className={styles.note}>
      <Mark tone="waiting" icon="clock">
        <span className={styles.words}>
          {failure === undefined
            ? t('coverage.countiesLoading')
            : t('coverage.countiesMissing', {
                reason: failureText(failure, t),
              })}
        </span>
      </Mark>
      {failure === undefined ? null : (
        <Button
          small
          icon="sync"
          aria-disabled={pull.isPulling}
          onClick={pull.retry}
        >
          {t('common.retry')}
        </Button>
      )}
    </p>
  );
}
