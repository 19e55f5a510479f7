import { BackLink } from '@/ui/layout/back-link';
import { IconButton } from '@/ui/button';
import { useTranslation } from '@/ui/texts';

import styles from './detail-pane.module.css';

interface BackBarProps {
  listHref: string;
  /** Undefined: there is none before, or after, on this page. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

/** On a screen of one pane: the way back to the list and to the neighbours. */
export function BackBar({ listHref, onPrevious, onNext }: BackBarProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.backBar}>
      <BackLink href={listHref}>{t('answers.detail.list')}</BackLink>
      <span className="row">
        <IconButton
          icon="up"
          name={t('answers.detail.previous')}
          aria-disabled={onPrevious === undefined}
          onClick={onPrevious}
        />
        <IconButton
          icon="down"
          name={t('answers.detail.next')}
          aria-disabled={onNext === undefined}
          onClick={onNext}
        />
      </span>
    </div>
  );
}
