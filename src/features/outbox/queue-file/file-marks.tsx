import { useTranslation } from 'react-i18next';

import type { NamedFileMark } from '@/data/outbox/queue-file-marks';
import { Badge } from '@/ui/marks/badge';

import { LOOKS } from './file-rows';
import styles from './take-queue.module.css';

interface FileMarksProps {
  marks: readonly NamedFileMark[];
}

/** The decisions of a file, each with what will be in force; one that cannot be read by its place. */
export function FileMarks({ marks }: FileMarksProps) {
  const { t } = useTranslation();
  if (marks.length === 0) return null;
  return (
    <ol className={styles.rows}>
      {marks.map((mark) => (
        <li key={mark.place} className={styles.row}>
          <Badge {...LOOKS[mark.is]}>{t(`outbox.take.fate.${mark.is}`)}</Badge>
          <span className={styles.what}>
            {mark.state === undefined ? (
              t('outbox.take.mark', { place: mark.place })
            ) : (
              <>
                <span className="strong">
                  {t(`answers.triage.state.${mark.state}`)}
                </span>{' '}
                <span className="muted">{nameOf(mark)}</span>
              </>
            )}
          </span>
        </li>
      ))}
    </ol>
  );

  function nameOf({ thread, merged }: NamedFileMark) {
    if (thread) return `${thread.pollingStationName}, ${thread.observerName}`;
    const [observer, station] = merged?.key.split(':') ?? [];
    return `${t('answers.contact.stationId', { id: station })}, ${t(
      'answers.contact.observerId',
      { id: observer },
    )}`;
  }
}
