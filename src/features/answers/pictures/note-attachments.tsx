import { useState } from 'react';

import { isFileEmpty } from '@/data/threads/attachments';
import type { Attachment } from '@/domain/answers/note';
import { Icon } from '@/ui/icon';
import { useTranslation } from '@/ui/texts';

import { fileName, webAddress } from './attachment-address';
import { FailedFile } from './failed-file';
import type { FileFault } from './file-fault';
import { fileFault } from './file-fault';
import styles from '@/features/answers/detail/note-card.module.css';
import { Thumbnail } from './thumbnail';

interface NoteAttachmentsProps {
  attachments: readonly Attachment[];
}

/**
 * What came with a note: pictures as thumbnails, sound and film as players,
 * anything else as a link (docs/api-contract.md 6.7).
 */
export function NoteAttachments({ attachments }: NoteAttachmentsProps) {
  const images = attachments.filter(({ type }) => type === 'image');
  const others = attachments.filter(({ type }) => type !== 'image');
  return (
    <>
      {images.length > 0 ? (
        <div className={styles.thumbs}>
          {images.map((attachment) => (
            <Thumbnail key={attachment.path} attachment={attachment} />
          ))}
        </div>
      ) : null}
      {others.map((attachment) => (
        <OtherAttachment key={attachment.path} attachment={attachment} />
      ))}
    </>
  );
}

function OtherAttachment({ attachment }: { attachment: Attachment }) {
  const { t } = useTranslation();
  const { path, type } = attachment;
  const src = webAddress(attachment.src);
  if (src === undefined) {
    return <p className="muted small">{t('answers.attachment.unusable')}</p>;
  }
  if (type === 'video' || type === 'audio') {
    return <Player type={type} src={src} path={path} />;
  }
  return <FileLink src={src} path={path} />;
}

interface FileProps {
  src: string;
  path: string;
}

/** A film or a sound; nothing of it is loaded before it is played. */
function Player({ type, src, path }: FileProps & { type: 'video' | 'audio' }) {
  const { t } = useTranslation();
  const [failed, setFailed] = useState<{ src: string; fault: FileFault }>();
  const name = t(`answers.attachment.${type}`, { name: fileName(path) });

  async function handleError() {
    const fault = fileFault(src);
    setFailed({ src, fault });
    // Chromium notes no status of a part that is not there.
    if (fault === 'empty' || fault === 'unshowable') return;
    if (await isFileEmpty(src)) {
      setFailed((now) => (now?.src === src ? { src, fault: 'empty' } : now));
    }
  }

  // A newer signature may be what was missing.
  if (failed?.src === src) {
    return (
      <FailedFile
        icon="file"
        name={name}
        notLoaded={t('answers.attachment.notLoaded')}
        fault={failed.fault}
        src={src}
        path={path}
        onRetry={() => setFailed(undefined)}
      />
    );
  }
  const Element = type;
  return (
    // Observers' films have no captions; the note beside them says what they show.
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    <Element
      controls
      preload="none"
      src={src}
      className={styles.player}
      aria-label={name}
      onError={() => void handleError()}
    />
  );
}

/** What it has is known when it is opened: before that nothing is asked. */
function FileLink({ src, path }: FileProps) {
  const { t } = useTranslation();
  const [isEmpty, setIsEmpty] = useState(false);
  const name = fileName(path) || t('answers.attachment.file');

  // It opens meanwhile: browsers block windows that do not open at once.
  async function handleOpen() {
    setIsEmpty(await isFileEmpty(src));
  }

  if (isEmpty) {
    return (
      <FailedFile
        icon="file"
        name={name}
        notLoaded=""
        fault="empty"
        src={src}
        path={path}
        onRetry={() => setIsEmpty(false)}
      />
    );
  }
  return (
    <a
      className={styles.file}
      onClick={() => void handleOpen()}
      href={src}
      target="_blank"
      rel="noopener noreferrer"
    >
      <Icon name="file" small />
      {name}
      <span className="visually-hidden">{t('common.newTab')}</span>
    </a>
  );
}
