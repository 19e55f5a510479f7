import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';

import { useSyncStatus } from '@/data/sync-status';
import { isEmptyFilter } from '@/domain/thread';
import { session } from '@/state/session';
import { Button } from '@/ui/button';
import { ConfirmDialog } from '@/ui/dialog';
import { formatBytes } from '@/ui/format';

import { checkFields } from './filter-fields';
import { useAddress } from './use-address';
import { useDownload } from './use-download';

/**
 * Downloads the answers under the filters in force, after a question
 * (specification sections 2 and 5). Without a connection it offers a spreadsheet
 * of what is kept here instead (product.md section 4).
 *
 * @returns the button, with its question.
 */
export function DownloadAnswers() {
  const { t, i18n } = useTranslation();
  const { user } = useSnapshot(session);
  const { fields } = useAddress();
  const status = useSyncStatus();
  const download = useDownload();
  const [isAsking, setAsking] = useState(false);
  const { filter } = checkFields(fields);
  const isOffline =
    status?.isBroken === true || status?.connection?.state === 'offline';

  return (
    <>
      <Button
        icon="download"
        reason={
          user?.organizer === true
            ? download.isRunning
              ? t('answers.download.running')
              : undefined
            : t('common.organizerOnly')
        }
        onClick={() => setAsking(true)}
      >
        {download.bytes === undefined
          ? t('answers.download.action')
          : t('answers.download.progress', {
              size: formatBytes(download.bytes, i18n.language),
            })}
      </Button>
      {isAsking ? (
        <ConfirmDialog
          open
          title={t('ANSWERS_DOWNLOAD_CONFIRMATION')}
          text={
            <>
              {t(
                isEmptyFilter(filter)
                  ? 'answers.download.everything'
                  : 'answers.download.filtered',
              )}{' '}
              {isOffline ? t('answers.download.offline') : null}
            </>
          }
          confirmLabel={t(
            isOffline
              ? 'answers.download.keptInstead'
              : 'answers.download.confirm',
          )}
          cancelLabel={t('common.cancel')}
          onClose={() => setAsking(false)}
          onConfirm={() => {
            void (isOffline ? download.fromDevice : download.fromHost)(filter);
          }}
        />
      ) : null}
    </>
  );
}
