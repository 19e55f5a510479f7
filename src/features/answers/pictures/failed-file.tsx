import { Icon, type IconName } from '@/ui/icon';
import { useTranslation } from '@/ui/texts';

import { fileName } from './attachment-address';
import type { FileFault } from './file-fault';
import styles from '@/features/answers/detail/note-card.module.css';

interface FailedFileProps {
  icon: IconName;
  /** What it is called: "Picture 1 of 3". */
  name: string;
  /** What is said where it may come when it is tried again. */
  notLoaded: string;
  fault: FileFault;
  /** Where it is; undefined where its address cannot be followed. */
  src: string | undefined;
  path: string;
  onRetry: () => void;
}

/** A file that is not shown: why, and what can be done about it. */
export function FailedFile(props: FailedFileProps) {
  const { icon, name, notLoaded, fault, src, path, onRetry } = props;
  const { t } = useTranslation();
  const isFinal = fault === 'empty' || fault === 'unshowable';
  const content = (
    <>
      <Icon name={icon} small />
      <span>
        {`${name}: ${isFinal ? t(`answers.picture.${fault}`) : notLoaded}`}
      </span>
    </>
  );
  const link =
    src === undefined || fault === 'empty' || fault === 'notLoaded' ? null : (
      <a href={src} target="_blank" rel="noopener noreferrer">
        {t('answers.picture.openFile', { name: fileName(path) })}
        <span className="visually-hidden">{t('common.newTab')}</span>
      </a>
    );
  return (
    <>
      {isFinal ? (
        <span className={styles.thumbFailed}>{content}</span>
      ) : (
        <button type="button" className={styles.thumbFailed} onClick={onRetry}>
          {content}
        </button>
      )}
      {link}
    </>
  );
}
