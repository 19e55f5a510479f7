import type { Attachment } from '@/domain/answers/note';
import { Icon } from '@/ui/icon';
import { useTranslation } from '@/ui/texts';

import { fileName, webAddress } from './attachment-address';
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
  const name = fileName(path);
  if (src === undefined) {
    return <p className="muted small">{t('answers.attachment.unusable')}</p>;
  }
  if (type === 'video') {
    return (
      // Observers' films have no captions; the note beside them says what they show.
      // oxlint-disable-next-line jsx-a11y/media-has-caption
      <video
        controls
        preload="none"
        src={src}
        className={styles.player}
        aria-label={t('answers.attachment.video', { name })}
      />
    );
  }
  if (type === 'audio') {
    return (
      // oxlint-disable-next-line jsx-a11y/media-has-caption
      <audio
        controls
        preload="none"
        src={src}
        className={styles.player}
        aria-label={t('answers.attachment.audio', { name })}
      />
    );
  }
  return (
    <a
      className={styles.file}
      href={src}
      target="_blank"
      rel="noopener noreferrer"
    >
      <Icon name="file" small />
      {name === '' ? t('answers.attachment.file') : name}
      <span className="visually-hidden">{t('common.newTab')}</span>
    </a>
  );
}
