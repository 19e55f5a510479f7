import type { NumberFigures } from '@/domain/questions/numbers';
import { paths } from '@/paths';
import { formatNumber } from '@/ui/format';
import { Panel } from '@/ui/layout/panel';
import { Link } from '@/ui/link';
import { useTranslation } from '@/ui/texts';

import styles from './questions.module.css';

/** So many texts that are no number are listed; how many more there are is said. */
const LISTED = 50;

/** Numbers that observers typed: sum and mean, and the texts that are none. */
export function QuestionNumbers({ numbers }: { numbers: NumberFigures }) {
  const { t, i18n } = useTranslation();
  const { areNumbers, stations, sum, least, most, others } = numbers;
  const say = (value: number) => formatNumber(value, i18n.language);
  return (
    <Panel className={styles.panel} aria-labelledby="numbers">
      <h2 id="numbers">{t('questions.numbers.title')}</h2>
      {areNumbers ? (
        <dl className={styles.facts}>
          <Fact name={t('questions.numbers.stations')} value={say(stations)} />
          <Fact name={t('questions.numbers.sum')} value={say(sum)} />
          <Fact
            name={t('questions.numbers.mean')}
            value={say(Math.round((10 * sum) / stations) / 10)}
          />
          <Fact name={t('questions.numbers.least')} value={say(least)} />
          <Fact name={t('questions.numbers.most')} value={say(most)} />
          <Fact
            name={t('questions.contradicting')}
            value={say(numbers.contradicting)}
          />
        </dl>
      ) : (
        <p className="muted">{t('questions.numbers.none')}</p>
      )}
      {others.length > 0 && areNumbers ? (
        <>
          <h3>{t('questions.numbers.others', { count: others.length })}</h3>
          <ul>
            {others
              .slice(0, LISTED)
              .map(({ text, observerId, pollingStationId }) => (
                <li key={`${observerId}:${pollingStationId}:${text}`}>
                  <Link
                    href={paths.thread({ observerId, pollingStationId }, false)}
                  >
                    {text}
                  </Link>
                </li>
              ))}
          </ul>
          {others.length > LISTED ? (
            <p className="muted">
              {t('questions.numbers.more', { count: others.length - LISTED })}
            </p>
          ) : null}
        </>
      ) : null}
    </Panel>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="small muted">{name}</dt>
      <dd className="strong">{value}</dd>
    </div>
  );
}
