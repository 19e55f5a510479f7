import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { AnswerExtra } from '@/domain/answers/answer';
import { Button } from '@/ui/button';

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
    </>
  );
}

/** What only newer servers ask (docs/api-contract.md 4.2). */
function hasMore(extra: AnswerExtra): boolean {
  return [
    extra.chairmanPresence,
    extra.singlePollingStationOrCommission,
    extra.adequatePollingStationSize,
    extra.numberOfVotersOnTheList,
    extra.numberOfCommissionMembers,
    extra.numberOfFemaleMembers,
    extra.minPresentMembers,
  ].some((value) => value !== undefined);
}
