import { useState } from 'react';

import type { AnswerExtra } from '@/domain/answers/answer';
import { Button } from '@/ui/button';
import { useTranslation } from '@/ui/texts';

import { Fact, Figure, Ticked } from './station-facts';
import styles from './station-info.module.css';
import { useMoment } from '@/components/use-moment';

interface StationInfoProps {
  /** null: the server has none. undefined: not loaded yet. */
  extra: AnswerExtra | null | undefined;
}

/**
 * What the observer noted about the station itself: arrival, departure, the
 * two read-only boxes of docs/specification.md 2, and what newer servers have
 * instead (docs/api-contract.md 4.2). A field that the server does not have is
 * not drawn.
 */
export function StationInfo({ extra }: StationInfoProps) {
  const { t } = useTranslation();
  const moment = useMoment();
  if (!extra) {
    return (
      <p className={styles.none}>
        {extra === null ? t('answers.extra.none') : t('answers.extra.notYet')}
      </p>
    );
  }
  const { observerArrivalTime, observerLeaveTime } = extra;
  return (
    <div className={styles.extra}>
      <dl>
        <Fact name={t('answers.extra.arrival')}>
          {observerArrivalTime === undefined
            ? t('answers.extra.noArrival')
            : moment(observerArrivalTime)}
        </Fact>
        <Fact name={t('answers.extra.departure')}>
          {observerLeaveTime === undefined
            ? t('answers.extra.noDeparture')
            : moment(observerLeaveTime)}
        </Fact>
        <Ticked name={t('answers.extra.urban')} value={extra.urbanArea} />
        <Ticked
          name={t('answers.extra.femalePresident')}
          value={extra.isPollingStationPresidentFemale}
        />
      </dl>
      {hasMore(extra) ? <MoreFacts extra={extra} /> : null}
    </div>
  );
}

/** Fields that only newer servers have (docs/api-contract.md 4.2), by text key. */
const ticked = {
  chairman: 'chairmanPresence',
  single: 'singlePollingStationOrCommission',
  size: 'adequatePollingStationSize',
} as const;
const figures = {
  voters: 'numberOfVotersOnTheList',
  members: 'numberOfCommissionMembers',
  femaleMembers: 'numberOfFemaleMembers',
  minPresent: 'minPresentMembers',
} as const;

/** Folded away where the pane is narrow: the answers need the height. */
function MoreFacts({ extra }: { extra: AnswerExtra }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div className={styles.fold}>
        <Button
          variant="link"
          small
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t('answers.extra.less') : t('answers.extra.more')}
        </Button>
      </div>
      <dl className={styles.more} data-open={isOpen ? '' : undefined}>
        {Object.entries(ticked).map(([name, field]) => (
          <Ticked
            key={field}
            name={t(`answers.extra.${name}`)}
            value={extra[field]}
          />
        ))}
        {Object.entries(figures).map(([name, field]) => (
          <Figure
            key={field}
            name={t(`answers.extra.${name}`)}
            of={extra[field]}
          />
        ))}
      </dl>
    </>
  );
}

/** Whether the server told a fact that only newer servers have. */
function hasMore(extra: AnswerExtra): boolean {
  const fields = [...Object.values(ticked), ...Object.values(figures)];
  return fields.some((field) => extra[field] !== undefined);
}
