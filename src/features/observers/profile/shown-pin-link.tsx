import { useRef } from 'react';

import { CopiedField } from '@/components/copied-field';
import { useCopying } from '@/components/copying';
import type { EnrolmentCode } from '@/domain/enrolment';
import { paths } from '@/paths';
import { Button } from '@/ui/button';
import { formatFull } from '@/ui/format';
import { Dialog } from '@/ui/overlay/dialog';
import { latePart, useLatePart } from '@/ui/overlay/late-part';
import { useTranslation } from '@/ui/texts';

import styles from './shown-pin-link.module.css';

const qrCode = latePart(() => import('@/ui/qr-code'));

interface ShownPinLinkProps {
  /** Of the observer. */
  name: string;
  made: EnrolmentCode;
  onClose: () => void;
}

/** A link for a PIN that was just made: as a QR code, to be copied, or on paper. */
export function ShownPinLink({ name, made, onClose }: ShownPinLinkProps) {
  const { t, i18n } = useTranslation();
  const link = `${location.origin}${paths.pinLink(made.code)}`;
  const { field, copy } = useCopying(link, {
    copied: t('profile.pinLink.copied'),
    notCopied: t('profile.pinLink.notCopied'),
  });
  const button = useRef<HTMLButtonElement>(null);
  const QrCode = useLatePart(qrCode, true)?.QrCode;
  const time = formatFull(made.endsAt, i18n.language);
  const title = t('profile.pinLink.title', { name });

  return (
    <Dialog
      open
      question
      onClose={onClose}
      initialFocus={button}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>{t('common.close')}</Button>
          <Button icon="file" onClick={() => window.print()}>
            {t('profile.pinLink.print')}
          </Button>
          <Button
            ref={button}
            icon="copy"
            variant="primary"
            onClick={() => void copy()}
          >
            {t('profile.pinLink.copy')}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>{t('profile.pinLink.made')}</p>
        <div className={styles.sheet}>
          <p className={styles.onPaper}>{title}</p>
          <p className={styles.onPaper}>{t('profile.pinLink.steps')}</p>
          <div className={styles.qr}>
            {QrCode ? (
              <QrCode text={link} label={t('profile.pinLink.qr')} />
            ) : null}
          </div>
          <p className={styles.onPaper}>{link}</p>
          <p>{t('profile.pinLink.holds', { time })}</p>
        </div>
        <CopiedField
          ref={field}
          label={t('profile.pinLink.link')}
          value={link}
        />
      </div>
    </Dialog>
  );
}
