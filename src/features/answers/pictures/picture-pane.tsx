import { useEffect, useRef, useState } from 'react';

import { useDetail } from '@/data/threads/details';
import { useKeptPicture } from '@/data/threads/kept-pictures';
import type { ThreadPair } from '@/domain/answers/thread';
import { formatBytes } from '@/ui/format';
import { Icon } from '@/ui/icon';
import { PictureViewer } from '@/ui/picture/picture-viewer';
import { useTranslation } from '@/ui/texts';

import { webAddress } from './attachment-address';
import styles from './picture-pane.module.css';
import { usePictureAgain } from './use-picture-again';
import { useSteady } from '@/features/answers/use-steady';
import { useThreadView } from '@/features/answers/detail/use-thread-view';

interface PicturePaneProps {
  pair: ThreadPair;
  /** Which picture, by its address without the signature. */
  path: string;
  onPath: (path: string) => void;
  onClose: () => void;
}

/**
 * The viewer over all pictures of a thread. Takes the focus when it opens,
 * since it may stand in the place of the details, and gives it back when it
 * closes.
 */
export function PicturePane(props: PicturePaneProps) {
  const { pair, path, onPath, onClose } = props;
  const { t, i18n } = useTranslation();
  const pane = useRef<HTMLDivElement>(null);
  const [tries, setTries] = useState(0);
  const attempt = `${path} ${tries}`;
  const [failed, setFailed] = useState<string>();
  const hasFailed = failed === attempt;
  const kept = useKeptPicture(path, hasFailed);
  const handleRetry = () => setTries(tries + 1);
  const pictures = useThreadView(useDetail(pair))?.view.pictures ?? [];
  const at = pictures.findIndex((picture) => picture.path === path);
  const picture = pictures[at];
  // A signed address changes on every read; the picture that is looked at stays.
  const src = useSteady(
    picture && webAddress(picture.src),
    picture ? attempt : '',
  );

  usePictureAgain(hasFailed, handleRetry);

  useEffect(() => {
    const opener = document.activeElement;
    pane.current?.focus();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);

  if (!picture) return <div ref={pane} tabIndex={-1} />;
  const position = t('answers.picture.position', {
    number: picture.number,
    total: pictures.length,
  });
  const previous = pictures[at - 1];
  const next = pictures[at + 1];
  return (
    <div ref={pane} tabIndex={-1} className={styles.pane}>
      <PictureViewer
        src={kept?.src ?? src ?? ''}
        alt={position}
        position={position}
        labels={{
          zoomIn: t('answers.picture.zoomIn'),
          zoomOut: t('answers.picture.zoomOut'),
          rotate: t('answers.picture.rotate'),
          whole: t('answers.picture.whole'),
          look: t('answers.picture.look'),
          previous: t('answers.picture.previous'),
          next: t('answers.picture.next'),
          close: t('answers.picture.close'),
          failed: t('answers.picture.failed'),
          retry: t('common.retry'),
        }}
        onPrevious={previous && (() => onPath(previous.path))}
        onNext={next && (() => onPath(next.path))}
        hasFailed={hasFailed && !kept}
        onFail={() => setFailed(attempt)}
        onRetry={handleRetry}
        onClose={onClose}
      >
        <p className={styles.caption}>
          <span className="strong">
            {picture.questionCode ?? t('answers.note.onStation')}
          </span>
          {kept === undefined ? null : (
            <span>
              {t('answers.picture.kept', {
                size: formatBytes(kept.size, i18n.language),
              })}
            </span>
          )}
          {src === undefined ? null : (
            <a
              className={styles.original}
              href={src}
              target="_blank"
              rel="noopener noreferrer"
            >
              {t('answers.picture.original')}
              <Icon name="external" small label={t('common.newTab')} />
            </a>
          )}
        </p>
      </PictureViewer>
    </div>
  );
}
