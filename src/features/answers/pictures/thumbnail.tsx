import { use, useState } from 'react';

import type { Attachment } from '@/domain/answers/note';
import { Icon } from '@/ui/icon';
import { useTranslation } from '@/ui/texts';

import { fileName, webAddress } from './attachment-address';
import type { PictureFault } from './picture-fault';
import { pictureFault } from './picture-fault';
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
  const [fault, setFault] = useState<PictureFault>();
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
  usePictureAgain(fault === 'notLoaded', handleRetry);
  // A newer signature may be what was missing.
  if (hasFailed && src !== webAddress(attachment.src)) handleRetry();

  if (src !== undefined && (fault === 'empty' || fault === 'unshowable')) {
    return (
      <span className={styles.thumbFailed}>
        <Icon name="picture" small />
        <span>
          {name}: {t(`answers.picture.${fault}`)}{' '}
          {fault === 'empty' ? null : (
            <a href={src} target="_blank" rel="noopener noreferrer">
              {t('answers.picture.openFile', { name: fileName(path) })}
              <span className="visually-hidden">{t('common.newTab')}</span>
            </a>
          )}
        </span>
      </span>
    );
  }
  if (hasFailed || src === undefined) {
    return (
      <button
        type="button"
        className={styles.thumbFailed}
        onClick={handleRetry}
      >
        <Icon name="picture" small />
        <span>
          {name}: {t('answers.picture.notLoaded')}
        </span>
      </button>
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
        onError={() => setFault(pictureFault(src))}
      />
    </button>
  );
}
