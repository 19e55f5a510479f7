import { useTranslation } from 'react-i18next';

import type { FileRow, OutboxPreview } from '@/data/outbox/queue-file';
import { importOutbox } from '@/data/outbox/queue-file';
import { useMoment } from '@/components/use-moment';
import { useStoring } from '@/components/use-storing';
import { Banner } from '@/ui/feedback/banner';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { showToast } from '@/ui/overlay/toaster';

import { FileMarks } from './file-marks';
import { FileRows } from './file-rows';
import styles from './take-queue.module.css';

interface TakeQueueDialogProps {
  file: File;
  preview: OutboxPreview;
  onClose: () => void;
}

const FATES = ['new', 'known', 'otherActor', 'malformed'] as const;
const MARK_FATES = ['new', 'known', 'malformed'] as const;

/** What is in the file, how much of it is taken in, and what is left out and why. */
export function TakeQueueDialog(props: TakeQueueDialogProps) {
  const { file, preview, onClose } = props;
  const { t } = useTranslation();
  const moment = useMoment();
  const storing = useStoring({ failed: t('outbox.take.notSaved') });
  const rows = preview.ok ? preview.rows : [];
  const isNew = ({ is }: FileRow) => is === 'new';
  const count = rows.filter(isNew).length;
  const marks = preview.ok ? preview.marks : [];
  const decided = marks.filter(({ is }) => is === 'new').length;
  const withoutPin = rows.filter((row) => isNew(row) && row.hadPin).length;

  async function handleTake() {
    const isStored = await storing.store(async () => {
      const taken = await importOutbox(file);
      if (!taken.ok) return t('outbox.take.notSaved');
      if (taken.marks > 0) {
        const text = t('outbox.take.doneMarks', { count: taken.marks });
        showToast({ tone: 'done', text });
      }
      if (taken.added > 0 || taken.marks === 0) {
        const text = t('outbox.take.done', { count: taken.added });
        showToast({ tone: 'done', text });
      }
      return undefined;
    });
    if (isStored) onClose();
  }

  return (
    <Dialog
      open
      wide
      onClose={onClose}
      storing={storing}
      closeLabel={t('common.close')}
      title={t('outbox.take.title')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            variant="primary"
            reason={count + decided > 0 ? undefined : t('outbox.take.nothing')}
            onClick={() => void handleTake()}
          >
            {decided === 0
              ? t('outbox.take.confirm', { count })
              : t('outbox.take.confirmAll')}
          </Button>
        </>
      }
    >
      {preview.ok ? (
        <>
          <p className="muted">
            {t('outbox.take.about', {
              file: file.name,
              time: moment(preview.savedAt),
            })}
          </p>
          <ul className={styles.counts}>
            {FATES.map((fate) => {
              const each = rows.filter(({ is }) => is === fate).length;
              return each === 0 ? null : (
                <li key={fate}>
                  {t(`outbox.take.count.${fate}`, { count: each })}
                </li>
              );
            })}
            {MARK_FATES.map((fate) => {
              const each = marks.filter(({ is }) => is === fate).length;
              return each === 0 ? null : (
                <li key={`mark-${fate}`}>
                  {t(`outbox.take.marks.${fate}`, { count: each })}
                </li>
              );
            })}
          </ul>
          {withoutPin > 0 ? (
            <p>{t('outbox.take.withoutPin', { count: withoutPin })}</p>
          ) : null}
          <FileRows rows={rows} />
          <FileMarks marks={marks} />
        </>
      ) : (
        <Banner
          tone="refused"
          icon="refused"
          title={t(`outbox.take.refused.${preview.reason}`)}
        />
      )}
    </Dialog>
  );
}
