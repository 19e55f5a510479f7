import { use, useState } from 'react';

import type { Attachment } from '@/domain/answers/note';
import { useTranslation } from '@/ui/texts';

import { webAddress } from './attachment-address';
import { FailedFile } from './failed-file';
import type { FileFault } from './file-fault';
import { fileFault } from './file-fault';
import styles from '@/features/answers/detail/note-card.module.css';
import { PicturesContext } from './pictures';
import { usePictureAgain } from './use-picture-again';

interface ThumbnailProps {
  attachment: Attachment;
}

/**
 * A small picture that opens in the viewer. Pictures are not cached for offline
 * use; one that cannot be loaded says so and is tried again when pressed and
 * when the server is reached again.
 */
export function Thumbnail({ attachment }: ThumbnailProps) {
  const { t } = useTranslation();
  const { numbers, openPath, onOpen } = use(PicturesContext);
  const { path } = attachment;
  // A signed address changes on every read; the picture that is there stays.
  const [src, setSrc] = useState(webAddress(attachment.src));
  const [fault, setFault] = useState<FileFault>();
  const hasFailed = fault !== undefined;
  const name = t('answers.picture.position', {
    number: numbers.get(path) ?? 1,
    total: numbers.size,
  });

  function handleRetry() {
    setSrc(webAddress(attachment.src));
    setFault(undefined);
  }

  // A file that is here is not another one later.
  usePictureAgain(fault === 'notLoaded' || fault === 'unknown', handleRetry);
  // A newer signature may be what was missing.
  if (hasFailed && src !== webAddress(attachment.src)) handleRetry();

  if (hasFailed || src === undefined) {
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
    <button
      type="button"
      className={styles.thumb}
      aria-current={path === openPath ? 'true' : undefined}
      onClick={() => onOpen(path)}
    >
      <img
        src={src}
        alt={name}
        loading="lazy"
        decoding="async"
        onError={() => setFault(fileFault(src))}
      />
    </button>
  );
}
