import { useState } from 'react';
import { useSnapshot } from 'valtio';

import { useObservers, useObserversPull } from '@/data/observers/observers';
import type { Observer } from '@/domain/observers/observer';
import type { ClassedRow, ServerFormat } from '@/domain/observers/import';
import { IMPORT_COLUMNS } from '@/domain/observers/import';
import { IMPORT_FILE_COLUMNS } from '@/domain/observers/import-file';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { failureText } from '@/components/failure';
import { FileDrop } from '@/components/import/file-drop';
import { ColumnsStep, columnsKey } from '@/components/import/columns-step';
import { FileProblemBanner } from '@/components/import/file-problem';
import { paths } from '@/paths';
import { session } from '@/state/session';
import { useUnsaved } from '@/state/unsaved';
import { BackLink } from '@/ui/layout/back-link';
import { Banner } from '@/ui/feedback/banner';
import { Button } from '@/ui/button';
import { Mark } from '@/ui/marks/mark';
import { PageHead } from '@/ui/layout/page-head';
import { ProgressLine } from '@/ui/feedback/progress-line';
import { showToast } from '@/ui/overlay/toaster';
import { useTranslation } from '@/ui/texts';

import { FormatField } from './format-field';
import { ImportDone, ImportUndone } from './import-done';
import { saveLeftRows, saveTemplate } from './import-downloads';
import { ImportOutcome } from './import-outcome';
import styles from './import-page.module.css';
import { ImportPreview } from './import-preview';
import { rowReason } from './import-words';
import { NgoField, ngoIdOf } from './ngo-field';
import { useImportFile } from './use-import-file';
import { useServerNeeded } from '@/components/use-offline';
import { useOrganizerOnly } from '@/components/use-organizer-only';
import { useSendImport } from './use-send-import';

const NOBODY: Observer[] = [];

/** Observers from a file (docs/specification.md 2): `/observatori/import`. */
export function ImportPage() {
  const { t } = useTranslation();
  const { user } = useSnapshot(session);
  const notAllowed = useOrganizerOnly();
  const isLocked = user?.userType === 'NgoAdmin' && !user.organizer;
  const [ngo, setNgo] = useState(isLocked ? String(user.idNgo) : '');
  const [format, setFormat] = useState<ServerFormat>('csv');
  const read = useObservers();
  useObserversPull();
  const source = useImportFile(read?.rows ?? NOBODY, read?.isWhole === true);
  const { sending, sentRows, send, check, undone, forget } = useSendImport();
  const needsServer = useServerNeeded();
  const [isAsking, setAsking] = useState(false);

  const { file, rows, problem } = source;
  const wanted = rows?.filter(source.isSent) ?? [];
  // Known by their lines: once the server has added them, they are no longer new.
  const sentLines = new Set(sentRows.map(({ line }) => line));
  const left = rows?.filter(({ line }) => !sentLines.has(line)) ?? [];
  const ngoId = ngoIdOf(ngo);
  const isDone = sending.is === 'done' || sending.is === 'undone';
  const isSending = sending.is === 'sending';
  useUnsaved(rows !== undefined && !isDone);
  const reason = notAllowed ?? reasonNotToSend();

  function reasonNotToSend(): string | undefined {
    // Compared with a list that is not read yet, every row would be new.
    if (read === undefined) return t('common.loading');
    if (source.look?.isSure === false) return t('importFile.needsColumns');
    if (rows === undefined) return t('observerImport.needsFile');
    if (ngoId === undefined) return t('observerImport.needsNgo');
    if (wanted.length === 0) {
      const waits = rows.some(({ kind }) => kind === 'unchecked');
      return t(
        waits ? 'observerImport.needsWhole' : 'observerImport.needsRows',
      );
    }
    // A second request would add every observer twice.
    const isOpen =
      sending.is === 'unknown' &&
      (sending.verdict === undefined ||
        sending.verdict.is === 'applied' ||
        sending.verdict.is === 'unsure' ||
        sending.verdict.is === 'unasked');
    return isOpen ? t('observerImport.needsCheck') : needsServer;
  }

  async function handleSend() {
    if (ngoId === undefined || isSending) return;
    const count = await send(wanted, ngoId, format);
    if (count !== undefined) {
      showToast({
        tone: 'done',
        title: t('observerImport.success'),
        text: t('observerImport.done', { count }),
      });
    }
  }

  function handleFile(next: File) {
    forget();
    void source.choose(next);
  }

  function startAgain() {
    forget();
    source.forget();
  }

  function saveLeft(of: readonly ClassedRow[], why?: string) {
    const reasonOf = (row: ClassedRow) =>
      why ?? (rowReason(row, t) || t(`observerImport.leftOut`));
    saveLeftRows(of, reasonOf, t);
  }

  return (
    <div className={styles.page}>
      <PageHead
        title={t('observerImport.title')}
        back={
          <BackLink href={paths.observers}>{t('observers.title')}</BackLink>
        }
      >
        <Button icon="download" onClick={saveTemplate}>
          {t('observerImport.template')}
        </Button>
        {isDone ? null : (
          <Button
            variant="primary"
            icon="upload"
            reason={reason}
            aria-disabled={isSending}
            onClick={() => {
              if (!isSending) setAsking(true);
            }}
          >
            {rows === undefined
              ? t('observers.import')
              : t('observerImport.send', { count: wanted.length })}
          </Button>
        )}
      </PageHead>
      {notAllowed === undefined ? null : (
        <Banner icon="lock" title={notAllowed}>
          {t('observerImport.notAllowed')}
        </Banner>
      )}
      {sending.is === 'undone' ? (
        <ImportUndone count={sending.count} onAgain={startAgain} />
      ) : sending.is === 'done' ? (
        <ImportDone
          added={sending.added}
          sent={sentRows.length}
          left={left.length}
          imported={sending.imported}
          onSaveLeft={() => saveLeft(left)}
          onUndone={undone}
          onAgain={startAgain}
        />
      ) : (
        <>
          <div className={styles.form}>
            <div className={styles.ngo}>
              <NgoField value={ngo} isLocked={isLocked} onChange={setNgo} />
            </div>
            <FormatField value={format} onChange={setFormat} />
            <div className={styles.file}>
              <FileDrop
                fileName={file?.name}
                reason={
                  notAllowed ?? (isSending ? t('common.loading') : undefined)
                }
                onFile={handleFile}
              />
              <span className="small muted">{t('observerImport.about')}</span>
              {read !== undefined && !read.isWhole ? (
                <Mark tone="waiting" icon="info">
                  {t('observerImport.partlyKnown')}
                </Mark>
              ) : null}
            </div>
          </div>
          {source.isReading ? (
            <ProgressLine label={t('importFile.reading')} />
          ) : null}
          {problem === undefined ||
          problem.problem === 'columns' ||
          !file ? null : (
            <FileProblemBanner
              file={file}
              found={problem}
              onReadAs={(encoding) => void source.choose(file, { encoding })}
            />
          )}
          {source.look === undefined || !file ? null : (
            <ColumnsStep
              key={columnsKey(file, source.look)}
              look={source.look}
              columns={IMPORT_FILE_COLUMNS}
              required={IMPORT_COLUMNS}
              nameOf={(column) => t(`observerImport.column.${column}`)}
              isOpen={!source.look.isSure}
              onChoose={(choice) => void source.choose(file, choice)}
            />
          )}
          <ImportOutcome
            sending={sending}
            count={sentRows.length}
            onCheck={() => void check()}
            onUndone={undone}
            onSaveRefused={() => {
              if (sending.is !== 'failed') return;
              saveLeft(wanted, failureText(sending.failure, t));
            }}
          />
          {rows === undefined ? null : (
            <ImportPreview key={file?.name} rows={rows} source={source} />
          )}
        </>
      )}
      {isAsking && reason === undefined ? (
        <ConfirmDialog
          title={t('observerImport.ask.title', { count: wanted.length })}
          text={
            rows === undefined || rows.length === wanted.length
              ? t('observerImport.ask.all', { ngo })
              : t('observerImport.ask.some', {
                  ngo,
                  count: rows.length - wanted.length,
                })
          }
          confirmLabel={t('observerImport.ask.confirm')}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            // Closes at once: the page shows the progress.
            void handleSend();
          }}
        />
      ) : null}
    </div>
  );
}
