import type { TFunction } from 'i18next';

import type {
  FileRow,
  OutboxImport,
  OutboxPreview,
} from '@/data/outbox/queue-file';
import { importOutbox } from '@/data/outbox/queue-file';
import { LOCAL_KINDS } from '@/data/outbox/queue-file-kinds';
import { useMoment } from '@/components/use-moment';
import { useStoring } from '@/components/use-storing';
import { Banner } from '@/ui/feedback/banner';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { formatList } from '@/ui/format';
import { showToast } from '@/ui/overlay/toaster';
import { useTranslation } from '@/ui/texts';

import { FileCounts } from './file-counts';
import { FileLocal } from './file-local';
import { FileRows } from './file-rows';
import styles from './take-queue.module.css';

interface TakeQueueDialogProps {
  file: File;
  preview: OutboxPreview;
  onClose: () => void;
}

/** What is in the file, how much of it is taken in, and what is left out and why. */
export function TakeQueueDialog(props: TakeQueueDialogProps) {
  const { file, preview, onClose } = props;
  const { t, i18n } = useTranslation();
  const moment = useMoment();
  const storing = useStoring({ failed: t('outbox.take.notSaved') });
  const rows = preview.ok ? preview.rows : [];
  const isNew = ({ is }: Pick<FileRow, 'is'>) => is === 'new';
  const count = rows.filter(isNew).length;
  const withoutPin = rows.filter((row) => isNew(row) && row.hadPin).length;
  const hasLocal =
    preview.ok &&
    LOCAL_KINDS.some((kind) =>
      preview.local[kind].some(({ is }) => is === 'new'),
    );

  async function handleTake() {
    const isStored = await storing.store(async () => {
      const taken = await importOutbox(file);
      if (!taken.ok) return t('outbox.take.notSaved');
      const local = takenOf(taken, t);
      if (local.length > 0) {
        const what = formatList(local, i18n.language);
        const text = t('outbox.take.doneLocal', { what });
        showToast({ tone: 'done', text });
      }
      if (taken.added > 0 || local.length === 0) {
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
            reason={
              count > 0 || hasLocal ? undefined : t('outbox.take.nothing')
            }
            onClick={() => void handleTake()}
          >
            {hasLocal
              ? t('outbox.take.confirmAll')
              : t('outbox.take.confirm', { count })}
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
          <TakenBefore preview={preview} />
          <FileCounts rows={rows} items={preview.local} />
          {withoutPin > 0 ? (
            <p>{t('outbox.take.withoutPin', { count: withoutPin })}</p>
          ) : null}
          <div className={styles.lists}>
            <FileRows rows={rows} />
            <FileLocal items={preview.local} />
          </div>
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

/** That the file was taken in here before, and how much of it is still here. */
function TakenBefore({
  preview,
}: {
  preview: Extract<OutboxPreview, { ok: true }>;
}) {
  const { t } = useTranslation();
  const moment = useMoment();
  const { takenAt, rows } = preview;
  if (takenAt === undefined) return null;
  const known = rows.filter(({ is }) => is === 'known').length;
  return (
    <Banner
      tone="waiting"
      icon="check"
      title={t('outbox.take.before', { time: moment(takenAt) })}
    >
      {rows.length > 0
        ? t('outbox.take.beforeShare', { known, total: rows.length })
        : undefined}
    </Banner>
  );
}

/** The local work that was taken in, a few words for each kind. */
function takenOf(
  { local }: Extract<OutboxImport, { ok: true }>,
  t: TFunction,
): string[] {
  return LOCAL_KINDS.flatMap((kind) => {
    const count = local[kind];
    return count > 0 ? t(`outbox.take.taken.${kind}`, { count }) : [];
  });
}
