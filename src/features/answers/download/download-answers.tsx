import { useState } from 'react';

import type { Exported } from '@/data/exports';
import { useExportedObserver } from '@/data/exports';
import type { ThreadFilter } from '@/domain/answers/thread';
import { isEmptyFilter } from '@/domain/answers/thread';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { useOffline } from '@/components/use-offline';
import { useOrganizerOnly } from '@/components/use-organizer-only';
import { Button } from '@/ui/button';
import { formatBytes } from '@/ui/format';
import { ToggleSegments } from '@/ui/field/segments';

import { checkFields } from '@/features/answers/list/filter-fields';
import { useAddress } from '@/features/answers/use-address';
import { useTranslation } from '@/ui/texts';
import { useDownload } from './use-download';

/**
 * Downloads the answers, or the notes, under the filters in force, after a
 * question (docs/specification.md 2, 5 and 7). Without a connection it offers
 * a spreadsheet of the cached answers instead (docs/product.md).
 */
export function DownloadAnswers() {
  const { t, i18n } = useTranslation();
  const notAllowed = useOrganizerOnly();
  const { fields } = useAddress();
  const download = useDownload();
  const [isAsking, setAsking] = useState(false);
  const [chosen, setChosen] = useState<Exported>('answers');
  const { filter } = checkFields(fields);
  const isOffline = useOffline();
  // The file of the cached answers has the notes, too.
  const what = isOffline ? 'answers' : chosen;

  return (
    <>
      <Button
        icon="download"
        reason={
          notAllowed ??
          (download.isRunning ? t('answers.download.running') : undefined)
        }
        onClick={() => {
          setChosen('answers');
          setAsking(true);
        }}
      >
        {download.bytes === undefined
          ? t('answers.download.action')
          : t('answers.download.progress', {
              size: formatBytes(download.bytes, i18n.language),
            })}
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title={t(
            what === 'notes'
              ? 'answers.download.notesConfirmation'
              : 'ANSWERS_DOWNLOAD_CONFIRMATION',
          )}
          text={
            <>
              {isOffline ? null : (
                <ToggleSegments
                  label={t('answers.download.what')}
                  items={[
                    { value: 'answers', label: t('answers.download.answers') },
                    { value: 'notes', label: t('answers.download.notes') },
                  ]}
                  value={what}
                  onChange={setChosen}
                />
              )}
              {isOffline ? (
                <p>
                  {t(`answers.download.${contents(what, filter)}`)}{' '}
                  {t('answers.download.offline')}
                </p>
              ) : (
                <FromServer what={what} filter={filter} />
              )}
            </>
          }
          confirmLabel={t(
            isOffline
              ? 'answers.download.cachedInstead'
              : 'answers.download.confirm',
          )}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            // Closes at once: the button of the page shows the progress.
            void (isOffline
              ? download.fromDevice(filter)
              : download.fromServer(filter, what));
          }}
        />
      ) : null}
    </>
  );
}

interface FromServerProps {
  what: Exported;
  filter: ThreadFilter;
}

/** What the server's file has, and which of the filters the server may not know. */
function FromServer({ what, filter }: FromServerProps) {
  const { t } = useTranslation();
  const { triage, more, ...known } = filter;
  const observer = useExportedObserver(known.observerPhone);
  const isPhoneOpen = known.observerPhone !== undefined && observer === null;
  return (
    <p>
      {t(`answers.download.${contents(what, known)}`)}{' '}
      {more
        ? t('answers.download.unknownFilters')
        : triage && t('answers.download.everyState')}{' '}
      {isPhoneOpen && t('answers.download.unknownPhone')}{' '}
      {t('answers.download.times')}{' '}
      {what === 'answers' ? t('answers.download.options') : null}
    </p>
  );
}

function contents(what: Exported, filter: ThreadFilter): string {
  const isWhole = isEmptyFilter(filter);
  if (what === 'notes') return isWhole ? 'everyNote' : 'filteredNotes';
  return isWhole ? 'everything' : 'filtered';
}
