import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { AnswerExtra } from '@/domain/answer';
import { Checkbox } from '@/ui/field';
import { formatNumber } from '@/ui/format';

import styles from './station-info.module.css';
import { useMoment } from './use-moment';

interface StationInfoProps {
  /** null: the host has none. undefined: not loaded yet. */
  extra: AnswerExtra | null | undefined;
}

/**
 * What the observer noted about the station itself: arrival, departure, the two
 * read-only boxes of specification section 2, and what newer hosts have instead
 * (contract 4.2). A field that the host does not have is not drawn.
 *
 * @param props the station's information, if any.
 * @returns one line of facts.
 */
export function StationInfo({ extra }: StationInfoProps) {
  const { t } = useTranslation();
  const moment = useMoment();
  if (!extra) {
    return (
      <p className={styles['none']}>
        {extra === null ? t('answers.extra.none') : t('answers.extra.notYet')}
      </p>
    );
  }
  return (
    <dl className={styles['extra']}>
      <Fact name={t('answers.extra.arrival')}>
        {time(extra.observerArrivalTime, t('answers.extra.noArrival'))}
      </Fact>
      <Fact name={t('answers.extra.departure')}>
        {time(extra.observerLeaveTime, t('answers.extra.noDeparture'))}
      </Fact>
      <Ticked name={t('answers.extra.urban')} value={extra.urbanArea} />
      <Ticked
        name={t('answers.extra.femalePresident')}
        value={extra.isPollingStationPresidentFemale}
      />
      <Ticked
        name={t('answers.extra.chairman')}
        value={extra.chairmanPresence}
      />
      <Ticked
        name={t('answers.extra.single')}
        value={extra.singlePollingStationOrCommission}
      />
      <Ticked
        name={t('answers.extra.size')}
        value={extra.adequatePollingStationSize}
      />
      <Figure
        name={t('answers.extra.voters')}
        of={extra.numberOfVotersOnTheList}
      />
      <Figure
        name={t('answers.extra.members')}
        of={extra.numberOfCommissionMembers}
      />
      <Figure
        name={t('answers.extra.femaleMembers')}
        of={extra.numberOfFemaleMembers}
      />
      <Figure
        name={t('answers.extra.minPresent')}
        of={extra.minPresentMembers}
      />
    </dl>
  );

  function time(at: number | undefined, none: string) {
    return at === undefined ? none : moment(at);
  }
}

interface FactProps {
  name: string;
  children: ReactNode;
}

function Fact({ name, children }: FactProps) {
  return (
    <div className={styles['fact']}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface TickedProps {
  name: string;
  /** undefined: the host does not ask. null: nobody has answered. */
  value: boolean | null | undefined;
}

function Ticked({ name, value }: TickedProps) {
  const { t } = useTranslation();
  if (value === undefined) return null;
  return (
    <Fact name={name}>
      {value === null ? (
        t('common.unspecified')
      ) : (
        <Checkbox checked={value} disabled readOnly>
          <span className="visually-hidden">{name}</span>
        </Checkbox>
      )}
    </Fact>
  );
}

function Figure({ name, of }: { name: string; of: number | undefined }) {
  const { i18n } = useTranslation();
  if (of === undefined) return null;
  return <Fact name={name}>{formatNumber(of, i18n.language)}</Fact>;
}
