import { memo } from 'react';

import { useMoment } from '@/components/use-moment';
import type { PlanComparison } from '@/domain/plan/compare';
import type { Plan } from '@/domain/plan/plan';
import { formatNumber } from '@/ui/format';
import { Link } from '@/ui/link';
import { Mark } from '@/ui/marks/mark';
import { useTranslation } from '@/ui/texts';

import { PlanActions } from './plan-actions';
import { knownFigure, STATE_LOOKS } from './plan-words';
import styles from './plan.module.css';
import type { PlanQuery } from './use-plan-query';
import { PLAN_STATES, planHref } from './use-plan-query';

interface PlanHeadProps {
  plan: Plan;
  query: PlanQuery;
  /** Undefined until threads are loaded. */
  comparison: PlanComparison | undefined;
  /** All threads and observers of the server are cached. */
  isWhole: boolean;
  /** Epoch ms of the threads. */
  asOf: number | undefined;
}

/** Which plan it is, what can be done with it, and its figures. */
export const PlanHead = memo(function PlanHead(props: PlanHeadProps) {
  const { plan, comparison } = props;
  const { t } = useTranslation();
  const moment = useMoment();
  return (
    <section className={styles.head} aria-label={t('plan.title')}>
      <div className={styles.file}>
        <p className={styles.name}>
          <strong>{plan.fileName}</strong>
          <span className="small muted">
            {t('plan.lines', { count: plan.lines.length })} ·{' '}
            {t('plan.importedAt', { time: moment(plan.importedAt) })}
          </span>
        </p>
        <PlanActions {...props} />
      </div>
      {comparison === undefined ? null : (
        <Figures comparison={comparison} isWhole={props.isWhole} />
      )}
    </section>
  );
});

interface FiguresProps {
  comparison: PlanComparison;
  isWhole: boolean;
}

/** Each figure leads to its rows. */
function Figures({ comparison: { total }, isWhole }: FiguresProps) {
  const { t, i18n } = useTranslation();
  const text = (key: keyof typeof total) => {
    const value = knownFigure(total, key, isWhole);
    return value === undefined ? '–' : formatNumber(value, i18n.language);
  };
  const shown = PLAN_STATES.filter(
    (state) => state !== 'unchecked' || total.unchecked > 0,
  );
  return (
    <ul className={styles.figures} aria-label={t('plan.figures')}>
      <li>
        <Link href={planHref({ rows: 'line' })}>
          <span className={styles.value}>{text('expected')}</span>{' '}
          {t('plan.figure.expected', { count: total.expected })}
        </Link>
      </li>
      {shown.map((state) => (
        <li key={state}>
          <Link
            href={planHref({
              rows: state === 'unplanned' ? 'observer' : 'line',
              state,
            })}
          >
            <span className={styles.value}>{text(state)}</span>{' '}
            <Mark {...STATE_LOOKS[state]}>
              {t(`plan.figure.${state}`, { count: total[state] })}
            </Mark>
          </Link>
        </li>
      ))}
    </ul>
  );
}
