import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

import { useRefusedMarks } from '@/data/triage';
import type { RefusedMark } from '@/data/triage';
import { pairOfKey } from '@/domain/answers/thread';
import { paths } from '@/paths';
import { failureText } from '@/components/failure';
import { useMoment } from '@/components/use-moment';
import { formatNumber } from '@/ui/format';
import { Icon } from '@/ui/icon';
import { Panel } from '@/ui/layout/panel';
import { Count } from '@/ui/marks/count';
import { toneClass } from '@/ui/marks/tone';

import groupStyles from './op-group.module.css';
import styles from './refused-marks.module.css';

/** The decisions about threads that the server did not take; nothing without one. */
export function RefusedMarks() {
  const { t, i18n } = useTranslation();
  const id = useId();
  const marks = useRefusedMarks();
  if (marks === undefined || marks.length === 0) return null;
  return (
    <Panel className={groupStyles.group} aria-labelledby={id}>
      <div className={groupStyles.head}>
        <span className={`row ${toneClass('refused')}`}>
          <Icon name="alert" />
        </span>
        <h2 id={id}>{t('outbox.refusedMarks.title')}</h2>
        <Count tone="flagged">
          {formatNumber(marks.length, i18n.language)}
        </Count>
        <span className="small muted">{t('outbox.refusedMarks.again')}</span>
      </div>
      <ul>
        {marks.map((each) => (
          <Item key={`${each.key} ${each.mark.setAt}`} refused={each} />
        ))}
      </ul>
    </Panel>
  );
}

function Item({ refused }: { refused: RefusedMark }) {
  const { key, mark, failure, thread, isUrgent } = refused;
  const { t } = useTranslation();
  const moment = useMoment();
  const pair = pairOfKey(key);
  const name =
    thread === undefined
      ? t('outbox.refusedMarks.notHere')
      : `${thread.pollingStationName}, ${thread.observerName}`;
  return (
    <li className={styles.item}>
      {pair ? <Link to={paths.thread(pair, isUrgent)}>{name}</Link> : name}{' '}
      <span className="strong">{t(`answers.triage.state.${mark.state}`)}</span>{' '}
      <span className="muted small">{moment(mark.setAt)}</span>{' '}
      {mark.note === '' ? null : <span>{mark.note}</span>}
      <span className={styles.reason}>{failureText(failure, t)}</span>
    </li>
  );
}
