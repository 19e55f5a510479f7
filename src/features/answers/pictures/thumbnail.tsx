import { use, useEffect, useState } from 'react';

import { useKeptPicture } from '@/data/threads/kept-pictures';
import type { Attachment } from '@/domain/answers/note';
import { formatBytes } from '@/ui/format';
import { useTranslation } from '@/ui/texts';

import { webAddress } from './attachment-address';
import { FailedFile } from './failed-file';
import type { FileFault } from './file-fault';
import { fileFault } from './file-fault';
import { loadPicturePane } from './late-picture-pane';
import styles from '@/features/answers/detail/note-card.module.css';
import { PicturesContext } from './pictures';
import { usePictureAgain } from './use-picture-again';

interface ThumbnailProps {
  attachment: Attachment;
}

/**
 * A small picture that opens in the viewer. One that cannot be loaded is shown from
 * the copy on this device, or says so; it is tried again when pressed and when the
 * server is reached again.
 */
export function Thumbnail({ attachment }: ThumbnailProps) {
  const { t, i18n } = useTranslation();
  const { numbers, openPath, onOpen } = use(PicturesContext);
  const { path } = attachment;
  // A signed address changes on every read; the picture that is there stays.
  const [src, setSrc] = useState(webAddress(attachment.src));
  const [fault, setFault] = useState<FileFault>();
  const hasFailed = fault !== undefined;
  const kept = useKeptPicture(path, hasFailed);
  const name = t('answers.picture.position', {
    number: numbers.get(path) ?? 1,
    total: numbers.size,
  });

  useEffect(() => {
    void loadPicturePane();
  }, []);

  function handleRetry() {
    setSrc(webAddress(attachment.src));
    setFault(undefined);
  }

  // A file that is here is not another one later.
  usePictureAgain(fault === 'notLoaded' || fault === 'unknown', handleRetry);
  // A newer signature may be what was missing.
  if (hasFailed && src !== webAddress(attachment.src)) handleRetry();

  if ((hasFailed && !kept) || src === undefined) {
    return (
      <FailedFile
        icon="picture"
        name={name}
        notLoaded={t('answers.picture.notLoaded')}
        fault={(src === undefined ? undefined : fault) ?? 'notLoaded'}
        src={src}
        path={path}
        onRetry={handleRetry}
      />
    );
  }
  return (
    <>
      <button
        type="button"
        className={styles.thumb}
        aria-current={path === openPath ? 'true' : undefined}
        onClick={() => onOpen(path)}
      >
        <img
          key={kept?.src}
          src={kept?.src ?? src}
          alt={name}
          loading="lazy"
          decoding="async"
          onError={() => setFault(fileFault(src))}
        />
      </button>
      {kept ? (
        <span className="small muted">
          {t('answers.picture.kept', {
            size: formatBytes(kept.size, i18n.language),
          })}
        </span>
      ) : null}
    </>
  );
}
